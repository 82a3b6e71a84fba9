import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChartFilter,
  chartFilters,
  FILTER_DIMENSION_NAMES,
  FILTER_DIMENSIONS,
  filtersIn,
  filterText,
  queryFilters,
} from './contract';

const issueOf = (text: string) => queryFilters.safeParse(text).error?.issues[0];

const filter: fc.Arbitrary<ChartFilter> = fc.constantFrom(...FILTER_DIMENSION_NAMES).chain((dimension) => {
  const known: { type: string; values?: readonly string[] } = FILTER_DIMENSIONS[dimension];
  const value = known.values
    ? fc.constantFrom(...known.values)
    : known.type === 'integer'
      ? fc.nat().map(String)
      : fc.string({ unit: 'grapheme', maxLength: 20 });
  return fc.record({
    dimension: fc.constant(dimension),
    op: fc.constantFrom('in' as const, 'not_in' as const),
    values: fc.array(value, { minLength: 1, maxLength: 5 }),
  });
});

describe('filters in an address', () => {
  it('read as they were written, whatever a value holds', () => {
    fc.assert(
      fc.property(fc.array(filter, { minLength: 1, maxLength: 5 }), (filters) => {
        expect(filtersIn(filterText(filters))).toEqual(filters);
      }),
    );
    expect(filterText([{ dimension: 'path', op: 'not_in', values: ['/a;b|c%', '/d:e'] }])).toBe(
      'path!:/a%3Bb%7Cc%25|/d:e',
    );
  });

  it('are none when they cannot be read', () => {
    for (const text of [null, '', 'nope', 'nope:1', 'action:', 'action:maybe', 'status:2.5', 'x'.repeat(5000)]) {
      expect(filtersIn(text), String(text)).toEqual([]);
    }
  });

  it('name the dimensions and values there are', () => {
    expect(issueOf('nope:1')).toMatchObject({ path: [0, 'dimension'], values: FILTER_DIMENSION_NAMES });
    expect(issueOf('host:a;status_class:9xx')).toMatchObject({ path: [1, 'values', 0], code: 'invalid_value' });
    expect(issueOf('host:a;action')).toMatchObject({ path: [1, 'values'], code: 'too_small' });
    expect(chartFilters.safeParse(Array(21).fill({ dimension: 'host', values: ['a'] })).success).toBe(false);
  });
});
