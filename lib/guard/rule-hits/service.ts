import { LINE_COLUMNS } from '@/lib/analytics/events/columns';
import { chartError } from '@/lib/analytics/query/prepare';
import type { AnalyticsStore } from '@/lib/analytics/store/store';
import type { Ctx } from '@/lib/api/context';
import type { DataOf } from '@/lib/api/endpoint';
import { requirePolicy } from '@/lib/guard/policies/parent';
import { parameters } from '@/lib/guard/rule-preview/conditions';
import { eventsOfPolicy, type PolicyEvents } from '@/lib/guard/rule-preview/policy-events';
import { ownerOf } from '@/lib/queues/owner';
import type { ruleHits } from './contract';
import { type NumberedRule, numberedRules } from './repository';

/** Events by the numbers that they name, be it the rule that decided or one that matched as well; each event once. */
async function eventsNaming(
  store: AnalyticsStore,
  { scope, stime, etime }: PolicyEvents,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  if (numbers.length === 0) return new Map();
  const { values, place } = parameters(store.dialect);
  const places = numbers.map((number) => place(String(number), 'integer')).join(', ');
  const naming = `WHERE ${scope} AND time >= ${stime} AND time < ${etime} AND rule_id IN (${places})`;
  const named = ['events', 'attack_details'].map((table) => `SELECT event_id, rule_id FROM ${table} ${naming}`);
  const hits = `SELECT ${store.dialect.number('rule_id')} AS number, ${store.dialect.number('count(*)')} AS hits`;
  const rows = await store.query(`${hits} FROM (${named.join(' UNION ')}) AS named GROUP BY rule_id`, values);
  return new Map(rows.map((row) => [Number(row.number), Number(row.hits)]));
}

/** The rules whose numbers say which of them an event names. */
function distinct(rules: readonly NumberedRule[]): NumberedRule[] {
  const times = new Map<number, number>();
  for (const { number } of rules) times.set(number, (times.get(number) ?? 0) + 1);
  return rules.filter(({ number }) => times.get(number) === 1 && number <= LINE_COLUMNS.rule_id.max);
}

/** How often each rule of a policy matched in the last 24 hours, as far as events name it. Rejects as `FairQueue.run` does, too. */
export async function countHits(ctx: Ctx, policy_id: string): Promise<DataOf<(typeof ruleHits)['list']>> {
  await requirePolicy(ctx, policy_id);
  const { analytics, queues } = ctx.runtime;
  const rules = await numberedRules(ctx.db, policy_id);
  const counted = new Set(distinct(rules));
  const events = await eventsOfPolicy(ctx, policy_id);
  const numbers = [...counted].map(({ number }) => number);
  const read = () => eventsNaming(analytics.store, events, numbers);
  const hits = await queues.charts.run(ownerOf(ctx), read, ctx.request.signal).catch((cause) => {
    throw chartError(ctx, 'rule_hits', cause);
  });
  const { stime, etime } = events;
  const list = rules.map((rule) => {
    const { kind, id, number } = rule;
    return { kind, id, hits: counted.has(rule) ? (hits.get(number) ?? 0) : null };
  });
  return { stime, etime, list };
}
