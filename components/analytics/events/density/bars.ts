import { bucketGrid } from '@/components/charts/prepare/grid';
import { ACTIONS } from '@/lib/analytics/events/vocabulary';
import type { eventSearch } from '@/lib/analytics/search/contract';
import type { DataOf } from '@/lib/api/endpoint';

type Density = DataOf<(typeof eventSearch)['density']>;
type Action = (typeof ACTIONS)[number];
export type Counts = Readonly<Record<Action, number>>;
export type Bar = { start: number; end: number; counts: Counts; total: number };

/** From the ground up: what passed carries what was done with the rest. */
export const STACKED: readonly Action[] = ['pass', 'block', 'limit', 'captcha', 'monitor'];

const noCounts = () => Object.fromEntries(ACTIONS.map((action) => [action, 0])) as Record<Action, number>;

const totalOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The bars of a window, one for each bucket, also for those without requests, and what all of them count. */
export function barsOf({ chart, window }: Density, tz: string, now: number): { bars: Bar[]; counts: Counts } {
  const found = new Map<number, Record<Action, number>>();
  const sums = noCounts();
  for (const { time, action, requests } of chart.rows) {
    const counts = found.get(Number(time)) ?? noCounts();
    counts[action as Action] += Number(requests);
    sums[action as Action] += Number(requests);
    found.set(Number(time), counts);
  }
  const grid = bucketGrid({ times: [...found.keys()], window, tz, now, isPartial: false });
  const bars = grid.map(({ start, end }) => {
    const counts = found.get(start) ?? noCounts();
    return { start, end, counts, total: totalOf(counts) };
  });
  return { bars, counts: sums };
}

/** The window that these bars span, whichever of them was touched first, within the one that is drawn. */
export function spanOf(bars: readonly Bar[], touched: readonly [number, number], window: Density['window']) {
  const from = bars[Math.min(...touched)]?.start ?? window.stime;
  const to = bars[Math.max(...touched)]?.end ?? window.etime;
  return { from: Math.max(from, window.stime), to: Math.min(to, window.etime) };
}
