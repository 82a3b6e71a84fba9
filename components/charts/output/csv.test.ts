import { expect, it } from 'vitest';
import type { Column } from '../prepare/model';
import { modelOf } from '../result/testing';
import { tableCsv } from './csv';

const column = (label: string, numeric = false): Column => ({
  key: label,
  label,
  numeric,
  text: String,
  csv: (v) => (typeof v === 'number' ? v : String(v ?? '')),
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '＝1', '＠a'])('makes %j harmless', (text) => {
  expect(tableCsv({ columns: [column('a')], rows: [[text]] })).toContain(`'${text}`);
});

it('leaves numbers numbers', () => {
  expect(tableCsv({ columns: [column('n', true)], rows: [[-5]] })).toBe('\uFEFF"n"\r\n-5\r\n');
});

it('names the zone in the head and writes plain times', () => {
  const [head, first] = tableCsv(modelOf('missing_bucket', 'time_series_single').table).split('\r\n');
  expect(head).toBe('\uFEFF"time (UTC+8)","requests"');
  expect(first).toBe('"2026-11-19 09:00",100');
});

it('says the offset of each time where the clocks are changed between them', () => {
  const [head = '', ...rows] = tableCsv(modelOf('dst_day', 'time_series_single').table).trim().split('\r\n');
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
  expect(tableCsv(table).split('\r\n')[0]).toContain('(UTC+2)');
});
