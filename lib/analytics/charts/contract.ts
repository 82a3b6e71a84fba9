import { z } from 'zod';

export const PAGES = [
  'overview',
  'access',
  'protect',
  'ai',
  'bot',
  'alert',
  'health',
  'ops',
  'closure',
  'cache',
] as const;
export type PageName = (typeof PAGES)[number];

/** The closed set (spec 2.14); adding one needs both sides. */
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

export const GRANULARITIES = ['5m', '1h', '1d'] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export const chartDimension = z.object({
  name: z.string(),
  type: z.enum(['enum', 'string', 'timestamp', 'geo']),
  /** Required for timestamp. */
  unit: z.enum(['ms', 's']).optional(),
  /** Required for enum; fixes order and colour. */
  values: z.array(z.string()).optional(),
});

export const chartMeasure = z.object({
  name: z.string(),
  type: z.enum(['integer', 'float', 'percent']),
  unit: z.string(),
  format: z.enum(['iec', 'short']),
});

/** Why a chart has no answer; is in its own node while the others answer. */
export const chartError = z.object({ err_key: z.string(), message: z.string() });

export const chartMeta = z.looseObject({
  /** Table the numbers came from. */
  source: z.string().optional(),
  /** Whether the answer was remembered. */
  cache: z.boolean().optional(),
  latency_ms: z.number().optional(),
  partial: z.boolean().optional(),
  available: z.boolean().optional(),
  /** Message key of why `available` is false. */
  reason: z.string().optional(),
  /** How far the previous period was moved to lie on the current grid. */
  compare_offset_ms: z.number().optional(),
  error: chartError.optional(),
});

/** Exactly these five fields (spec 2.14). */
export const batchChartResult = z.strictObject({
  chart_key: z.string(),
  render_hint: z.enum(RENDER_HINTS),
  schema: z.object({ dimensions: z.array(chartDimension), measures: z.array(chartMeasure).min(1) }),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  meta: chartMeta,
});
export type BatchChartResult = z.infer<typeof batchChartResult>;

export const reportedWindow = z.object({
  stime: z.int(),
  etime: z.int(),
  granularity: z.enum(GRANULARITIES),
  bucket_table: z.string(),
});
export type ReportedWindow = z.infer<typeof reportedWindow>;
