import type { Ctx } from '@/lib/api/context';
import type { DataOf } from '@/lib/api/endpoint';
import type { BatchChartResult } from '../charts/contract';
import { orderRows } from '../charts/result';
import type { Window } from '../charts/window';
import { reportedOf } from '../query/prepare';
import type { EventSearch, eventSearch } from './contract';
import { DENSITY } from './events';
import { inParts } from './parts';
import { readerOf } from './reader';

type Rows = BatchChartResult['rows'];
type Density = DataOf<(typeof eventSearch)['density']>;

/** How long is counted what only the events themselves say. */
const COUNT_MS = 4_000;

/** What the list has, counted over the window, by verdict. Rejects as `FairQueue.run` does, too. */
export async function countOverTime(ctx: Ctx, asked: EventSearch): Promise<Density> {
  const { window, read, isRolledUp, refuse } = await readerOf(ctx, asked, 'asc');
  const count = isRolledUp(DENSITY) ? wholeWindow : withinTime;
  const counted = await count((part, timeoutMs) => read(DENSITY, part, {}, timeoutMs), window).catch(refuse(DENSITY));
  return { window: reportedOf(window), ...counted };
}

type Read = (part: Window, timeoutMs?: number) => Promise<BatchChartResult>;
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
    async (part, timeoutMs) => charts.push(await read(part, timeoutMs)) > 0,
  );
  const [first] = charts as [BatchChartResult];
  const rows = added(charts.map((chart) => chart.rows));
  const partial = searched_until !== null || charts.some(({ meta }) => meta.partial);
  return { chart: { ...first, rows, meta: { ...first.meta, partial } }, searched_until };
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
