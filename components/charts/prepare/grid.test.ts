import { expect, it } from 'vitest';
import { nearestBucket } from './grid';

/** Ten buckets of ten milliseconds. */
const buckets = Array.from({ length: 10 }, (_, i) => {
  return { start: i * 10, end: (i + 1) * 10, isOpen: false, isHatched: false };
});
const nearest = (at: number, ...meant: number[]) => nearestBucket(buckets, at, 24, (index) => meant.includes(index));

it('finds the bucket that is touched, however many are beside it', () => {
  expect(nearest(45, 3, 4, 5)).toBe(4);
  expect(nearest(40, 3, 4)).toBe(4);
});

it('finds the nearest within reach on either side', () => {
  expect(nearest(45, 2, 6)).toBe(6);
  expect(nearest(44, 2, 6)).toBe(2);
  expect(nearest(45, 1)).toBe(-1);
  expect(nearest(45)).toBe(-1);
});
