import type { Ctx } from '@/lib/api/context';
import { ownerOf } from '@/lib/queues/owner';
import type { Chart } from '../charts/chart';
import { type ChartParams, type EventPlace, rollupFor } from '../charts/compile';
import { runChart } from '../charts/run';
import type { Window } from '../charts/window';
import { prepare, windowOf } from '../query/prepare';
import { type EventSearch, EventVO } from './contract';
import { COUNT, EVENTS } from './events';
import type { PartReader } from './parts';

/** Reads the events of a search that the caller may see, each time in a turn among the charts; rejects as that does. */
export async function readerOf(ctx: Ctx, asked: EventSearch, order: 'asc' | 'desc') {
  const { filter: filters = [], keyword } = asked;
  const window = windowOf(ctx, asked, 'window');
  const { store, query } = await prepare(ctx, { window, compare: false, filters, scope: asked });
  const read = async (chart: Chart, part: Window, params: Partial<ChartParams> = {}) => {
    const given = { ...query, window: part, keyword, params: { top: 1, order, page: 1, size: 1, ...params } };
    const run = () => runChart(store, chart, given);
    return (await ctx.runtime.queues.charts.run(ownerOf(ctx), run, ctx.request.signal)).rows;
  };
  return {
    window,
    /** Whether rollups count what is searched, and tell where in the window a page is. */
    isRolledUp: rollupFor(COUNT, { filters, keyword }) !== undefined,
    after: (after?: EventPlace): PartReader => ({
      list: async (part, size, skip) => EventVO.array().parse(await read(EVENTS, part, { size, skip, after })),
      count: async (part) => Number((await read(COUNT, part))[0]?.total ?? 0),
    }),
  };
}
