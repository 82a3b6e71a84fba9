'use client';

import { useQuery } from '@tanstack/react-query';
import { usePermission } from '@/components/layout/account/session';
import { type ChartFilter, filterText, MAX_FILTER_VALUES } from '@/lib/analytics/filters/contract';
import { query } from '@/lib/api/client';
import type { DataOf } from '@/lib/api/endpoint';
import { type RuleHits, ruleHits } from '@/lib/guard/rule-hits/contract';

const FRESH_MS = 60_000;

type Counted = DataOf<(typeof ruleHits)['list']>;

/** Of all of these; null where events cannot say it of one of them. */
const sumOf = (rules: readonly RuleHits[] | undefined) =>
  rules?.reduce<number | null>((sum, { hits }) => (sum === null || hits === null ? null : sum + hits), 0);

/** The rules that are in a sum: those that matched nothing are not behind it. */
const matchedOf = (rules: readonly RuleHits[]) => rules.filter(({ hits }) => hits !== 0);

/** A filter of events by these rules, which are of one kind; undefined where none can name all of them. */
function matchedBy(rules: readonly RuleHits[]): ChartFilter | undefined {
  const isOfLists = rules[0]?.kind === 'list';
  const values = rules.map(({ id, number }) => String(isOfLists ? id : number));
  if (values.length === 0 || values.length > MAX_FILTER_VALUES || values.includes('0')) return undefined;
  return { dimension: isOfLists ? 'matched_list' : 'matched_rule', op: 'in', values };
}

/** The list of the requests that these rules matched; undefined where it cannot name all of them. */
export function requestsOf({ stime, etime, hosts }: Omit<Counted, 'list'>, rules: readonly RuleHits[]) {
  const matched = matchedBy(rules);
  if (!matched) return undefined;
  const filter = filterText(hosts.length > 0 ? [matched, { dimension: 'host', op: 'in', values: hosts }] : [matched]);
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
  const of = (kind: RuleHits['kind'], id: number) => ofKind(kind)?.filter((one) => one.id === id) ?? [];
  return {
    isAllowed,
    hitsOf: (kind: RuleHits['kind'], id: number) => of(kind, id)[0]?.hits,
    hrefOf: (kind: RuleHits['kind'], id: number) => data && requestsOf(data, of(kind, id)),
    hitsOfKind: (kind: RuleHits['kind']) => sumOf(ofKind(kind)),
    hrefOfKind: (kind: RuleHits['kind']) => data && requestsOf(data, matchedOf(ofKind(kind) ?? [])),
  };
}
