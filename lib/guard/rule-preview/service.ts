import { chartError } from '@/lib/analytics/query/prepare';
import { QueryTimeout } from '@/lib/analytics/store/store';
import type { Ctx } from '@/lib/api/context';
import { requirePolicy } from '@/lib/guard/policies/parent';
import { mayGiveUp } from '@/lib/guard/rules/backtracking';
import type { Match } from '@/lib/guard/rules/contract';
import { requirePatterns } from '@/lib/guard/rules/pattern';
import { isPattern } from '@/lib/guard/rules/vocabulary';
import { ownerOf } from '@/lib/queues/owner';
import { isLogged, parameters } from './conditions';
import type { RulePreview, RulePreviewInput } from './contract';
import { type Ask, countAll, countExceeded, countMatched } from './figures';
import { eventsOfPolicy } from './policy-events';

/** For all that is asked of the store together. */
const MAX_MS = 5_000;

/** Asks the store for as long as all of it may take. */
function asker(ctx: Ctx): Ask {
  const until = performance.now() + MAX_MS;
  return (sql, values) => {
    const left = until - performance.now();
    if (left <= 0) throw new QueryTimeout(MAX_MS);
    return ctx.runtime.analytics.store.query(sql, values, { timeoutMs: left, behalf: ctx.behalf });
  };
}

/** Whether the store can compare with this expression: what is saved is what nodes can, and engines differ a little. */
async function isUnderstood(ctx: Ctx, pattern: string, ask: Ask): Promise<boolean> {
  const { dialect } = ctx.runtime.analytics.store;
  const { values, place } = parameters(dialect);
  try {
    await ask(`SELECT ${dialect.compares.regex("''", place(pattern))} AS understood`, values);
    return true;
  } catch (error) {
    if (error instanceof QueryTimeout) throw error;
    return false;
  }
}

async function isAnswerable(ctx: Ctx, match: Match, ask: Ask): Promise<boolean> {
  return isLogged(match) && (!isPattern(match.op) || (await isUnderstood(ctx, match.data, ask)));
}

/**
 * What a rule of the policy would have matched in the last 24 hours, as far as the events of the policy's domains say. Throws
 * pattern; rejects as `FairQueue.run` does, and with chart_timeout after five seconds.
 */
export async function previewRule(ctx: Ctx, policy_id: string, input: RulePreviewInput): Promise<RulePreview> {
  await requirePolicy(ctx, policy_id);
  await requirePatterns(ctx.behalf, input.matches);
  const { previews, charts } = ctx.runtime.queues;
  const signal = ctx.request.signal();
  const owner = ownerOf(ctx);
  const read = () => charts.run(owner, () => preview(ctx, policy_id, input), signal);
  return previews.run(owner, read, signal).catch((cause) => {
    throw chartError(ctx, 'rule_preview', cause);
  });
}

async function preview(ctx: Ctx, policy_id: string, { kind, matches, limit }: RulePreviewInput): Promise<RulePreview> {
  const { store } = ctx.runtime.analytics;
  const ask = asker(ctx);
  const { domains, ...events } = await eventsOfPolicy(ctx, policy_id);

  const answerable: Match[] = [];
  const unanswerable: number[] = [];
  for (const [i, match] of matches.entries()) {
    if (await isAnswerable(ctx, match, ask)) answerable.push(match);
    else unanswerable.push(i);
  }
  const gives_up = matches.flatMap(({ op, data }, i) => (isPattern(op) && mayGiveUp(data) ? [i] : []));
  const { stime, etime } = events;
  const common = { stime, etime, domains, policy_requests: await countAll(events, ask), unanswerable, gives_up };
  if (answerable.length === 0) return { ...common, matched: null, exceeded: null };

  const of = { ...events, matches: answerable };
  const matched = await countMatched(store, of, ask);
  const counts = kind === 'cc' && limit ? { ...limit, scope: limit.scope ?? ('ip' as const) } : undefined;
  const exceeded = counts && (await countExceeded(store, of, counts, ask));
  return { ...common, matched, exceeded: exceeded ?? null };
}
