'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { useDirtyGuard } from '@/components/layout/page/dirty-guard';

/** URL parameters of a tab of rules. */
export const RULE_PARAMS = ['rule', 'draft'] as const;

/** What the builder shows: a new rule, as it is, from a link's draft or from another rule; or a rule that is there. */
export type OpenRule = { kind: 'new'; draft: string | null } | { kind: 'copy' | 'edit'; rule_id: number };

const COPY = 'copy-';

function openRuleOf(rule: string | null, draft: string | null): OpenRule | null {
  if (rule === null) return null;
  if (rule === 'new') return { kind: 'new', draft };
  const kind = rule.startsWith(COPY) ? 'copy' : 'edit';
  return { kind, rule_id: Number(rule.slice(kind === 'copy' ? COPY.length : 0)) };
}

/** The rule that the builder shows, as parameters of the URL; opening another asks before anything typed is lost. */
export function useOpenRule() {
  const [{ rule, draft }, set] = useQueryStates({ rule: parseAsString, draft: parseAsString });
  const ask = useDirtyGuard(false);
  const go = (next: string) => ask(() => void set({ rule: next, draft: null }, { history: 'push' }));
  return {
    open: openRuleOf(rule, draft),
    /** Changes with what is open, so that the builder begins anew. */
    key: `${rule} ${draft}`,
    add: () => go('new'),
    edit: (rule_id: number) => go(String(rule_id)),
    copy: (rule_id: number) => go(`${COPY}${rule_id}`),
    close: () => void set({ rule: null, draft: null }, { history: 'replace' }),
  };
}
