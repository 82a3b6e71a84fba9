import { expect, it } from 'vitest';
import { barsOf, spanOf } from './bars';

const HOUR = 3_600_000;
const window = { stime: 10 * HOUR + 600_000, etime: 13 * HOUR, granularity: '1h', bucket_table: 'rollup_1h' } as const;
const row = (hour: number, action: string, requests: number) => ({ time: hour * HOUR, action, requests });
const density = (rows: object[]) => ({ window, chart: { rows } }) as unknown as Parameters<typeof barsOf>[0];

it('has a bar for each bucket of the window, and counts each verdict once', () => {
  const { bars, counts } = barsOf(density([row(10, 'pass', 5), row(12, 'block', 2), row(12, 'pass', 1)]), 'UTC', 0);
  expect(bars.map(({ start, total }) => [start / HOUR, total])).toEqual([
    [10, 5],
    [11, 0],
    [12, 3],
  ]);
  expect(counts).toEqual({ pass: 6, block: 2, limit: 0, captcha: 0, monitor: 0 });
});

it('has bars of nothing where nothing was found', () => {
  expect(barsOf(density([]), 'UTC', 0).bars.map(({ total }) => total)).toEqual([0, 0, 0]);
});

it('spans what was touched in either direction, and never more than the window', () => {
  const { bars } = barsOf(density([]), 'UTC', 0);
  expect(spanOf(bars, [2, 1], window)).toEqual({ from: 11 * HOUR, to: 13 * HOUR });
  expect(spanOf(bars, [0, 0], window)).toEqual({ from: window.stime, to: 11 * HOUR });
});
