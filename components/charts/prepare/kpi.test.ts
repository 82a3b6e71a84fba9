import { expect, it } from 'vitest';
import type { BatchChartResult } from '../result/contract';
import { contextOf, modelOf } from '../result/testing';
import type { KpiModel } from './model';
import { prepare } from './prepare-chart';

const result = (rows: BatchChartResult['rows'], change: Partial<BatchChartResult> = {}): BatchChartResult => ({
  chart_key: 'k',
  render_hint: 'kpi',
  schema: {
    dimensions: [{ name: 'period', type: 'enum', values: ['current', 'previous'] }],
    measures: [
      { name: 'blocked', type: 'integer', unit: 'requests', format: 'short' },
      { name: 'error_rate', type: 'percent', unit: '%' },
      { name: 'latency_p95', type: 'float', unit: 'ms' },
    ],
  },
  rows,
  meta: { compare_offset_ms: 86_400_000 },
  ...change,
});
const cards = (r: BatchChartResult, change = {}) => (prepare(r, contextOf(change)) as KpiModel).cards;

it('makes the first measure the headline and writes each change in its own terms', () => {
  const [card] = cards(
    result([
      { period: 'current', blocked: 183_600, error_rate: 0.42, latency_p95: 148 },
      { period: 'previous', blocked: 113_333, error_rate: 0.53, latency_p95: 139 },
    ]),
  );
  expect(card).toMatchObject({ value: 183_600, previous: 113_333, token: 'blocked' });
  expect(card?.delta).toEqual({ text: '+62% vs previous 24 h', tone: 'neutral' });
  expect(card?.secondary.map((f) => f.delta?.text)).toEqual(['−0.11 pp vs previous 24 h', '+9 ms vs previous 24 h']);
});

it('writes the change the Chinese way round', () => {
  const rows = [
    { period: 'current', blocked: 104 },
    { period: 'previous', blocked: 100 },
  ];
  expect(cards(result(rows), { locale: 'zh-CN' })[0]?.delta?.text).toBe('较前 24 小时 +4%');
});

it('says how many times as much where a percentage would be in thousands', () => {
  const rows = [
    { period: 'current', blocked: 1_033 },
    { period: 'previous', blocked: 10 },
  ];
  expect(cards(result(rows))[0]?.delta?.text).toBe('103× the previous 24 h');
  expect(cards(result(rows), { locale: 'zh-CN' })[0]?.delta?.text).toBe('为前 24 小时的 103 倍');
});

it('is new, not infinite, where nothing was before', () => {
  const model = modelOf('compare_zero', 'kpi') as KpiModel;
  expect(model.cards[0]?.delta?.text).toBe('new');
});

it('gives a change a tone only when the measure has a good direction', () => {
  const rows = [
    { period: 'current', blocked: 1, latency_p95: 90 },
    { period: 'previous', blocked: 2, latency_p95: 100 },
  ];
  const [card] = cards(result(rows), { polarity: { latency_p95: 'down' } });
  expect(card?.delta?.tone).toBe('neutral');
  expect(card?.secondary[1]?.delta?.tone).toBe('good');
});

it('calls a change that rounds to nothing no change', () => {
  const rows = [
    { period: 'current', blocked: 1_000_001, error_rate: 50.001 },
    { period: 'previous', blocked: 1_000_000, error_rate: 50 },
  ];
  const [card] = cards(result(rows));
  expect([card?.delta?.text, card?.secondary[0]?.delta?.text]).toEqual(Array(2).fill('no change vs previous 24 h'));
});

it('keeps null apart from 0', () => {
  expect(cards(result([{ period: 'current', blocked: null, error_rate: 0 }]))[0]).toMatchObject({ value: null });
});

it('makes one card per category value and a sparkline of the buckets', () => {
  const r = result([], {
    schema: {
      dimensions: [
        { name: 'time', type: 'timestamp', unit: 'ms' },
        { name: 'action', type: 'enum', values: ['pass', 'block'] },
      ],
      measures: [{ name: 'requests', type: 'integer', unit: 'requests' }],
    },
    rows: [0, 1, 2].flatMap((b) => [
      { time: b * 300_000, action: 'block', requests: b },
      { time: b * 300_000, action: 'pass', requests: 10 },
    ]),
  });
  expect(cards(r).map((c) => [c.label, c.value, c.token, c.spark])).toEqual([
    ['pass', 30, 'pass', [10, 10, 10]],
    ['block', 3, 'blocked', [0, 1, 2]],
  ]);
});

it('takes the latest closed bucket of what cannot be added, and says so', () => {
  const r = result([], {
    schema: {
      dimensions: [{ name: 'time', type: 'timestamp', unit: 'ms' }],
      measures: [{ name: 'latency', type: 'float', unit: 'ms' }],
    },
    rows: [0, 1, 2].map((b) => ({ time: b * 300_000, latency: 100 + b })),
  });
  const window = { stime: 0, etime: 800_000, granularity: '5m' };
  expect(cards(r, { window })[0]).toMatchObject({ value: 101, isLatest: true });
});
