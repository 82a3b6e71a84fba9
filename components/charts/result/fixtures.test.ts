import { describe, expect, it } from 'vitest';
import { validate } from '@/lib/analytics/charts/lint';
import { tableCsv } from '../output/csv';
import { toOption } from '../output/option';
import { toSummary } from '../output/summary';
import type { ChartTheme } from '../output/theme';
import { RENDER_HINTS } from './contract';
import { FIXTURES, fixtureOf } from './fixtures';
import { contextFor, modelOfFixture, sayIn } from './testing';

const theme: ChartTheme = { color: (token) => `#${token}`, area: 0.14, font: 'sans-serif', isForced: false };
const env = { theme, width: 800, height: 240, hidden: new Set<string>() };

describe.each(FIXTURES.map((f) => [f.id, f] as const))('fixture %s', (_, fixture) => {
  it.each(RENDER_HINTS.map((h) => [h] as const))('gives %s its four outputs in both languages', (hint) => {
    for (const locale of ['en-US', 'zh-CN'] as const) {
      const context = contextFor(fixture, hint, { locale });
      const model = modelOfFixture(fixture, hint, { locale });
      toOption(model, context, env);
      const summary = toSummary(model, context);
      expect(summary).not.toMatch(/NaN|undefined|Infinity|\[object/);
      expect(summary.length).toBeGreaterThan(10);
      expect(tableCsv(model.table, sayIn('en-US')).split('\r\n').length).toBeGreaterThanOrEqual(
        model.table.rows.length + 2,
      );
      const texts = model.table.rows.slice(0, 50).flatMap((r) => model.table.columns.map((c, i) => c.text(r[i])));
      expect(texts.join(' ')).not.toMatch(/NaN|undefined|Infinity|\[object/);
    }
  });

  it.each(RENDER_HINTS.map((h) => [h] as const))('is within the contract as %s', (hint) => {
    expect(validate(fixture.result(hint)).problems.filter((p) => p.level === 'error')).toEqual([]);
  });
});

it('there are the 21 cases of the reference, the series count in three sizes, and those of a dashboard, each once', () => {
  const ids = FIXTURES.map((f) => f.id);
  expect(ids).toEqual(expect.arrayContaining(['10k_rows', 'long_labels', 'compare', 'unavailable', 'error']));
  expect(ids).toHaveLength(26);
  expect(new Set(ids).size).toBe(26);
});

it('the large one has ten thousand rows whatever the hint, the same each time', () => {
  for (const hint of RENDER_HINTS) {
    const rows = () => validate(fixtureOf('10k_rows')?.result(hint)).result?.rows;
    expect(rows(), hint).toHaveLength(10_000);
    expect(rows()).toEqual(rows());
  }
});
