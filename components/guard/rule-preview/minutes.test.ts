import { expect, it } from 'vitest';
import { byClock, inBuckets } from './minutes';

it('buckets have the sums of their minutes', () => {
  expect(inBuckets([1, 2, 3, 4, 5, 6], 3)).toEqual([6, 15]);
  expect(inBuckets([1, 2, 3, 4], 3)).toEqual([6, 4]);
});

it('minutes are rows of the clock, from the minute at which the window begins', () => {
  const matched = [1, 0, 5];
  const { cells, hours } = byClock(matched, [0, 0, 2], 58);
  expect(cells).toEqual([
    { row: 0, column: 58, state: 'below' },
    { row: 0, column: 59, state: 'none' },
    { row: 1, column: 0, state: 'over' },
  ]);
  expect(hours).toEqual([
    { row: 0, at: 0, requests: 1, over: 0 },
    { row: 1, at: 2, requests: 5, over: 1 },
  ]);
});
