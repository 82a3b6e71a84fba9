import type { Rendered } from '@/lib/guard/rendered/contract';

type Note = Rendered['notes'][number];
/** A rule that a note is about, and the field of its condition where the note names one. */
export type NotedRule = { kind: NonNullable<Note['rule_kind']>; id: number; field?: string };

/** Equal notes as one with all their rules, in the order in which they first come. */
export function grouped(notes: readonly Note[]): { key: Note['key']; rules: NotedRule[] }[] {
  const groups = new Map<Note['key'], Map<string, NotedRule>>();
  for (const { key, rule_kind, rule_id, field } of notes) {
    const rules = groups.get(key) ?? new Map<string, NotedRule>();
    groups.set(key, rules);
    if (rule_kind !== undefined && rule_id !== undefined) {
      rules.set(`${rule_kind} ${rule_id} ${field}`, {
        ...{ kind: rule_kind, id: rule_id },
        ...(field === undefined ? {} : { field }),
      });
    }
  }
  return [...groups].map(([key, rules]) => ({ key, rules: [...rules.values()] }));
}
