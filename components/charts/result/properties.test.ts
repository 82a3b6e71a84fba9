import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bucketGrid } from '../prepare/grid';
import type { PartsModel, TimeModel } from '../prepare/model';
import { prepare } from '../prepare/prepare-chart';
import type { BatchChartResult, Row } from './contract';
import { contextOf } from './testing';

const STEP = 300_000;
const START = Date.UTC(2026, 10, 19, 1);
const row = fc.record({
  time: fc.integer({ min: -5, max: 40 }).map((b) => START + b * STEP),
  host: fc.option(fc.constantFrom('a', 'b', 'c', '', ...Array.from({ length: 12 }, (_, i) => `h${i}`))),
  requests: fc.option(fc.integer({ min: -1000, max: 1_000_000 })),
});
const result = (rows: Row[], hint: BatchChartResult['render_hint']): BatchChartResult => ({
  chart_key: 'p',
  render_hint: hint,
  schema: {
    dimensions: [
      { name: 'time', type: 'timestamp', unit: 'ms' },
      { name: 'host', type: 'string' },
    ],
    measures: [{ name: 'requests', type: 'integer', unit: 'requests' }],
  },
  rows,
  meta: {},
});
const window = { stime: START, etime: START + 24 * STEP, granularity: '5m' };
const total = (rows: Row[]) => rows.reduce((sum, r) => sum + (typeof r.requests === 'number' ? r.requests : 0), 0);

it('a drawn chart adds up to its rows, with and without a window', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.boolean(), (rows, isWindowed) => {
      const context = contextOf(isWindowed ? { window } : {});
      for (const hint of ['time_series_multi', 'categorical_distribution_over_time'] as const) {
        const model = prepare(result(rows, hint), context);
        const drawn =
          model.kind === 'time'
            ? (model as TimeModel).series.reduce(
                (sum, s) => sum + s.values.reduce<number>((a, v) => a + (v ?? 0), 0),
                0,
              )
            : (model as PartsModel).parts.reduce((sum, p) => sum + (p.value ?? 0), 0);
        expect(drawn).toBe(total(rows));
      }
      const parts = prepare(result(rows, 'categorical_distribution'), context) as PartsModel;
      expect(parts.parts.reduce((sum, p) => sum + (p.value ?? 0), 0)).toBe(total(rows));
    }),
  );
});

it('the pivoted table keeps every row’s figure', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const { table } = prepare(result(rows, 'time_series_multi'), contextOf({ window }));
      const cells = table.rows.flatMap((r) => r.slice(1)).map((v) => (typeof v === 'number' ? v : 0));
      expect(cells.reduce((a, b) => a + b, 0)).toBe(total(rows));
    }),
  );
});

it('the grid is complete, ordered, without holes, and every series has one value per bucket', () => {
  const zones = ['UTC', 'Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'];
  const input = fc.record({
    start: fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2027, 0) }),
    length: fc.integer({ min: 1, max: 60 * 86_400_000 }),
    granularity: fc.constantFrom('5m', '1h', '1d'),
    tz: fc.constantFrom(...zones),
  });
  fc.assert(
    fc.property(input, ({ start, length, granularity, tz }) => {
      const shared = { stime: start, etime: start + length, granularity };
      const buckets = bucketGrid({ times: [], window: shared, tz, now: Infinity, isPartial: false });
      expect(buckets.length).toBeGreaterThan(0);
      expect(buckets[0]?.start).toBeLessThanOrEqual(start);
      expect(buckets.at(-1)?.end).toBeGreaterThanOrEqual(start + length);
      for (const [i, bucket] of buckets.entries()) {
        expect(bucket.end).toBeGreaterThan(bucket.start);
        if (i > 0) expect(bucket.start).toBe(buckets[i - 1]?.end);
      }
    }),
    { numRuns: 40 },
  );
});
