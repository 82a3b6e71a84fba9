import { z } from 'zod';
import {
  chartDimension,
  chartMeasure,
  chartMeta,
  RENDER_HINTS,
  type RenderHint,
  type ReportedWindow,
  batchChartResult as strictResult,
} from './contract';

export { RENDER_HINTS, type RenderHint };

export const RESULT_KEYS = ['chart_key', 'render_hint', 'schema', 'rows', 'meta'] as const;
/** Named by the spec as never allowed at the top level: other chart contracts put their data there. */
export const FORBIDDEN_KEYS = ['series', 'totals', 'kpis', 'points', 'list'] as const;

const dimension = chartDimension
  .refine((d) => d.type !== 'timestamp' || d.unit !== undefined, { path: ['unit'], params: { code: 'timestamp_unit' } })
  .refine((d) => d.type !== 'enum' || d.values !== undefined, { path: ['values'], params: { code: 'enum_values' } });

// a pasted result may leave unit and format out; there is always a way to show a bare number
const measure = chartMeasure.partial({ unit: true, format: true });

/** What can be drawn: the sender's contract (spec 2.14), with the rules that span two fields. */
export const batchChartResult = strictResult.extend({
  schema: z.object({ dimensions: z.array(dimension), measures: z.array(measure).min(1) }),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  meta: chartMeta.extend({ row_extras: z.unknown().optional() }),
});

export type Dimension = z.output<typeof dimension>;
export type Measure = z.output<typeof measure>;
export type BatchChartResult = z.output<typeof batchChartResult>;
export type Row = BatchChartResult['rows'][number];
export type Cell = Row[string];

/** The window every chart of a batch shares; times in Unix milliseconds. */
export type ChartWindow = Omit<ReportedWindow, 'granularity' | 'bucket_table'> & {
  granularity: string;
  bucket_table?: string;
};
