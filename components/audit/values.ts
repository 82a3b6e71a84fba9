'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '@/components/layout/preferences/use-format';
import type { Resource } from '@/lib/api/resource';
import { resources } from '@/lib/generated/resources';
import type { Changes, Words } from './diff-text';
import { leafChanges } from './leaf-changes';

const byType = new Map<string, Resource>(resources.map((resource) => [resource.type, resource]));

/** Whether a path is one that a pattern is for; `*` is any one step. */
export function isAt(pattern: string, path: string): boolean {
  const [want, have] = [pattern.split('.'), path.split('.')];
  return want.length === have.length && want.every((step, i) => step === '*' || step === have[i]);
}

/**
 * The set of words for a field of records of this type, or of one of several, whose id comes before it; undefined where its
 * values speak for themselves.
 */
export function setOf(type: string, path: string): string | undefined {
  const { values = {} } = byType.get(type) ?? {};
  const at = (one: string) => values[one] ?? Object.entries(values).find(([pattern]) => isAt(pattern, one))?.[1];
  return at(path) ?? at(path.slice(path.indexOf('.') + 1));
}

/** What a difference in a record of this type shows: value by value, without what only repeats other fields. */
export function shownChanges(type: string, changes: Changes): Changes {
  const { derived = [] } = byType.get(type) ?? {};
  const isDerived = (path: string) => derived.some((field) => path === field || path.startsWith(`${field}.`));
  return Object.fromEntries(Object.entries(leafChanges(changes)).filter(([path]) => !isDerived(path)));
}

/** The words for the values of a record's fields, as a diff takes them. */
export function useRecordWords(type: string): Words {
  const format = useFormat();
  const t = useTranslations('words');
  return (path, value) => {
    const set = setOf(type, path);
    if (set === 'time') return typeof value === 'number' ? (value > 0 ? format.exactTime(value) : '—') : null;
    const key = set === undefined && typeof value === 'boolean' ? 'yes_no' : set;
    return key !== undefined && t.has(`${key}.${String(value)}`) ? t(`${key}.${String(value)}`) : null;
  };
}
