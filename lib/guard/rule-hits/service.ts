import { namesList } from '@/lib/analytics/charts/names-list';
import { LINE_COLUMNS } from '@/lib/analytics/events/columns';
import { MAX_FILTER_VALUES } from '@/lib/analytics/filters/contract';
import { chartError } from '@/lib/analytics/query/prepare';
import type { AnalyticsStore } from '@/lib/analytics/store/store';
import type { Ctx } from '@/lib/api/context';
import type { DataOf } from '@/lib/api/endpoint';
import { requirePolicy } from '@/lib/guard/policies/parent';
import { someDomains } from '@/lib/guard/policies/repository';
import { parameters } from '@/lib/guard/rule-preview/conditions';
import { eventsOfPolicy, type PolicyEvents } from '@/lib/guard/rule-preview/policy-events';
import { ownerOf } from '@/lib/queues/owner';
import { ownRuleOf } from '@/lib/render/nginx/vocabulary';
import type { ruleHits } from './contract';
import { blackLists, type NumberedRule, numberedRules } from './repository';

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

/** Events by the lists that they name, in words, since lists have numbers of their own; whatever policy had the domain then. */
async function eventsByList(
  store: AnalyticsStore,
  { scope, stime, etime }: PolicyEvents,
  ids: readonly number[],
): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const { values, place } = parameters(store.dialect);
  const naming = `WHERE ${scope} AND time >= ${stime} AND time < ${etime} AND ${namesList(
    ids.map((id) => place(String(id), 'integer')),
    store.dialect,
  )}`;
  const hits = `SELECT message, ${store.dialect.number('count(*)')} AS hits FROM attack_details ${naming}`;
  const found = new Map<number, number>();
  for (const { message, hits: more } of await store.query(`${hits} GROUP BY message`, values)) {
    const id = ownRuleOf(String(message))?.id ?? 0;
    found.set(id, (found.get(id) ?? 0) + Number(more));
  }
  return found;
}

/** The rules whose numbers say which of them an event names. */
function distinct(rules: readonly NumberedRule[]): NumberedRule[] {
  const times = new Map<number, number>();
  for (const { number } of rules) times.set(number, (times.get(number) ?? 0) + 1);
  return rules.filter(({ number }) => times.get(number) === 1 && number <= LINE_COLUMNS.rule_id.max);
}

/** The hosts of a policy's domains; none where they are too many for a filter, or one of them stands for any number. */
async function hostsOf(ctx: Ctx, policy_id: string): Promise<string[]> {
  const hosts = await someDomains(ctx.db, ctx.scope, policy_id, MAX_FILTER_VALUES + 1);
  return hosts.length > MAX_FILTER_VALUES || hosts.some((host) => host.startsWith('*')) ? [] : hosts;
}

/** How often each rule and black list of a policy matched in the last 24 hours, as far as events name it. Rejects as `FairQueue.run` does, too. */
export async function countHits(ctx: Ctx, policy_id: string): Promise<DataOf<(typeof ruleHits)['list']>> {
  await requirePolicy(ctx, policy_id);
  const { analytics, queues } = ctx.runtime;
  const rules = await numberedRules(ctx.db, policy_id);
  const counted = new Set(distinct(rules));
  const events = await eventsOfPolicy(ctx, policy_id);
  const numbers = [...counted].map(({ number }) => number);
  const ids = await blackLists(ctx.db, policy_id);
  const read = async () => ({
    byNumber: await eventsNaming(analytics.store, events, numbers),
    byList: await eventsByList(analytics.store, events, ids),
  });
  const { byNumber, byList } = await queues.charts.run(ownerOf(ctx), read, ctx.request.signal()).catch((cause) => {
    throw chartError(ctx, 'rule_hits', cause);
  });
  const { stime, etime } = events;
  const list = rules.map((rule) => {
    const { kind, id, number } = rule;
    return counted.has(rule)
      ? { kind, id, number, hits: byNumber.get(number) ?? 0 }
      : { kind, id, number: 0, hits: null };
  });
  const lists = ids.map((id) => ({ kind: 'list' as const, id, number: 0, hits: byList.get(id) ?? 0 }));
  const hosts = await hostsOf(ctx, policy_id);
  return { stime, etime, hosts, list: [...list, ...lists] };
}
