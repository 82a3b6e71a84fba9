import { describe, expect, it } from 'vitest';
import { tableCsv } from '../output/csv';
import { toOption } from '../output/option';
import { toSummary } from '../output/summary';
import type { ChartTheme } from '../output/theme';
import { RENDER_HINTS } from './contract';
import { FIXTURES } from './fixtures';
import { contextFor, modelOfFixture } from './testing';
import { validate } from './validate';

const theme: ChartTheme = { color: (token) => `#${token}`, area: 0.14, font: 'sans-serif', isForced: false };
const env = { theme, width: 800, height: 240, hidden: new Set<string>() };

describe.each(FIXTURES.map((f) => [f.id, f] as const))('fixture %s', (_, fixture) => {
  it.each(RENDER_HINTS.map((h) => [h] as const))('gives %s its four outputs in both languages', (hint) => {
    for (const locale of ['en-US', 'zh-CN'] as const) {
      const context = contextFor(fixture, { locale });
      const model = modelOfFixture(fixture, hint, { locale });
      toOption(model, context, env);
      const summary = toSummary(model, context);
      expect(summary).not.toMatch(/NaN|undefined|Infinity|\[object/);
      expect(summary.length).toBeGreaterThan(10);
      expect(tableCsv(model.table).split('\r\n').length).toBeGreaterThanOrEqual(model.table.rows.length + 2);
      const texts = model.table.rows.slice(0, 50).flatMap((r) => model.table.columns.map((c, i) => c.text(r[i])));
      expect(texts.join(' ')).not.toMatch(/NaN|undefined|Infinity|\[object/);
    }
  });

  it.each(RENDER_HINTS.map((h) => [h] as const))('is within the contract as %s', (hint) => {
    expect(validate(fixture.result(hint)).problems.filter((p) => p.level === 'error')).toEqual([]);
  });
});

it('there are the 21 cases of the reference, the series count in two sizes', () => {
  expect(FIXTURES).toHaveLength(22);
  expect(new Set(FIXTURES.map((f) => f.id)).size).toBe(22);
});
