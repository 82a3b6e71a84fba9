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
