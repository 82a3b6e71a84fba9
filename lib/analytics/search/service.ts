import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { ownerOf } from '@/lib/queues/owner';
import type { Chart, Dimension } from '../charts/chart';
import type { ChartParams } from '../charts/compile';
import { runChart } from '../charts/run';
import { chartError, prepare, windowOf } from '../query/prepare';
import { scopeOf } from '../query/scope';
import { EVENT_COLUMNS } from '../store/columns';
import { type EventListQuery, EventVO, type MatchVO } from './contract';
import { matchesOf } from './matches';

const EVENT_ID = /^[0-9a-f]{16}$/;
const names = Object.keys(EventVO.shape);
const isNumber = (name: string) =>
  EVENT_COLUMNS.some((column) => column.name === name && (column.type === 'i32' || column.type === 'i64'));
const dimension = (name: string): Dimension =>
  name === 'time' ? { name, type: 'timestamp', unit: 'ms' } : { name, type: 'string' };

/** The list is a chart like any other, so that tenant, window and filters are compiled in one place. */
const LIST: Chart = {
  key: 'events',
  render_hint: 'table',
  dimensions: names.filter((name) => name === 'time' || !isNumber(name)).map(dimension),
  measures: [],
  events: { measures: names.filter((name) => name !== 'time' && isNumber(name)) },
};
const COUNT: Chart = {
  key: 'events_counted',
  render_hint: 'kpi',
  dimensions: [],
  measures: [{ name: 'total', type: 'integer', unit: 'events', format: 'short', value: { sum: 'requests' } }],
};

/** Single events the caller may see, newest first. Rejects as `FairQueue.all` does, too. */
export async function listEvents(ctx: Ctx, asked: EventListQuery): Promise<Page<EventVO>> {
  const { page, size, filter: filters = [], keyword } = asked;
  const window = windowOf(ctx, asked, 'window');
  const { store, query } = await prepare(ctx, { window, compare: false, filters, scope: asked });
  const params: ChartParams = { top: 1, order: 'desc', page, size };
  const read = (chart: Chart) => async () => {
    const { rows } = await runChart(store, chart, { ...query, keyword, params }).catch((cause) => {
      throw chartError(ctx, chart.key, cause);
    });
    return rows;
  };
  const both = [read(LIST), read(COUNT)];
  const [rows, counted] = await ctx.runtime.queues.charts.all(ownerOf(ctx), both, ctx.request.signal);
  const list = EventVO.array().parse(rows);
  return { list, total: Number(counted?.[0]?.total ?? 0), page, size };
}

/**
 * The rules that matched an event; none of an event that the caller does not see, and 404 for what is no event's id. Rejects as
 * `FairQueue.run` does, too.
 */
export async function listMatches(ctx: Ctx, event_id: string): Promise<{ list: MatchVO[] }> {
  if (!EVENT_ID.test(event_id)) throw notFound();
  const { analytics, queues } = ctx.runtime;
  const scope = await scopeOf(ctx, analytics, {});
  const read = () => matchesOf(analytics.store, scope, event_id);
  const list = await queues.charts.run(ownerOf(ctx), read, ctx.request.signal).catch((cause) => {
    throw chartError(ctx, 'event_matches', cause);
  });
  return { list };
}
