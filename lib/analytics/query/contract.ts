import { z } from 'zod';
import { batchChartResult, PAGES, type PageName, reportedWindow } from '@/lib/analytics/charts/contract';
import { chartFilters, queryFilters } from '@/lib/analytics/filters/contract';
import { contract, endpoint, type Permission } from '@/lib/api/endpoint';
import { stream } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { line, queryBool, queryInt } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';

export const errors = defineErrors({
  'err.analytics.unknown_chart': { code: 4101, status: 400, category: 'validation' },
  'err.analytics.duplicate_chart': { code: 4102, status: 400, category: 'validation' },
  'err.analytics.window': { code: 4103, status: 400, category: 'validation' },
  'err.analytics.chart_failed': { code: 4104, status: 503, category: 'internal' },
  'err.analytics.chart_timeout': { code: 4105, status: 503, category: 'internal' },
});

const MAX_CHARTS = 20;
export const MAX_TOP = 100;

/** Words the console explains wherever they occur; texts in messages `analytics.glossary.terms`. */
export const TERMS = [
  'request',
  'block',
  'limit',
  'captcha',
  'monitor',
  'pass',
  'attack_class',
  'score',
  'origin_error',
  'latency_percentile',
  'total_cache_count',
  'bandwidth',
  'bucket',
  'compare',
  'partial',
  'unowned_host',
  'user_agent_class',
  'bytes_in',
  'bytes_out',
  'unique_clients',
  'attacker',
  'stopped',
  'bot',
  'total_cache_hit_share',
  'total_cache_misses',
  'latency_mean',
  'operation',
  'sign_in',
] as const;

/** Any text that can name a node of the answer: what no chart is called is refused there, and not the whole batch. */
const chartKey = z
  .string()
  .min(1)
  .max(64)
  .refine((key) => key !== '__proto__');
const id = line(128, 1);
const millis = z.int().min(0);
export const ORDERS = ['asc', 'desc'] as const;

export const chartParams = z.object({
  top: z.int().min(1).max(MAX_TOP).optional(),
  order: asWritten(z.enum(ORDERS)).optional(),
  page: z.int().min(1).max(100_000).optional(),
  size: z.int().min(1).max(100).optional(),
});

const filters = {
  /** `last_<n>m|h|d`, today or yesterday; last_24h when nothing is said. */
  time_window: z.string().max(32).optional(),
  stime: millis.optional(),
  etime: millis.optional(),
  /** Another name of domain_id, kept for older clients. */
  site_id: id.optional(),
  domain_id: id.optional(),
  target_user_id: id.optional(),
  compare: z.boolean().default(false),
  /** Only events that pass all of these; an addition to the spec's fields. */
  filters: chartFilters.default([]),
};

const charts = z
  .array(z.object({ key: chartKey, params: chartParams.optional() }))
  .min(1)
  .max(MAX_CHARTS);

export const BatchFilters = z.object({ ...filters, charts });
export type BatchFilters = z.output<typeof BatchFilters>;

const BatchInput = BatchFilters.extend({ page: asWritten(z.enum(PAGES)) });

export const BatchAnswer = z.object({
  data: z.record(z.string(), batchChartResult),
  meta: z.object({
    elapsed_ms: z.number(),
    cache_hit_ratio: z.number(),
    total_charts: z.int(),
    failed_charts: z.int(),
    window: reportedWindow,
  }),
});
export type BatchAnswer = z.output<typeof BatchAnswer>;

export const EXPORT_FORMATS = ['csv', 'json'] as const;

/** The fields of a single chart's query: `top`, `order`, `page` and `size` are for charts that bring none of their own. */
const ExportInput = BatchFilters.extend({
  ...chartParams.shape,
  /** As in the query of a single chart; another name of time_window, which wins. */
  window: filters.time_window,
  format: asWritten(z.enum(EXPORT_FORMATS)).default('csv'),
});
export type ExportInput = z.output<typeof ExportInput>;

/** Which events a GET is about: its window, whose they are, and the filters in one line (`action:block;country!:US`). */
export const eventQuery = z.object({
  window: z.string().max(32).optional(),
  stime: queryInt({ min: 0 }).optional(),
  etime: queryInt({ min: 0 }).optional(),
  site_id: id.optional(),
  domain_id: id.optional(),
  target_user_id: id.optional(),
  filter: queryFilters.optional(),
});

export const SingleQuery = eventQuery.extend({
  compare: queryBool.default(false),
  top: queryInt({ min: 1, max: MAX_TOP }).default(10),
  order: asWritten(z.enum(ORDERS)).default('desc'),
  page: queryInt({ min: 1, max: 100_000 }).default(1),
  size: queryInt({ min: 1, max: 100 }).default(20),
});
export type SingleQuery = z.output<typeof SingleQuery>;

const viewOf = (page: PageName): Permission => `analytics.${page}.view`;
const VIEWS = PAGES.map(viewOf);
/** Naming a domain or a user narrows; a domain that the caller doesn't see is 404, and only platform staff name users. */
export const SCOPE_ERRORS = ['err.not_found', 'err.auth.platform_only'] as const;
const READS = { none: 'Reads charts; nothing changes' } as const;

/** Figures behind charts. */
export const analytics = contract({
  glossary: endpoint({
    method: 'GET',
    path: '/api/analytics/glossary',
    permission: 'session',
    summary: 'Read what the words of the charts mean',
    data: z.object({ terms: z.record(z.string(), z.string()) }),
  }),
  batch: endpoint({
    method: 'POST',
    path: '/api/analytics/batch',
    permission: ({ body }) => viewOf(body.page),
    grants: VIEWS,
    summary: 'Read up to 20 charts of the page named in the body',
    body: BatchInput,
    data: BatchAnswer,
    audit: READS,
    errors: [...SCOPE_ERRORS, 'err.analytics.duplicate_chart', 'err.analytics.window'],
  }),
  pageBatch: endpoint({
    method: 'POST',
    path: '/api/analytics/{page}/batch',
    permission: 'analytics.{page}.view',
    grants: VIEWS,
    summary: 'Read up to 20 charts of a page',
    body: BatchFilters,
    data: BatchAnswer,
    audit: READS,
    errors: [...SCOPE_ERRORS, 'err.analytics.duplicate_chart', 'err.analytics.window'],
  }),
  chart: endpoint({
    method: 'GET',
    path: '/api/analytics/{page}/{chart}',
    permission: 'analytics.{page}.view',
    grants: VIEWS,
    summary: 'Read one chart',
    query: SingleQuery,
    data: batchChartResult,
    errors: [...SCOPE_ERRORS, 'err.analytics.window', 'err.analytics.chart_failed', 'err.analytics.chart_timeout'],
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/analytics/overview/export',
    permission: 'analytics.overview.export',
    summary: 'Download charts of the overview as CSV or JSON',
    body: ExportInput,
    data: stream,
    media: ['text/csv; charset=utf-8', 'application/json; charset=utf-8'],
    audit: READS,
    errors: [
      ...SCOPE_ERRORS,
      'err.analytics.unknown_chart',
      'err.analytics.duplicate_chart',
      'err.analytics.window',
      'err.analytics.chart_failed',
      'err.analytics.chart_timeout',
    ],
  }),
});
