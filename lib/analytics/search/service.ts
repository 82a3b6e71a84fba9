import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import { ownerOf } from '@/lib/queues/owner';
import type { Scope } from '../charts/conditions';
import { chartError } from '../query/prepare';
import { scopeOf } from '../query/scope';
import type { AnalyticsStore } from '../store/store';
import type { EventVO, MatchVO } from './contract';
import { eventOf } from './events';
import { matchesOf } from './matches';

const EVENT_ID = /^[0-9a-f]{16}$/;

/** One event; 404 for one that the caller does not see as for none. Rejects as `FairQueue.run` does, too. */
export async function readEvent(ctx: Ctx, id: string): Promise<EventVO> {
  const event = await readOf(ctx, id, eventOf);
  if (!event) throw notFound();
  return event;
}

/**
 * The rules that matched an event; none of an event that the caller does not see, and 404 for what is no event's id. Rejects as
 * `FairQueue.run` does, too.
 */
export async function listMatches(ctx: Ctx, id: string): Promise<{ list: MatchVO[] }> {
  return { list: await readOf(ctx, id, matchesOf) };
}

/** What is read of one event, as far as the caller's scope has it, in a turn among the charts. */
async function readOf<T>(
  ctx: Ctx,
  id: string,
  read: (store: AnalyticsStore, scope: Scope, id: string) => Promise<T>,
): Promise<T> {
  if (!EVENT_ID.test(id)) throw notFound();
  const { analytics, queues } = ctx.runtime;
  const scope = await scopeOf(ctx, analytics, {});
  const work = () => read(analytics.store, scope, id);
  return queues.charts.run(ownerOf(ctx), work, ctx.request.signal()).catch((cause) => {
    throw chartError(ctx, 'event', cause);
  });
}
