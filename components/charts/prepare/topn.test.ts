import { expect, it } from 'vitest';
import type { BatchChartResult } from '../result/contract';
import { cutMiddle } from '../result/labels';
import { contextOf, modelOf } from '../result/testing';
import type { RankModel } from './model';
import { prepare } from './prepare-chart';

const ranking = (rows: BatchChartResult['rows']): RankModel => {
  const result: BatchChartResult = {
    chart_key: 't',
    render_hint: 'topn',
    schema: {
      dimensions: [{ name: 'client_ip', type: 'string' }],
      measures: [
        { name: 'blocked', type: 'integer', unit: 'requests' },
        { name: 'share', type: 'percent', unit: '%' },
        { name: 'latency', type: 'float', unit: 'ms' },
        { name: 'bytes_out', type: 'integer', unit: 'bytes', format: 'iec' },
      ],
    },
    rows,
    meta: {},
  };
  return prepare(result, contextOf()) as RankModel;
};

it('keeps the server’s order, ties included', () => {
  const model = ranking([
    { client_ip: 'b', blocked: 5, share: 9.9, latency: 12, bytes_out: 2_293_740 },
    { client_ip: 'a', blocked: 5, share: 9.9, latency: 3 },
    { client_ip: null, blocked: 1 },
  ]);
  expect(model.items.map((i) => i.lines[0])).toEqual(['b', 'a', '(none)']);
  expect(model.items.map((i) => i.bar)).toEqual([100, 100, 20]);
  expect(model.items[0]).toMatchObject({
    share: 9.9,
    token: 'blocked',
    extras: [
      { label: 'latency', text: '12 ms' },
      { label: 'bytes_out', text: '2.2 MiB' },
    ],
  });
});

it('shows text as text', () => {
  const model = modelOf('html_text', 'topn') as RankModel;
  expect(model.items.map((i) => i.lines[0])).toContain('<img src=x onerror=alert(1)>');
});

it('cuts long names in the middle and never inside a character', () => {
  expect(cutMiddle('2001:db8:85a3:8d3:1319:8a2e:370:7348', 20)).toBe('2001:db8:85a…70:7348');
  expect(cutMiddle('🧱🧱🧱🧱🧱🧱', 4)).toBe('🧱🧱…🧱');
  expect(cutMiddle('short', 20)).toBe('short');
});
