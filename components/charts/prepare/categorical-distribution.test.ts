import { describe, expect, it } from 'vitest';
import type { BatchChartResult, Measure } from '../result/contract';
import { contextOf, modelOf } from '../result/testing';
import type { PartsModel } from './model';
import { prepare } from './prepare-chart';

const hint = 'categorical_distribution';
const of = (id: string) => modelOf(id, hint) as PartsModel;
const REQUESTS: Measure = { name: 'requests', type: 'integer', unit: 'requests' };
const counts = (values: Record<string, number>, measure = REQUESTS, declared?: string[]): PartsModel => {
  const result: BatchChartResult = {
    chart_key: 'c',
    render_hint: hint,
    schema: {
      dimensions: [declared ? { name: 'class', type: 'enum', values: declared } : { name: 'class', type: 'string' }],
      measures: [measure],
    },
    rows: Object.entries(values).map(([name, value]) => ({ class: name, [measure.name]: value })),
    meta: {},
  };
  return prepare(result, contextOf()) as PartsModel;
};

describe('donut or bars', () => {
  it('is a donut for up to six parts that add up', () => {
    const model = counts({ sqli: 60, xss: 30, other: 10 }, REQUESTS, ['sqli', 'xss', 'other']);
    expect(model).toMatchObject({ shape: 'donut', total: 100 });
    expect(model.parts.map((p) => [p.token, p.share])).toEqual([
      ['chart-1', 60],
      ['chart-2', 30],
      ['chart-other', 10],
    ]);
  });
  it('is bars for a single category, negative values and many categories', () => {
    expect(counts({ a: 5 }).shape).toBe('bars');
    expect(of('negative').shape).toBe('bars');
    expect(of('21_series')).toMatchObject({ shape: 'bars' });
    expect(of('200_series').parts).toHaveLength(200);
  });
  it('puts a tail below one per cent into Other rather than giving up the donut', () => {
    const model = counts({ a: 5000, b: 3000, c: 1000, d: 20, e: 10, f: 5, g: 3 });
    expect(model.shape).toBe('donut');
    expect(model.parts.map((p) => p.label)).toEqual(['a', 'b', 'c', 'Other (4)']);
    expect(model.table.rows).toHaveLength(7);
  });
  it('is a donut of percentages only when they make 100', () => {
    const percent: Measure = { name: 'share', type: 'percent', unit: '%' };
    expect(counts({ a: 60, b: 40 }, percent).shape).toBe('donut');
    expect(counts({ a: 60, b: 80 }, percent).shape).toBe('bars');
  });
  it('is the empty state when everything is zero: the library would draw an empty circle', () => {
    expect(of('all_zero').empty).toBe('all_zero');
    expect(of('zero_rows').empty).toBe('no_rows');
  });
});

it('orders a few bars by declaration, many and undeclared ones by value', () => {
  const many = counts({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }, REQUESTS, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  expect(many.parts.map((p) => p.label)).toEqual(['g', 'f', 'e', 'd', 'c', 'b', 'a']);
  expect(counts({ b: 1, a: 2, c: -1 }).parts.map((p) => p.label)).toEqual(['a', 'b', 'c']);
  expect(counts({ b: -1, a: 2, c: 1 }, REQUESTS, ['c', 'b', 'a']).parts.map((p) => p.label)).toEqual(['c', 'b', 'a']);
});

it('appends an undeclared value in grey', () => {
  const model = of('undeclared_value');
  expect(model.parts.at(-1)).toMatchObject({ label: 'drop', token: 'chart-other' });
  expect(model.warnings[0]).toMatchObject({ code: 'undeclared_value', values: { value: 'drop' } });
});

it('adds repeated rows of a count and says so', () => {
  const model = of('duplicate_keys');
  expect(model.warnings.map((w) => w.code)).toContain('duplicate_rows');
  expect(model.parts[0]?.value).toBe(1800);
});

it('makes 100 % bars of two dimensions', () => {
  const result: BatchChartResult = {
    chart_key: 'c',
    render_hint: hint,
    schema: {
      dimensions: [
        { name: 'host', type: 'string' },
        { name: 'action', type: 'enum', values: ['pass', 'block'] },
      ],
      measures: [REQUESTS],
    },
    rows: [
      { host: 'a', action: 'block', requests: 25 },
      { host: 'a', action: 'pass', requests: 75 },
      { host: 'b', action: 'pass', requests: 10 },
    ],
    meta: {},
  };
  const model = prepare(result, contextOf()) as PartsModel;
  expect(model).toMatchObject({ shape: 'share', total: 110 });
  expect(model.legend.map((l) => l.token)).toEqual(['pass', 'blocked']);
  expect(model.parts[0]?.segments.map((s) => s.share)).toEqual([75, 25]);
  expect(model.parts[1]?.segments.map((s) => s.value)).toEqual([10, null]);
});

it('gives bars one colour, and a verdict its own', () => {
  const names = ['pass', 'sqli', 'xss', 'rce', 'lfi', 'rfi', 'php', 'other'];
  const model = counts(Object.fromEntries(names.map((name) => [name, 100])), REQUESTS, names);
  expect(model.shape).toBe('bars');
  expect(model.parts.map((part) => part.token)).toEqual(['pass', ...Array(7).fill('chart-1')]);
});
