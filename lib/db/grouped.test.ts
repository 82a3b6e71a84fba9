import fc from 'fast-check';
import { expect, it } from 'vitest';
import { powersOfTwo } from './grouped';

it('parts of a list are all of it in its order, and their lengths few', () => {
  const list = fc.array(fc.integer(), { maxLength: 700 });
  fc.assert(
    fc.property(list, fc.integer({ min: 1, max: 300 }), (all, most) => {
      const parts = powersOfTwo(all, most);
      expect(parts.flat()).toEqual(all);
      for (const { length } of parts) {
        expect(length).toBeLessThanOrEqual(most);
        expect(Number.isInteger(Math.log2(length))).toBe(true);
      }
    }),
  );
  expect(powersOfTwo(Array(25).fill(0), 200).map(({ length }) => length)).toEqual([16, 8, 1]);
  expect(powersOfTwo(Array(25).fill(0), 10).map(({ length }) => length)).toEqual([8, 8, 8, 1]);
});
