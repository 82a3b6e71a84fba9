'use client';

import { useQuery } from '@tanstack/react-query';
import { fetchPages } from '@/components/data-table/export/fetch-pages';
import { usePermission } from '@/components/layout/account/session';
import { MAX_RULES } from '@/lib/guard/rules/vocabulary';
import type { KindSpec, RuleRow } from '../kind';

export const rulesKey = ({ endpoints }: KindSpec, policy_id: string) => [
  endpoints.list.path,
  { params: { id: policy_id } },
];

async function readRules(
  { endpoints }: KindSpec,
  policy_id: string,
  signal: AbortSignal,
): Promise<{ list: RuleRow[] }> {
  const input = { params: { id: policy_id }, query: {} };
  const { list } = await fetchPages(endpoints.list, input, MAX_RULES, { signal });
  return { list: list.map((rule) => ({ ...rule, id: rule.rule_id })) };
}

/** All rules of a kind in a policy, newest first; undefined until they came, or where the caller may not see them. */
export function useRules(spec: KindSpec, policy_id: string) {
  const permission = `guard.${spec.kind}.list`;
  const isAllowed = usePermission()(permission);
  const { data, error, refetch } = useQuery({
    queryKey: rulesKey(spec, policy_id),
    queryFn: ({ signal }) => readRules(spec, policy_id, signal),
    enabled: isAllowed,
  });
  return { isAllowed, permission, rules: data?.list, error, refetch: () => void refetch() };
}
