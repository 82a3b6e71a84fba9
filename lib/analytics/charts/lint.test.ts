import { expect, it } from 'vitest';
import { lint, validate } from './lint';

const good = {
  chart_key: 'verdicts',
  render_hint: 'categorical_distribution_over_time',
  schema: {
    dimensions: [
      { name: 'time', type: 'timestamp', unit: 'ms' },
      { name: 'action', type: 'enum', values: ['pass', 'block'] },
    ],
    measures: [{ name: 'requests', type: 'integer', unit: 'requests', format: 'short' }],
  },
  rows: [{ time: 1763600400000, action: 'pass', requests: 912 }],
  meta: { source: 'events' },
};
const codes = (raw: unknown) => validate(raw).problems.map((p) => `${p.level} ${p.code} ${p.path.join('.')}`);

it('accepts what the specification describes', () => {
  expect(validate(good)).toMatchObject({ result: { chart_key: 'verdicts' }, problems: [] });
});

it.each([
  ['a string for a number', { rows: [{ requests: '7' }] }, 'error cell_type rows.0.requests'],
  ['half an integer', { rows: [{ requests: 1.5 }] }, 'error cell_type rows.0.requests'],
  ['a key outside the schema', { rows: [{ total: 7 }] }, 'error row_key rows.0.total'],
  ['a forbidden key', { series: [] }, 'error forbidden_key series'],
  ['a sixth key', { note: 1 }, 'error extra_key note'],
  [
    'an enum without values',
    { schema: { ...good.schema, dimensions: [{ name: 'a', type: 'enum' }] } },
    'error enum_values schema.dimensions.0.values',
  ],
  [
    'a time without a unit',
    { schema: { ...good.schema, dimensions: [{ name: 't', type: 'timestamp' }] } },
    'error timestamp_unit schema.dimensions.0.unit',
  ],
  ['no measure', { schema: { ...good.schema, measures: [] } }, 'error measures_min schema.measures'],
  ['rows that are null', { rows: null }, 'error shape rows'],
])('refuses %s', (_, change, problem) => {
  expect(codes({ ...good, ...change })).toContain(problem);
  expect(validate({ ...good, ...change }).result).toBeNull();
});

it('refuses a missing key and names it', () => {
  const { meta: _, ...rest } = good;
  expect(codes(rest)).toEqual(['error missing_key meta']);
  expect(codes(null)).toEqual(['error not_an_object ']);
});

it('warns without refusing', () => {
  const drop = { ...good, rows: [{ time: 1, action: 'drop', requests: 8 }] };
  expect(codes(drop)).toEqual(['warning undeclared_value rows.0.action']);
  expect(validate(drop).result).not.toBeNull();
});

const measure = { name: 'requests', type: 'integer', unit: 'requests', format: 'short' };
const withMeasure = (change: object) => ({
  ...good,
  schema: { ...good.schema, measures: [{ ...measure, ...change }] },
  rows: [],
});
const found = (raw: unknown, window?: { stime: number; etime: number }) =>
  lint(raw, window).map((p) => `${p.level} ${p.code} ${p.path.join('.')}`);

it('finds nothing in what the specification describes', () => {
  expect(lint(good)).toEqual([]);
});

it.each([
  ['a cache figure by another name (D8)', { name: 'cache_count' }, 'error forbidden_name schema.measures.0.name'],
  ['handling by another name (D10)', { name: 'handle_time' }, 'error forbidden_name schema.measures.0.name'],
  ['the name of a dimension', { name: 'action' }, 'error duplicate_name schema.measures.0.name'],
  ['a percentage of another unit', { type: 'percent' }, 'error percent_unit schema.measures.0.unit'],
  ['a count in %', { unit: '%' }, 'error percent_unit schema.measures.0.unit'],
  ['1024 steps of no bytes', { format: 'iec' }, 'error iec_unit schema.measures.0.unit'],
  ['a unit nobody writes', { unit: 'furlongs' }, 'warning unknown_unit schema.measures.0.unit'],
])('finds %s, which can be drawn', (_, change, problem) => {
  expect(found(withMeasure(change))).toEqual([problem]);
  expect(validate(withMeasure(change)).result).not.toBeNull();
});

it('finds percentiles of more than a day (D4), by the window or by the times of the rows', () => {
  const hour = 3_600_000;
  const start = 1763600400000;
  const rows = (span: number) => [start, start + span].map((time) => ({ time, p95: 7 }));
  const p95 = (span: number) => ({ ...withMeasure({ name: 'p95', unit: 'ms' }), rows: rows(span) });
  const problem = 'error percentile_window schema.measures.0.name';
  expect(found(p95(24 * hour))).toEqual([]);
  expect(found(p95(25 * hour))).toEqual([problem]);
  expect(found(p95(hour), { stime: start, etime: start + 25 * hour })).toEqual([problem]);
});

it('finds seconds that are said to be milliseconds', () => {
  expect(found({ ...good, rows: [{ time: 1763600400, action: 'pass', requests: 1 }] })).toEqual([
    'warning time_scale schema.dimensions.0.unit',
  ]);
});
