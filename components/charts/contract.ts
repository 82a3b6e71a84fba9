import { z } from 'zod';

/** The closed set of render hints (spec 2.14). A hint outside it is drawn as a table. */
export const RENDER_HINTS = [
  'kpi',
  'categorical_distribution',
  'categorical_distribution_over_time',
  'time_series_single',
  'time_series_multi',
  'topn',
  'geo',
  'table',
] as const;
export type RenderHint = (typeof RENDER_HINTS)[number];

export const RESULT_KEYS = ['chart_key', 'render_hint', 'schema', 'rows', 'meta'] as const;
/** Named by the spec as never allowed at the top level: other chart contracts put their data there. */
export const FORBIDDEN_KEYS = ['series', 'totals', 'kpis', 'points', 'list'] as const;

export const dimensionSchema = z
  .object({
    name: z.string().min(1),
    type: z.enum(['enum', 'string', 'timestamp', 'geo']),
    unit: z.string().optional(),
    values: z.array(z.string()).optional(),
  })
  .refine((d) => d.type !== 'timestamp' || d.unit === 'ms' || d.unit === 's', {
    path: ['unit'],
    params: { code: 'timestamp_unit' },
  })
  .refine((d) => d.type !== 'enum' || d.values !== undefined, { path: ['values'], params: { code: 'enum_values' } });

export const measureSchema = z.object({
  name: z.string().min(1),
  type: z.enum(['integer', 'float', 'percent']),
  unit: z.string().optional(),
  format: z.enum(['iec', 'short']).optional(),
});

export const cellSchema = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const metaSchema = z.looseObject({
  source: z.string().optional(),
  cache: z.union([z.string(), z.boolean()]).optional(),
  latency_ms: z.number().optional(),
  partial: z.boolean().optional(),
  available: z.boolean().optional(),
  row_extras: z.unknown().optional(),
  compare_offset_ms: z.number().optional(),
  error: z.unknown().optional(),
});

/** One chart's answer, exactly five keys (spec 2.14). */
export const batchChartResult = z.strictObject({
  chart_key: z.string().min(1),
  render_hint: z.enum(RENDER_HINTS),
  schema: z.object({ dimensions: z.array(dimensionSchema), measures: z.array(measureSchema).min(1) }),
  rows: z.array(z.record(z.string(), cellSchema)),
  meta: metaSchema,
});

export type Dimension = z.output<typeof dimensionSchema>;
export type Measure = z.output<typeof measureSchema>;
export type Cell = z.output<typeof cellSchema>;
export type Row = Record<string, Cell>;
export type BatchChartResult = z.output<typeof batchChartResult>;

/** The window every chart of a batch shares; times in Unix milliseconds. */
export type ChartWindow = { stime: number; etime: number; granularity: string; bucket_table?: string };
