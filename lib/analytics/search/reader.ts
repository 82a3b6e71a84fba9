import type { Ctx } from '@/lib/api/context';
import { ownerOf } from '@/lib/queues/owner';
import type { Chart } from '../charts/chart';
import { type ChartParams, type EventPlace, rollupFor } from '../charts/compile';
import { time } from '../charts/declare';
import { runChart, tooYoungFor } from '../charts/run';
import type { Window } from '../charts/window';
import { chartError, prepare, windowOf } from '../query/prepare';
import type { EventSearch, EventVO } from './contract';
import { COUNT, EVENTS } from './events';
import type { PartReader } from './parts';

/** Reads what a search of the caller's finds, each time in a turn among the charts; rejects as that does. */
export async function readerOf(ctx: Ctx, asked: EventSearch, order: 'asc' | 'desc') {
  const { filter: filters = [], keyword } = asked;
  const window = windowOf(ctx, asked, 'window');
  const { store, query } = await prepare(ctx, { window, compare: false, filters, scope: asked });
  const tooYoung = tooYoungFor(store, query);
  const read = (chart: Chart, part: Window, params: Partial<ChartParams> = {}, timeoutMs?: number) => {
    const isPiece = part !== window || params.after !== undefined;
    const all = { top: 1, order, page: 1, size: 1, ...params };
    const given = { ...query, window: part, keyword, isPiece, timeoutMs, params: all };
    return ctx.runtime.queues.charts.run(ownerOf(ctx), () => runChart(store, chart, given), ctx.request.signal());
  };
  return {
    window,
    read,
    /** Whether rollups count what is searched, and tell where in the window a page is, as those do that have times as well. */
    isRolledUp: (chart: Chart) =>
      rollupFor({ ...chart, dimensions: [time, ...chart.dimensions] }, { filters, keyword, tooYoung }) !== undefined,
    eventsAfter: (after?: EventPlace): PartReader => ({
      // Its columns are those of EventVO.
      list: async (part, size, skip, ms) => (await read(EVENTS, part, { size, skip, after }, ms)).rows as EventVO[],
      count: async (part, ms) => Number((await read(COUNT, part, {}, ms)).rows[0]?.total ?? 0),
    }),
    /** The refusal of the request where `chart` could not be read. */
    refuse: (chart: Chart) => (cause: unknown) => {
      throw chartError(ctx, chart.key, cause);
    },
  };
}
