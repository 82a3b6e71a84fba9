import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnalyticsEvent } from '@/lib/analytics/events/event';
import { type ChartFilter, FILTER_DIMENSION_NAMES, type FilterDimensionName } from '@/lib/analytics/filters/contract';
import { FIXTURES, readEvents } from '@/lib/analytics/testing/load';
import { ruleFields } from '@/lib/guard/rules/contract';
import { fits } from './testing';
import { conditionsOf, filtersOf } from './vocabulary';

describe('filters for conditions', () => {
  it('are the conditions that compare whole values', () => {
    expect(
      filtersOf([
        { field: 'path', op: 'eq', data: '/login' },
        { field: 'country', op: 'not_in', data: 'CN, HK' },
        { field: 'ip', op: 'eq', data: '2001:db8::1' },
      ]),
    ).toEqual([
      { dimension: 'path', op: 'in', values: ['/login'] },
      { dimension: 'country', op: 'not_in', values: ['CN', 'HK'] },
      { dimension: 'client_ip', op: 'in', values: ['2001:db8::1'] },
    ]);
  });

  it('leave out what filters cannot say', () => {
    expect(
      filtersOf([
        { field: 'path', op: 'prefix', data: '/login' },
        { field: 'ip', op: 'in', data: '192.0.2.1, 192.0.2.0/24' },
        { field: 'header:x', op: 'eq', data: 'y' },
        { field: 'asn', op: 'eq', data: '123456789012' },
      ]),
    ).toEqual([]);
  });
});

describe('conditions for a filter', () => {
  const is = (dimension: FilterDimensionName, ...values: string[]): ChartFilter => ({ dimension, op: 'in', values });
  const isNot = (dimension: FilterDimensionName, ...values: string[]): ChartFilter => ({
    ...is(dimension, ...values),
    op: 'not_in',
  });

  it('compare its values, all of them where the field takes several', () => {
    expect(conditionsOf(is('client_ip', '203.0.113.7'))).toEqual([{ field: 'ip', op: 'eq', data: '203.0.113.7' }]);
    expect(conditionsOf(isNot('country', 'CN', 'HK'))).toEqual([{ field: 'country', op: 'not_in', data: 'CN,HK' }]);
    expect(conditionsOf(isNot('path', '/a', '/b'))).toEqual([
      { field: 'path', op: 'ne', data: '/a' },
      { field: 'path', op: 'ne', data: '/b' },
    ]);
  });

  it.each([
    ['what became of a request', is('status', '404')],
    ['a verdict', is('action', 'block')],
    ['one of several paths', is('path', '/a', '/b')],
    ['an unknown country', is('country', '')],
    ['a network in place of an address', is('client_ip', '192.0.2.0/24')],
    ['a value that would be read as two', is('method', 'GET,POST', 'PUT')],
    ['a value that would be read without its space', is('method', ' GET', 'PUT')],
    ['a path that is empty', isNot('path', '')],
  ])('are none for %s', (_, filter) => {
    expect(conditionsOf(filter)).toBeUndefined();
  });

  let events: AnalyticsEvent[];
  beforeAll(async () => {
    events = (await readEvents([FIXTURES.access])).slice(0, 400).map(({ event }) => event);
  });

  it('match exactly the requests that it lets through, and lead back to it', () => {
    const loggedAs = (dimension: string) => (n: number) =>
      String(events[n % events.length]?.[dimension as keyof AnalyticsEvent] ?? '');
    const filters = fc.constantFrom(...FILTER_DIMENSION_NAMES).chain((dimension) =>
      fc.record({
        dimension: fc.constant(dimension),
        op: fc.constantFrom('in' as const, 'not_in' as const),
        values: fc.uniqueArray(fc.oneof(fc.nat().map(loggedAs(dimension)), fc.string({ maxLength: 3 })), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
    );
    let said = 0;
    fc.assert(
      fc.property(filters, (filter) => {
        const matches = conditionsOf(filter);
        if (!matches) return;
        said += 1;
        expect(ruleFields.matches.parse(matches)).toEqual(matches);
        const known = new Set(filter.values);
        const lets = (event: AnalyticsEvent) =>
          known.has(String(event[filter.dimension as keyof AnalyticsEvent])) === (filter.op === 'in');
        const matched = events.filter((event) => matches.every((match) => fits(event, match)));
        expect(matched).toEqual(events.filter(lets));
        expect(filtersOf(matches).flatMap(({ values }) => values)).toEqual(filter.values);
      }),
      { numRuns: 600 },
    );
    // About a tenth of the filters can be said; far fewer would mean that nothing was checked.
    expect(said).toBeGreaterThan(20);
  });
});
