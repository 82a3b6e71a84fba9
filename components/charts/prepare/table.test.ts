import { expect, it } from 'vitest';
import { validate } from '@/lib/analytics/charts/lint';
import { contextOf, modelOf } from '../result/testing';
import { prepare } from './prepare-chart';

it('has the dimensions first, then the measures, figures exact', () => {
  const model = modelOf('seconds_unit', 'table');
  expect(model.table.columns.map((c) => [c.key, c.numeric])).toEqual([
    ['time', false],
    ['action', false],
    ['requests', true],
  ]);
  const [row] = model.table.rows;
  expect(model.table.columns.map((c, i) => c.text(row?.[i]))).toEqual(['2026-11-19 09:00', 'pass', '900']);
});

it('keeps null, the empty text and 0 apart', () => {
  const { result } = validate({
    chart_key: 't',
    render_hint: 'table',
    schema: { dimensions: [{ name: 'host', type: 'string' }], measures: [{ name: 'n', type: 'integer' }] },
    rows: [
      { host: null, n: null },
      { host: '', n: 0 },
    ],
    meta: { row_extras: [{ note: 'a' }, { note: '=b' }] },
  });
  if (!result) throw new Error('refused');
  const { table } = prepare(result, contextOf());
  expect(table.rows.map((r) => table.columns.map((c, i) => c.text(r[i])))).toEqual([
    ['(none)', '—', 'a'],
    ['(empty)', '0', '=b'],
  ]);
  expect(table.columns.at(-1)?.extra).toBe(true);
});

it('says what the empty text means where the dimension has a word for it', () => {
  const { result } = validate({
    chart_key: 't',
    render_hint: 'table',
    schema: { dimensions: [{ name: 'referer_host', type: 'string' }], measures: [{ name: 'n', type: 'integer' }] },
    rows: [{ referer_host: '', n: 1 }],
    meta: {},
  });
  if (!result) throw new Error('refused');
  const context = contextOf();
  const empty = (dimension: string) => (dimension === 'referer_host' ? 'no referrer' : undefined);
  const { table } = prepare(result, { ...context, names: { ...context.names, empty } });
  expect(table.columns[0]?.text(table.rows[0]?.[0])).toBe('no referrer');
});

it('takes what no other hint can show: an unknown hint, a course without a time', () => {
  const raw = {
    chart_key: 't',
    render_hint: 'sankey',
    schema: { dimensions: [], measures: [{ name: 'n', type: 'integer' }] },
    rows: [{ n: 1 }],
    meta: {},
  };
  const { result, problems } = validate(raw);
  expect(problems).toMatchObject([{ level: 'warning', code: 'unknown_hint' }]);
  expect(result && prepare(result, contextOf()).kind).toBe('table');
  const course = validate({ ...raw, render_hint: 'time_series_single' }).result;
  expect(course && prepare(course, contextOf()).kind).toBe('table');
});
