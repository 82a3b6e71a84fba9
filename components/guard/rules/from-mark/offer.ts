import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { conditionsOf } from '@/lib/guard/rule-preview/vocabulary';
import { MAX_MATCHES, type Match } from '@/lib/guard/rules/contract';

/** What a rule about a mark asks for; or the filters that no rule can say, without which it would match more. */
export type Offer = { kind: 'rule'; matches: Match[] } | { kind: 'unsaid'; filters: ChartFilter[] };

/** One condition is left for the domain that the mark's page is about. */
const MOST = MAX_MATCHES - 1;

/**
 * The rule that matches the requests of a mark: `own` are the filters that it stands for, `all` these and the ones of its page.
 * Undefined where the mark is about nothing that a rule can ask for, such as what became of requests.
 */
export function offerOf(own: readonly ChartFilter[], all: readonly ChartFilter[]): Offer | undefined {
  if (!own.some(conditionsOf)) return undefined;
  const unsaid = all.filter((filter) => !conditionsOf(filter));
  const matches = all.flatMap((filter) => conditionsOf(filter) ?? []);
  const tooMany = matches.length > MOST ? all.filter((filter) => (conditionsOf(filter)?.length ?? 0) > 1) : [];
  const refused = [...unsaid, ...tooMany];
  return refused.length > 0 ? { kind: 'unsaid', filters: refused } : { kind: 'rule', matches };
}
