import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChartFilter } from '@/lib/analytics/filters/contract';
import { narrow } from './narrow';

const is = (...values: string[]): ChartFilter => ({ dimension: 'path', op: 'in', values });
const not = (...values: string[]): ChartFilter => ({ dimension: 'path', op: 'not_in', values });

describe('narrowing a page', () => {
  it('says each dimension once where it can', () => {
    expect(narrow([is('/a', '/b')], [is('/a')])).toEqual([is('/a')]);
    expect(narrow([not('/a')], [not('/b', '/a')])).toEqual([not('/a', '/b')]);
    expect(narrow([is('/a', '/b')], [not('/a')])).toEqual([is('/b')]);
    expect(narrow([not('/a')], [is('/b')])).toEqual([is('/b')]);
    expect(narrow([is('/a')], [{ dimension: 'host', op: 'in', values: ['x'] }])).toHaveLength(2);
  });

  it('keeps both where nothing passes both', () => {
    expect(narrow([is('/a')], [is('/b')])).toEqual([is('/a'), is('/b')]);
    expect(narrow([is('/a')], [not('/a')])).toEqual([is('/a'), not('/a')]);
  });

  it('lets through what all the filters let through, and nothing else', () => {
    const values = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1 });
    const filter = fc.record({
      dimension: fc.constantFrom('path' as const, 'host' as const),
      op: fc.constantFrom('in' as const, 'not_in' as const),
      values,
    });
    const passes = (list: readonly ChartFilter[], event: Record<string, string>) =>
      list.every((f) => f.values.includes(event[f.dimension] ?? '') === (f.op === 'in'));
    fc.assert(
      fc.property(fc.array(filter, { maxLength: 4 }), fc.array(filter, { maxLength: 4 }), (a, b) => {
        const both = narrow(a, b);
        for (const path of 'abcde') {
          for (const host of 'abcde') {
            expect(passes(both, { path, host })).toBe(passes(a, { path, host }) && passes(b, { path, host }));
          }
        }
      }),
    );
  });
});
