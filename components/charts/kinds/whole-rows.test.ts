import { expect, it } from 'vitest';
import { wholeRows } from './whole-rows';

it('ends after the last row that fits', () => {
  expect(wholeRows([33, 66, 99, 132], 100)).toBe(99);
  expect(wholeRows([33, 66, 99, 132], 132)).toBe(132);
  // Rows of several lines.
  expect(wholeRows([33, 80, 113], 100)).toBe(80);
});

it('shows a row that is higher than the chart, and is as high as the chart without any', () => {
  expect(wholeRows([140, 170], 100)).toBe(140);
  expect(wholeRows([], 100)).toBe(100);
});
