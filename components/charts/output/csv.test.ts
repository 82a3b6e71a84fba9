import { expect, it } from 'vitest';
import type { Column } from '../model';
import { modelOf } from '../testing';
import { toCsv } from './csv';

const column = (label: string, numeric = false): Column => ({
  key: label,
  label,
  numeric,
  text: String,
  csv: (v) => (typeof v === 'number' ? v : String(v ?? '')),
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠a'])('makes %j harmless', (text) => {
  expect(toCsv({ columns: [column('a')], rows: [[text]] })).toBe(`\uFEFFa\r\n"'${text}"\r\n`);
});

it('leaves numbers numbers and quotes what needs it', () => {
  const csv = toCsv({ columns: [column('a,b'), column('n', true)], rows: [['say "hi"', -5]] });
  expect(csv).toBe('\uFEFF"a,b",n\r\n"say ""hi""",-5\r\n');
});

it('names the zone in the head and writes plain times', () => {
  const [head, first] = toCsv(modelOf('missing_bucket', 'time_series_single').table).split('\r\n');
  expect(head).toBe('\uFEFFtime (UTC+8),requests');
  expect(first).toBe('2026-11-19 09:00,100');
});
