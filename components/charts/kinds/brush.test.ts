import { expect, it } from 'vitest';
import { bucketGrid } from '../prepare/grid';
import { brushed } from './brush';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** 13:17 of a day, in the middle of its hour and of its day. */
const NOW = Date.UTC(2026, 10, 20, 13, 17);

function drawn(length: number, granularity: '1h' | '1d') {
  const window = { stime: NOW - length, etime: NOW, granularity, bucket_table: '' };
  return { window, buckets: bucketGrid({ times: [], window, tz: 'UTC', now: NOW, isPartial: false }) };
}

it('is made of whole buckets, whichever way one drags', () => {
  const { buckets, window } = drawn(7 * DAY, '1h');
  const [a, b] = [NOW - 30 * HOUR, NOW - 20 * HOUR];
  const whole = [Date.UTC(2026, 10, 19, 7), Date.UTC(2026, 10, 19, 18)];
  expect(brushed(buckets, a, b, window)).toEqual(whole);
  expect(brushed(buckets, b, a, window)).toEqual(whole);
});

it.each([
  ['90 days, the most that is answered', 90 * DAY],
  ['30 days', 30 * DAY],
])('is no longer than the window when all of it is dragged over: %s', (_, length) => {
  const { buckets, window } = drawn(length, '1d');
  const [first, last] = [buckets[0], buckets.at(-1)];
  expect(first?.start).toBeLessThan(window.stime);
  expect(last?.end).toBeGreaterThan(window.etime);
  expect(brushed(buckets, first?.start ?? 0, (last?.end ?? 0) - 1, window)).toEqual([window.stime, window.etime]);
});
