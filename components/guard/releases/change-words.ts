import { isObject } from '@/components/audit/leaf-changes';
import type { Release } from '@/lib/guard/releases/contract';

/** What a release changed, as a text of `guard.releases.changed` and what goes into it. */
export type ChangeWord = { key: string; name?: string; names?: readonly string[]; value?: unknown; set?: string };

type Change = { old: unknown; new: unknown };
type Item = { id: unknown; name: string };

/** Entries of a list with what tells them apart; plain values are their own names. */
function itemsOf(value: unknown): Item[] {
  if (!Array.isArray(value)) return [];
  return value.map((entry) => {
    if (!isObject(entry)) return { id: entry, name: String(entry) };
    const id = entry.id ?? entry.group_id ?? entry.rule_id ?? JSON.stringify(entry);
    return { id, name: typeof entry.name === 'string' ? entry.name : String(entry.port ?? id) };
  });
}

/** What appeared in a list, what went, and whether anything else in it changed. */
function listWords(key: string, change: Change): ChangeWord[] {
  const [before, after] = [itemsOf(change.old), itemsOf(change.new)];
  const without = (all: readonly Item[], others: readonly Item[]) =>
    all.filter(({ id }) => !others.some((other) => other.id === id)).map(({ name }) => name);
  const [added, removed] = [without(after, before), without(before, after)];
  if (added.length + removed.length === 0) return [{ key: `${key}_changed` }];
  return [
    ...(added.length > 0 ? [{ key: `${key}_added`, names: added }] : []),
    ...(removed.length > 0 ? [{ key: `${key}_removed`, names: removed }] : []),
  ];
}

const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  domain: {
    nodes: 'nodes',
    certificates: 'certificates',
    brute_force_rules: 'rules',
    forwards: 'forwards',
    origin_groups: 'groups',
  },
  policy: { lists: 'lists', cc_rules: 'cc_rules', acl_rules: 'acl_rules' },
};

const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  domain: { policy_id: 'policy', mode: 'mode', cname: 'cname' },
  policy: { name: 'renamed', default_main_rule_version: 'rule_set' },
  cert: { fingerprint: 'replaced' },
  list: { parts: 'addresses' },
};

function wordsOf(kind: string, path: string, change: Change): ChangeWord[] {
  const [first = '', setting = '', field] = path.split('.');
  const list = LISTS[kind]?.[path];
  if (list) return listWords(list, change);
  if (kind === 'domain' && path === 'auto_cert') return [{ key: 'auto_cert', value: change.new, set: 'switch' }];
  if (kind === 'domain' && first === 'settings') {
    const isSwitch = field === 'status' && path.split('.').length === 3;
    if (isSwitch) return [{ key: 'switched', name: setting, value: change.new, set: 'switch' }];
    return [{ key: 'setting', name: setting }];
  }
  const key = FIELDS[kind]?.[path];
  return key ? [{ key, value: change.new }] : [];
}

/** What a release changed, each thing once; empty where its changes say nothing that has words. */
export function changeWords({ kind, changes }: Pick<Release, 'kind' | 'changes'>): ChangeWord[] {
  const words = Object.entries(changes).flatMap(([path, change]) => wordsOf(kind, path, change as Change));
  const distinct = new Map(words.map((word) => [JSON.stringify(word), word]));
  return [...distinct.values()];
}
