import { expect, it } from 'vitest';
import { validate } from './validate';

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
