import { describe, expect, it } from 'vitest';
import type { ChartFilter, FilterDimensionName } from '@/lib/analytics/filters/contract';
import { MAX_MATCHES, ruleFields } from '@/lib/guard/rules/contract';
import { offerOf } from './offer';
import { hostCondition } from './place';

const is = (dimension: FilterDimensionName, ...values: string[]): ChartFilter => ({ dimension, op: 'in', values });
const isNot = (dimension: FilterDimensionName, ...values: string[]): ChartFilter => ({
  ...is(dimension, ...values),
  op: 'not_in',
});
const PATH = is('path', '/login');

describe('a rule about a mark', () => {
  it('asks for what the mark is about and for what its page is narrowed to', () => {
    expect(offerOf([PATH], [is('country', 'DE'), PATH])).toEqual({
      kind: 'rule',
      matches: [
        { field: 'country', op: 'eq', data: 'DE' },
        { field: 'path', op: 'eq', data: '/login' },
      ],
    });
  });

  it('is not offered for a mark that says nothing a rule can ask for', () => {
    const blocked = is('action', 'block');
    expect(offerOf([blocked], [PATH, blocked])).toBeUndefined();
    expect(offerOf([], [PATH])).toBeUndefined();
  });

  it('is refused where it would match more than the mark', () => {
    const blocked = is('action', 'block');
    const several = is('path', '/a', '/b');
    expect(offerOf([PATH], [blocked, PATH])).toEqual({ kind: 'unsaid', filters: [blocked] });
    expect(offerOf([is('country', 'DE')], [several, is('country', 'DE')])).toEqual({
      kind: 'unsaid',
      filters: [several],
    });
  });

  it('has room for the condition of a domain, or is refused', () => {
    const paths = (n: number) => isNot('path', ...Array.from({ length: n }, (_, i) => `/${i}`));
    const full = offerOf([is('country', 'DE')], [paths(MAX_MATCHES - 2), is('country', 'DE')]);
    expect(full).toMatchObject({ kind: 'rule' });
    const more = paths(MAX_MATCHES - 1);
    expect(offerOf([is('country', 'DE')], [more, is('country', 'DE')])).toEqual({ kind: 'unsaid', filters: [more] });
  });
});

describe('the condition of a domain', () => {
  const expression = (domain: string) => new RegExp(hostCondition(domain).data);

  it('is its name, or any name one label below a wildcard', () => {
    expect(hostCondition('shop.example.com')).toEqual({ field: 'host', op: 'eq', data: 'shop.example.com' });
    expect('a.example.com').toMatch(expression('*.example.com'));
    for (const other of ['example.com', 'a.b.example.com', 'a.examplexcom', 'a.example.com.evil'])
      expect(other).not.toMatch(expression('*.example.com'));
    for (const domain of ['shop.example.com', '*.example.com'])
      expect(ruleFields.matches.safeParse([hostCondition(domain)]).success).toBe(true);
  });
});
