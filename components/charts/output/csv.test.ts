import { expect, it } from 'vitest';
import type { Column } from '../prepare/model';
import { prepare } from '../prepare/prepare-chart';
import { contextOf, modelOf, sayIn } from '../result/testing';
import { tableCsv } from './csv';

const say = sayIn('en-US');

const column = (label: string, numeric = false): Column => ({
  key: label,
  label,
  numeric,
  text: String,
  csv: (v) => (typeof v === 'number' ? v : String(v ?? '')),
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1', '＠a'])('makes %j harmless', (text) => {
  expect(tableCsv({ columns: [column('a')], rows: [[text]] }, say)).toContain(`'${text}`);
});

it('leaves numbers numbers', () => {
  expect(tableCsv({ columns: [column('n', true)], rows: [[-5]] }, say)).toBe('\uFEFF"n"\r\n-5\r\n');
});

it('names the zone in the head and writes plain times', () => {
  const [head, first] = tableCsv(modelOf('missing_bucket', 'time_series_single').table, say).split('\r\n');
  expect(head).toBe('\uFEFF"time (UTC+8)","requests"');
  expect(first).toBe('"2026-11-19 09:00",100');
});

it('says the offset of each time where the clocks are changed between them', () => {
  const [head = '', ...rows] = tableCsv(modelOf('dst_day', 'time_series_single').table, say).trim().split('\r\n');
  expect(head).toContain('(Europe/Berlin)');
  const times = rows.map((row) => row.split(',')[0]);
  expect(times).toContain('"2026-10-25 00:00+02:00"');
  expect(times).toContain('"2026-10-26 00:00+01:00"');
});

it('names the offset of the window, not that of today', () => {
  const window = {
    stime: Date.UTC(2026, 6, 1),
    etime: Date.UTC(2026, 6, 2),
    granularity: '1h' as const,
    bucket_table: '',
  };
  const { table } = modelOf('one_row', 'time_series_single', { tz: 'Europe/Berlin', window });
  expect(tableCsv(table, say).split('\r\n')[0]).toContain('(UTC+2)');
});

it.each([
  ['en-US', ' (', ')'],
  ['zh-CN', '（', '）'],
] as const)(
  'says in %s of which unit the plain numbers of a column are, where their name does not',
  (locale, open, close) => {
    const measures = [
      { name: 'sent', type: 'integer', unit: 'bytes' },
      { name: 'rate', type: 'float', unit: 'bps' },
      { name: 'slow', type: 'float', unit: 'ms' },
      { name: 'share', type: 'percent', unit: '%' },
      { name: 'calls', type: 'float', unit: 'qps' },
      { name: 'requests', type: 'integer', unit: 'requests' },
    ] as const;
    const row = { host: 'a.example', sent: 1_500, rate: 8.25, slow: 12.5, share: 50, calls: 0.5, requests: 3 };
    const context = contextOf({ locale });
    const { table } = prepare(
      {
        chart_key: 'units',
        render_hint: 'table',
        schema: { dimensions: [{ name: 'host', type: 'string' }], measures: [...measures] },
        rows: [row],
        meta: {},
      },
      context,
      [],
    );
    const [head = '', first] = tableCsv(table, context.say).split('\r\n');
    const named = (name: string, unit: string) => `"${name}${open}${unit}${close}"`;
    const heads = [
      named('sent', 'B'),
      named('rate', 'bps'),
      named('slow', 'ms'),
      named('share', '%'),
      named('calls', context.say('unit.qps')),
    ];
    expect(head).toBe(`\uFEFF"host",${heads.join(',')},"requests"`);
    expect(first).toBe('"a.example",1500,8.25,12.5,50,0.5,3');
  },
);
