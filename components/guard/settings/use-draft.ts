'use client';

import { useState } from 'react';
import { changesBetween } from '@/components/audit/leaf-changes';
import { type JsonFault, readJson } from '@/components/form/json-text';
import { type Documents, documentsOf } from './draft';

/** The API neither adds settings nor takes them away, so a text must name exactly those that are there. */
export type DraftFault = JsonFault | { kind: 'keys'; unknown: string[]; missing: string[] };

function keysFault(stored: Documents, value: Documents): DraftFault | null {
  const unknown = Object.keys(value).filter((key) => !(key in stored));
  const missing = Object.keys(stored).filter((key) => !(key in value));
  return unknown.length + missing.length > 0 ? { kind: 'keys', unknown, missing } : null;
}

/** What was stored when the changing began, and what it is to become. */
type Change = { base: Documents; documents: Documents };

/**
 * The settings of a domain while they are changed, as documents and as one text: both views show the same. Follows what
 * is stored until something was changed here.
 */
export function useDraft(settings: Readonly<Record<string, string>>) {
  const stored = documentsOf(settings);
  const [change, setChange] = useState<Change | null>(null);
  const [text, setText] = useState<string | null>(null);
  const { base, documents } = change ?? { base: stored, documents: stored };
  const read = text === null ? { value: documents } : readJson(text);
  const fault = 'fault' in read ? read.fault : keysFault(base, read.value);
  // Paths as in the record of the domain.
  const changes = changesBetween(base, documents, 'settings');
  const isDifferent = (a: Documents, b: Documents) => (key: string) =>
    Object.keys(changesBetween(a[key], b[key], key)).length > 0;
  const changedKeys = Object.keys(documents).filter(isDifferent(base, documents));
  return {
    base,
    documents,
    text: text ?? JSON.stringify(documents, null, 2),
    /** What the text lacks to be settings; the documents stay at its last good state. */
    fault,
    changes,
    changedKeys,
    /** Changed here, and by somebody else since. */
    overtaken: changedKeys.filter(isDifferent(base, stored)),
    isChanged: changedKeys.length > 0 || fault !== null,
    set: (key: string, document: unknown) => {
      setChange({ base, documents: { ...documents, [key]: document } });
      setText(null);
    },
    write: (next: string) => {
      setText(next);
      const parsed = readJson(next);
      if ('value' in parsed && keysFault(base, parsed.value) === null) setChange({ base, documents: parsed.value });
    },
    discard: () => {
      setChange(null);
      setText(null);
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
