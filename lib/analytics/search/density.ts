import type { Ctx } from '@/lib/api/context';
import type { DataOf } from '@/lib/api/endpoint';
import { ownerOf } from '@/lib/queues/owner';
import { type ChartParams, rollupFor } from '../charts/compile';
import type { BatchChartResult } from '../charts/contract';
import { orderRows } from '../charts/result';
import { runChart } from '../charts/run';
import type { Window } from '../charts/window';
import { chartError, prepare, reportedOf, windowOf } from '../query/prepare';
import type { EventSearch, eventSearch } from './contract';
import { DENSITY } from './events';
import { inParts } from './parts';

type Rows = BatchChartResult['rows'];
type Density = DataOf<(typeof eventSearch)['density']>;

/** How long is counted what only the events themselves say. */
const COUNT_MS = 4_000;

/** What the list has, counted over the window, by verdict. Rejects as `FairQueue.run` does, too. */
export async function countOverTime(ctx: Ctx, asked: EventSearch): Promise<Density> {
  const { filter: filters = [], keyword } = asked;
  const window = windowOf(ctx, asked, 'window');
  const { store, query } = await prepare(ctx, { window, compare: false, filters, scope: asked });
  const params: ChartParams = { top: 1, order: 'asc', page: 1, size: 1 };
  const read = (part: Window) => {
    const run = () => runChart(store, DENSITY, { ...query, window: part, keyword, params });
    return ctx.runtime.queues.charts.run(ownerOf(ctx), run, ctx.request.signal);
  };
  const count = rollupFor(DENSITY, { filters, keyword }) ? wholeWindow : withinTime;
  const counted = await count(read, window).catch((cause) => {
    throw chartError(ctx, DENSITY.key, cause);
  });
  return { window: reportedOf(window), ...counted };
}

type Read = (part: Window) => Promise<BatchChartResult>;
type Counted = Pick<Density, 'chart' | 'searched_until'>;

async function wholeWindow(read: Read, window: Window): Promise<Counted> {
  return { chart: await read(window), searched_until: null };
}

/** The newest first, as most look for those. */
async function withinTime(read: Read, window: Window): Promise<Counted> {
  const charts: BatchChartResult[] = [];
  const until = performance.now() + COUNT_MS;
  const searched_until = await inParts(
    { window, order: 'desc', until },
    async (part) => charts.push(await read(part)) > 0,
  );
  const [first] = charts as [BatchChartResult];
  const rows = added(charts.map((chart) => chart.rows));
  return { chart: { ...first, rows, meta: { ...first.meta, partial: searched_until !== null } }, searched_until };
}

/** Rows of parts of a window, of which a bucket may lie in two. */
function added(parts: readonly Rows[]): Rows {
  const sums = new Map<string, Rows[number]>();
  for (const row of parts.flat()) {
    const key = `${row.time} ${row.action}`;
    const before = sums.get(key);
    sums.set(key, { ...row, requests: Number(row.requests) + Number(before?.requests ?? 0) });
  }
  return orderRows(DENSITY, [...sums.values()]);
}
