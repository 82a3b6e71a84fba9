import { nextDay, startOfDay } from '../format/zone';
import type { ChartWindow } from '../result/contract';
import type { Bucket } from './model';

const STEP: Record<string, number> = { '5m': 300_000, '1h': 3_600_000, '1d': 86_400_000 };
const MOST_BUCKETS = 20_000;

type GridInput = {
  /** Bucket starts found in the rows, Unix milliseconds, any order. */
  times: readonly number[];
  window?: ChartWindow;
  tz: string;
  now: number;
  isPartial: boolean;
};

/**
 * The one list of buckets all series of a chart share: the library stacks by row index, so a series that lacks a bucket
 * would be drawn on another bucket's base. Rows outside the window extend the grid; none is lost.
 */
export function bucketGrid(input: GridInput): Bucket[] {
  const times = [...new Set(input.times)].sort((a, b) => a - b);
  const starts = input.window ? fromWindow(input.window, times, input.tz) : fromTimes(times);
  const buckets = starts.map((start, i) => {
    const end = starts[i + 1] ?? start + lastStep(starts, input.window);
    const isOpen = end > Math.min(input.window?.etime ?? input.now, input.now);
    const isCut = input.window !== undefined && start < input.window.stime && end > input.window.stime;
    return { start, end, isOpen, isHatched: isOpen || isCut };
  });
  return input.isPartial ? hatchTail(buckets, times) : buckets;
}

function fromWindow(window: ChartWindow, times: readonly number[], tz: string): number[] {
  const step = STEP[window.granularity];
  if (step === undefined || window.etime <= window.stime) return fromTimes(times);
  const first = Math.min(window.stime, times[0] ?? window.stime);
  const last = Math.max(window.etime, (times.at(-1) ?? 0) + 1);
  if ((last - first) / step > MOST_BUCKETS) return fromTimes(times);
  if (window.granularity === '1d') return dayStarts(first, last, times, tz);
  // the server's buckets may be shifted against the epoch: the rows say by how much
  const phase = (times[0] ?? 0) % step;
  const starts: number[] = [];
  for (let at = Math.floor((first - phase) / step) * step + phase; at < last; at += step) starts.push(at);
  return starts;
}

/**
 * Days begin where the rows say: at UTC midnights, at the reader's, or, when they follow a third zone, at the rows' own
 * times with the days between them filled in.
 */
function dayStarts(first: number, last: number, times: readonly number[], tz: string): number[] {
  const isIn = (zone: string) => times.every((t) => startOfDay(t, zone) === t);
  const zone = isIn('UTC') ? 'UTC' : isIn(tz) ? tz : null;
  return zone === null ? daysAround(first, last, times) : daysIn(zone, first, last);
}

function daysIn(zone: string, first: number, last: number): number[] {
  const starts: number[] = [];
  for (let at = startOfDay(first, zone); at < last; at = nextDay(at, zone)) starts.push(at);
  return starts;
}

function daysAround(first: number, last: number, times: readonly number[]): number[] {
  const day = STEP['1d'] ?? 86_400_000;
  const starts = times.flatMap((t, i) => {
    const next = times[i + 1];
    const between = next === undefined ? 1 : Math.max(1, Math.round((next - t) / day));
    return Array.from({ length: between }, (_, k) => t + (k * ((next ?? t + day) - t)) / between);
  });
  for (let at = (starts[0] ?? first) - day; at + day > first; at -= day) starts.unshift(at);
  for (let at = (starts.at(-1) ?? last) + day; at < last; at += day) starts.push(at);
  return starts;
}

/** Without a window the smallest distance between two rows is the step, if all rows lie on it. */
function fromTimes(times: readonly number[]): number[] {
  const first = times[0];
  const last = times.at(-1);
  if (first === undefined || last === undefined || times.length < 3) return [...times];
  const step = times.reduce((least, t, i) => (i === 0 ? least : Math.min(least, t - (times[i - 1] ?? t))), Infinity);
  const isRegular = times.every((t) => (t - first) % step === 0) && (last - first) / step < MOST_BUCKETS;
  if (!isRegular) return [...times];
  return Array.from({ length: (last - first) / step + 1 }, (_, i) => first + i * step);
}

function lastStep(starts: readonly number[], window?: ChartWindow): number {
  const [before, last] = [starts.at(-2), starts.at(-1)];
  if (before !== undefined && last !== undefined) return last - before;
  return STEP[window?.granularity ?? '5m'] ?? 300_000;
}

/** In a partial result the buckets from the last one with rows onwards cannot be trusted. */
function hatchTail(buckets: Bucket[], times: readonly number[]): Bucket[] {
  const lastRow = times.at(-1) ?? Number.NEGATIVE_INFINITY;
  return buckets.map((b, i) => ({ ...b, isHatched: b.isHatched || b.end > lastRow || i === buckets.length - 1 }));
}

/** Index of the bucket nearest to `at`, at most `reach` from it, of those that are meant; -1 where there is none. */
export function nearestBucket(
  buckets: readonly Bucket[],
  at: number,
  reach: number,
  isMeant: (index: number) => boolean,
): number {
  let [nearest, least] = [-1, reach];
  buckets.forEach(({ start, end }, i) => {
    const away = Math.max(start - at, at - end, 0);
    if (away > least || !isMeant(i)) return;
    [nearest, least] = [i, away];
  });
  return nearest;
}

/** Index of the bucket that holds `at`; -1 outside. */
export function bucketIndex(buckets: readonly Bucket[], at: number): number {
  let low = 0;
  let high = buckets.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const bucket = buckets[middle];
    if (!bucket) return -1;
    if (at < bucket.start) high = middle - 1;
    else if (at >= bucket.end) low = middle + 1;
    else return middle;
  }
  return -1;
}
