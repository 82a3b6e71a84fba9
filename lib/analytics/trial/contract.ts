import { z } from 'zod';
import { batchChartResult, RENDER_HINTS, reportedWindow } from '@/lib/analytics/charts/contract';
import { declaredFilter } from '@/lib/analytics/filters/contract';
import { BatchFilters, MAX_TOP, ORDERS } from '@/lib/analytics/query/contract';
import { contract, endpoint } from '@/lib/api/endpoint';
import { asWritten } from '@/lib/api/words';
import { FIGURES, TRIAL_DIMENSIONS, TRIAL_PAGES, TRIAL_SUMS } from './vocabulary';

const MAX_DIMENSIONS = 3;
const MAX_MEASURES = 8;
const MAX_FILTERS = 10;
const key = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);
const where = z.array(declaredFilter).max(MAX_FILTERS);

const measure = z.union([
  asWritten(z.enum(FIGURES)),
  /** The sum over the events that pass the filters. */
  z.strictObject({ name: key, sum: asWritten(z.enum(TRIAL_SUMS)), where: where.default([]) }),
  /** The share of the requests that pass the filters, 0-100. */
  z.strictObject({ name: key, share: where.min(1) }),
]);
export type TrialMeasure = z.output<typeof measure>;

/** A chart as charts.ts declares it, in names alone. */
export const Declaration = z
  .strictObject({
    key,
    render_hint: asWritten(z.enum(RENDER_HINTS)),
    dimensions: z.array(asWritten(z.enum(TRIAL_DIMENSIONS))).max(MAX_DIMENSIONS),
    measures: z.array(measure).min(1).max(MAX_MEASURES),
    filters: where.default([]),
    /** Highest first by the first measure, cut at `limit`. */
    ranked: z.boolean().default(false),
    order: asWritten(z.enum(ORDERS)).default('desc'),
    limit: z.int().min(1).max(MAX_TOP).default(10),
  })
  .superRefine(({ render_hint, dimensions }, context) => {
    const needs = (name: string) => {
      if (!dimensions.some((one) => one === name)) {
        context.addIssue({ code: 'invalid_value', values: [name], path: ['dimensions'], input: dimensions });
      }
    };
    if (render_hint.includes('time')) needs('time');
    if (render_hint === 'geo') needs('country');
  });
export type Declaration = z.output<typeof Declaration>;

export const TrialInput = BatchFilters.omit({ charts: true }).extend({
  /** Whose permission is asked for, and beside whose charts it would be. */
  page: asWritten(z.enum(TRIAL_PAGES)),
  declaration: Declaration,
});
export type TrialInput = z.output<typeof TrialInput>;

const Trial = z.object({
  result: batchChartResult,
  window: reportedWindow,
  /** What to write into the page's charts.ts. */
  source: z.string(),
});
export type Trial = z.output<typeof Trial>;

/** Charts that are tried before they are declared. */
export const trial = contract({
  run: endpoint({
    method: 'POST',
    path: '/api/analytics/charts/trial',
    permission: ({ body }) => `analytics.${body.page}.view`,
    grants: TRIAL_PAGES.map((page) => `analytics.${page}.view` as const),
    summary: 'Try the declaration of a chart on one’s own events, before it is written into the product',
    body: TrialInput,
    data: Trial,
    audit: { none: 'Reads events; nothing changes' },
    errors: ['err.analytics.window', 'err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
});
