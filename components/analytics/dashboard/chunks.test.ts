import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chunksOf, MOST_CHARTS } from './chunks';

it('asks for every key once, in order, at most twenty at a time', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { maxLength: 70 }), (keys) => {
      const chunks = chunksOf(keys);
      expect(chunks.flat()).toEqual([...new Set(keys)]);
      expect(chunks.every((c) => c.length >= 1 && c.length <= MOST_CHARTS)).toBe(true);
    }),
  );
});
