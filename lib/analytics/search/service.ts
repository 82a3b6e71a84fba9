import type { Ctx } from '@/lib/api/context';
import type { DataOf } from '@/lib/api/endpoint';
import { notFound } from '@/lib/api/errors';
import { ownerOf } from '@/lib/queues/owner';
import type { Chart } from '../charts/chart';
import type { ChartParams, EventPlace, Scope } from '../charts/compile';
import { runChart } from '../charts/run';
import { chartError, prepare, reportedOf, windowOf } from '../query/prepare';
import { scopeOf } from '../query/scope';
import type { AnalyticsStore } from '../store/store';
import {
  type EventListQuery,
  type EventPage,
  type EventSearch,
  EventVO,
  type eventSearch,
  type MatchVO,
} from './contract';
import { COUNT, DENSITY, EVENTS, eventOf } from './events';
import { matchesOf } from './matches';

const EVENT_ID = /^[0-9a-f]{16}$/;

/** Single events the caller may see, newest first unless asked otherwise. Rejects as `FairQueue.all` does, too. */
export async function listEvents(ctx: Ctx, asked: EventListQuery): Promise<EventPage> {
  const { page, size, order, cursor: after, filter: filters = [], keyword } = asked;
  const window = windowOf(ctx, asked, 'window');
  const { store, query } = await prepare(ctx, { window, compare: false, filters, scope: asked });
  const params: ChartParams = { top: 1, order, page, size };
  const read = (chart: Chart, place?: EventPlace) => async () => {
    const { rows } = await runChart(store, chart, { ...query, keyword, params: { ...params, after: place } }).catch(
      (cause) => {
        throw chartError(ctx, chart.key, cause);
      },
    );
    return rows;
  };
  const both = [read(EVENTS, after), read(COUNT)];
  const [rows, counted] = await ctx.runtime.queues.charts.all(ownerOf(ctx), both, ctx.request.signal);
  const list = EventVO.array().parse(rows);
  const last = list.length === size ? list.at(-1) : undefined;
  const next_cursor = last ? `${last.time}-${last.event_id}` : '';
  return { list, total: Number(counted?.[0]?.total ?? 0), page, size, next_cursor };
}

/** The same counted over the window, by verdict. Rejects as `FairQueue.run` does, too. */
export async function countOverTime(ctx: Ctx, asked: EventSearch): Promise<DataOf<(typeof eventSearch)['density']>> {
  const { filter: filters = [], keyword } = asked;
  const window = windowOf(ctx, asked, 'window');
  const { store, query } = await prepare(ctx, { window, compare: false, filters, scope: asked });
  const params: ChartParams = { top: 1, order: 'asc', page: 1, size: 1 };
  const read = () => runChart(store, DENSITY, { ...query, keyword, params });
  const chart = await ctx.runtime.queues.charts.run(ownerOf(ctx), read, ctx.request.signal).catch((cause) => {
    throw chartError(ctx, DENSITY.key, cause);
  });
  return { window: reportedOf(window), chart };
}

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
  return queues.charts.run(ownerOf(ctx), work, ctx.request.signal).catch((cause) => {
    throw chartError(ctx, 'event', cause);
  });
}
