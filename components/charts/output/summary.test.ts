import { expect, it } from 'vitest';
import { fixtureOf } from '../result/fixtures';
import { contextFor, modelOf } from '../result/testing';
import { toSummary } from './summary';

function summary(id: string, hint: Parameters<typeof modelOf>[1], locale: 'en-US' | 'zh-CN' = 'en-US') {
  const fixture = fixtureOf(id);
  if (!fixture) throw new Error(id);
  return toSummary(modelOf(id, hint, { locale }), contextFor(fixture, hint, { locale }));
}

it('says in one sentence what, when, how much and where it goes', () => {
  expect(summary('5k_points', 'time_series_single')).toContain('requests highest 90,402 at 11-28 01:20 – 01:25');
  expect(summary('partial', 'time_series_single')).toBe(
    'Chart, 2026-11-19 09:00 – 11-19 11:00 UTC+8: requests highest 300 at 11-19 09:00 – 09:05, lowest 300, latest 300, steady; data is incomplete.',
  );
});

it('speaks Chinese', () => {
  expect(summary('zero_rows', 'time_series_single', 'zh-CN')).toBe(
    'Chart，2026-11-19 09:00 – 11-19 11:00 UTC+8：没有数据。',
  );
});

it('puts between a figure and its change what the language puts there', () => {
  expect(summary('compare_zero', 'kpi')).toMatch(/\d, new/);
  expect(summary('compare_zero', 'kpi', 'zh-CN')).toMatch(/\d，新增/);
});

it('does not call zeros missing', () => {
  expect(summary('all_zero', 'categorical_distribution')).toContain('all values are zero');
});
