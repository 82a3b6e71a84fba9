import { expect, it } from 'vitest';
import { toOption } from '../output/option';
import type { BatchChartResult, Measure } from '../result/contract';
import { contextOf, modelOf } from '../result/testing';
import type { TimeModel } from './model';
import { prepare } from './prepare-chart';

const hint = 'time_series_multi';
const of = (id: string) => modelOf(id, hint) as TimeModel;
const theme = { color: () => '#000', area: 0.1, font: 'sans-serif', isForced: false };

function measures(...list: Measure[]): TimeModel {
  const result: BatchChartResult = {
    chart_key: 'm',
    render_hint: hint,
    schema: { dimensions: [{ name: 'time', type: 'timestamp', unit: 'ms' }], measures: list },
    rows: [0, 1, 2].map((b) => ({ time: b * 300_000, ...Object.fromEntries(list.map((m) => [m.name, b])) })),
    meta: {},
  };
  return prepare(result, contextOf()) as TimeModel;
}

it('adds what is beyond eight lines into Other, or counts what it cannot add', () => {
  expect(
    of('21_series')
      .series.map((s) => s.label)
      .at(-1),
  ).toBe('Other (13)');
  const rates = modelOf('21_series', hint) as TimeModel;
  expect(rates.hiddenSeries).toBe(0);
});

it('gives no two lines of a chart the same hue', () => {
  const tokens = of('21_series')
    .series.slice(0, 8)
    .map((s) => s.token);
  expect(new Set(tokens).size).toBe(8);
});

it('puts a second unit on the right and makes facets of three', () => {
  const requests: Measure = { name: 'requests', type: 'integer', unit: 'requests' };
  const latency: Measure = { name: 'latency', type: 'float', unit: 'ms' };
  const rate: Measure = { name: 'rate', type: 'percent', unit: '%' };
  expect(measures(requests, latency).series.map((s) => s.axis)).toEqual([0, 1]);
  const model = measures(requests, latency, rate);
  const option = toOption(model, contextOf(), { theme, width: 600, height: 300, hidden: new Set() });
  expect(option).toMatchObject({ grid: [{}, {}, {}] });
});

it('keeps null, the empty text and a name apart', () => {
  const result: BatchChartResult = {
    chart_key: 'm',
    render_hint: hint,
    schema: {
      dimensions: [
        { name: 'time', type: 'timestamp', unit: 'ms' },
        { name: 'host', type: 'string' },
      ],
      measures: [{ name: 'requests', type: 'integer', unit: 'requests' }],
    },
    rows: [null, '', 'null'].map((host) => ({ time: 0, host, requests: 1 })),
    meta: {},
  };
  const model = prepare(result, contextOf()) as TimeModel;
  expect(model.series.map((s) => s.label)).toEqual(['(none)', '(empty)', 'null']);
});

it('keeps the lines of the previous period apart by the colours of their series', () => {
  const row = (time: number, period: string, status: string) => ({ time, period, status, requests: 1 });
  const result: BatchChartResult = {
    chart_key: 'm',
    render_hint: hint,
    schema: {
      dimensions: [
        { name: 'time', type: 'timestamp', unit: 'ms' },
        { name: 'status', type: 'string' },
        { name: 'period', type: 'enum', values: ['current', 'previous'] },
      ],
      measures: [{ name: 'requests', type: 'integer', unit: 'requests' }],
    },
    rows: ['current', 'previous'].flatMap((period) => ['200', '404'].map((status) => row(0, period, status))),
    meta: { compare_offset_ms: 300_000 },
  };
  const { series } = prepare(result, contextOf()) as TimeModel;
  const tokens = (isPrevious: boolean) => series.filter((s) => s.isPrevious === isPrevious).map((s) => s.token);
  expect(tokens(true)).toEqual(tokens(false));
  expect(new Set(tokens(true)).size).toBe(2);
});
