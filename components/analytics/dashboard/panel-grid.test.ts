import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layout as access } from '@/lib/analytics/charts/pages/access/layout';
import { layout as ai } from '@/lib/analytics/charts/pages/ai/layout';
import { layout as bot } from '@/lib/analytics/charts/pages/bot/layout';
import { layout as cache } from '@/lib/analytics/charts/pages/cache/layout';
import { layout as health } from '@/lib/analytics/charts/pages/health/layout';
import { layout as ops } from '@/lib/analytics/charts/pages/ops/layout';
import { layout as overview } from '@/lib/analytics/charts/pages/overview/layout';
import { layout as protect } from '@/lib/analytics/charts/pages/protect/layout';
import { rowsOf, spanClass } from './panel-grid';

const panel = fc.record({ key: fc.string(), columns: fc.constantFrom(3, 4, 5, 6, 7, 8, 9, 12) });

it('keeps every panel in its order, in rows that hold them', () => {
  fc.assert(
    fc.property(fc.array(panel), (panels) => {
      const rows = rowsOf(panels);
      expect(rows.flat()).toEqual(panels);
      for (const row of rows) {
        expect(row.length).toBeGreaterThan(0);
        expect(row.reduce((sum, { columns }) => sum + columns, 0)).toBeLessThanOrEqual(12);
      }
    }),
  );
});

const LAYOUTS = { access, ai, bot, cache, health, ops, overview, protect };

it.each(Object.entries(LAYOUTS))('fills every row of %s, on windows of both widths', (_, { panels }) => {
  for (const row of rowsOf(panels)) {
    expect(row.reduce((sum, { columns }) => sum + columns, 0)).toBe(12);
    const narrow = row.map(({ columns }, i) => (spanClass(columns, i, row.length).includes('md:col-span-12') ? 12 : 6));
    expect(narrow.reduce((sum, n) => sum + n, 0) % 12).toBe(0);
    for (const { columns } of row) expect(spanClass(columns, 0, 1)).toContain(`col-span-${columns}`);
  }
});
