import { z } from 'zod';
import { asWritten } from '@/lib/api/words';
import { chartFilter } from '../filters/contract';
import { PAGES, type PageName } from './vocabulary';

export { PAGES, type PageName };

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
  type: asWritten(z.enum(['enum', 'string', 'timestamp', 'geo'])),
  /** Required for timestamp. */
  unit: asWritten(z.enum(['ms', 's'])).optional(),
  /** Required for enum; fixes order and colour. */
  values: z.array(z.string()).optional(),
});

export const chartMeasure = z.object({
  name: z.string(),
  type: asWritten(z.enum(['integer', 'float', 'percent'])),
  unit: z.string(),
  format: asWritten(z.enum(['iec', 'short'])),
});

/** Why a chart has no answer; is in its own node while the others answer. */
export const chartError = z.object({ err_key: z.string(), message: z.string() });

/** How a mark of a chart leads to the events behind it. */
const drillDown = z.object({
  /** Whether a row counts events or is one. */
  rows: asWritten(z.enum(['counts', 'events'])),
  /** Columns whose values the page and the list of events can be filtered by. */
  dimensions: z.array(z.string()),
  /** What all events of the chart have in common. */
  filters: z.array(chartFilter),
  /** What those that a measure counts have in common beyond that, by its name. */
  measures: z.record(z.string(), z.array(chartFilter)),
});
export type DrillDown = z.output<typeof drillDown>;

/** How a mark of a chart of records leads to their list: what that list is asked for. */
const recordList = z.object({
  /** Whether a row counts records or is one. */
  rows: asWritten(z.enum(['counts', 'records'])),
  /** Path of the list. */
  path: z.string(),
  /** What all records of the chart have in common, as parameters of the list. */
  query: z.record(z.string(), z.string()),
  /** The parameter that a dimension's value becomes, and what it is there, where that differs. */
  dimensions: z.record(
    z.string(),
    z.object({ param: z.string(), values: z.record(z.string(), z.string()).optional() }),
  ),
  /** What those that a measure counts have in common beyond that, by its name. */
  measures: z.record(z.string(), z.record(z.string(), z.string())),
});
export type RecordList = z.output<typeof recordList>;

/** Which event a row is. */
const eventRow = z.object({ event_id: z.string() });
export type EventRow = z.output<typeof eventRow>;

/** Why a chart has nothing of its window. */
const absence = z.object({
  /** What its source holds. */
  of: asWritten(z.enum(['requests', 'alerts', 'operations', 'sign_ins'])),
  /** How many of them there were that the chart does not count. */
  others: z.int(),
  /** Whether the request had filters. */
  filtered: z.boolean(),
  /**
   * When the latest one that the chart counts was, Unix ms, of requests to the hour; null where there was none in the 90 days before
   * the end of the window, left out where that is not known.
   */
  latest: z.int().nullable().optional(),
});
export type Absence = z.output<typeof absence>;

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
  /** Given where there is no figure in the window. */
  absence: absence.optional(),
  /** How far the previous period was moved to lie on the current grid. */
  compare_offset_ms: z.number().optional(),
  error: chartError.optional(),
  drill_down: drillDown.optional(),
  record_list: recordList.optional(),
  /** Of charts of single events, in the order of the rows: their page is `/analytics/events/<event_id>`. */
  row_extras: z.array(eventRow).optional(),
});

/** Exactly these five fields (spec 2.14). */
export const batchChartResult = z.strictObject({
  chart_key: z.string(),
  render_hint: asWritten(z.enum(RENDER_HINTS)),
  schema: z.object({ dimensions: z.array(chartDimension), measures: z.array(chartMeasure).min(1) }),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
  meta: chartMeta,
});
export type BatchChartResult = z.infer<typeof batchChartResult>;

/** Where a page shows its charts. Every chart of the page is in it once. */
export const pageLayout = z.object({
  /** Headline figures, in one strip above all else. */
  figures: z.array(z.string()),
  /** Courses of figures that have none of their own, from a chart over time: of all its values, or of one. */
  courses: z.record(z.string(), z.object({ chart: z.string(), value: z.string().optional() })).optional(),
  /** From left to right on a grid of 12 columns; what does not fit into a row any more begins the next. */
  panels: z.array(
    z.object({
      key: z.string(),
      columns: z.int().min(3).max(12),
      /** Pixels of the drawing; not given: what its render hint takes. */
      height: z.int().optional(),
      /** The figure of which its rows are shares. */
      whole: z.string().optional(),
    }),
  ),
});
export type PageLayout = z.output<typeof pageLayout>;

export const reportedWindow = z.object({
  stime: z.int(),
  etime: z.int(),
  granularity: asWritten(z.enum(GRANULARITIES)),
  bucket_table: z.string(),
});
export type ReportedWindow = z.infer<typeof reportedWindow>;
