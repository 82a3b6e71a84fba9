'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { filterText } from '@/lib/analytics/filters/contract';
import { query } from '@/lib/api/client';
import { type RuleHits, ruleHits } from '@/lib/guard/rule-hits/contract';

const FRESH_MS = 60_000;

/** Of all of these; null where events cannot say it of one of them. */
const sumOf = (rules: readonly RuleHits[] | undefined) =>
  rules?.reduce<number | null>((sum, { hits }) => (sum === null || hits === null ? null : sum + hits), 0);

/** The requests that the search finds by the number of a CC or ACL rule; a WAF group is numbered by its sub-rules. */
function requestsOf({ stime, etime }: { stime: number; etime: number }, kind: RuleHits['kind'], id: number) {
  if (kind === 'waf') return undefined;
  const filter = filterText([{ dimension: 'rule_id', op: 'in', values: [String(id)] }]);
  return `/analytics/events?${new URLSearchParams({ stime: String(stime), etime: String(etime), filter })}`;
}

/**
 * How many requests of the last 24 hours each rule of a policy matched, and all of a kind: null where events cannot say it, undefined until it is
 * known. `isAllowed`: the reader may see events at all.
 */
export function useRuleHits(policy_id: string) {
  const isAllowed = usePermission()('analytics.event.list');
  const { data } = useQuery({
    ...query(ruleHits.list, { params: { id: policy_id } }),
    enabled: isAllowed,
    staleTime: FRESH_MS,
    retry: false,
  });
  const ofKind = (kind: RuleHits['kind']) => data?.list.filter((one) => one.kind === kind);
  return {
    isAllowed,
    hitsOf: (kind: RuleHits['kind'], id: number) => ofKind(kind)?.find((one) => one.id === id)?.hits,
    hrefOf: (kind: RuleHits['kind'], id: number) => data && requestsOf(data, kind, id),
    hitsOfKind: (kind: RuleHits['kind']) => sumOf(ofKind(kind)),
  };
}
