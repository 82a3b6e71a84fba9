import { z } from 'zod';
import { chartDimension, chartMeasure, PAGES, pageLayout, RENDER_HINTS } from '@/lib/analytics/charts/contract';
import { contract, endpoint } from '@/lib/api/endpoint';
import { asWritten } from '@/lib/api/words';

const titled = { title: z.string() };

/** What a chart's result will be like; titles are in the caller's language. */
const ChartVO = z.object({
  key: z.string(),
  render_hint: asWritten(z.enum(RENDER_HINTS)),
  ...titled,
  explanation: z.string(),
  dimensions: z.array(chartDimension.extend(titled)),
  measures: z.array(chartMeasure.extend(titled)).min(1),
  /** Whether the parameters `top` and `order` say which rows come first. */
  ranked: z.boolean(),
  /** Whether rows are single records, newest first, a page of them by the parameters `page` and `size`. */
  paged: z.boolean(),
  /** Longest window it answers, in ms; null: any. */
  longest_window_ms: z.int().nullable(),
});

/** A page with what it is for. */
export const ChartPageVO = z.object({
  page: asWritten(z.enum(PAGES)),
  ...titled,
  purpose: z.string(),
  /** What a caller needs to read its charts. */
  permission: z.string(),
  layout: pageLayout,
  charts: z.array(ChartVO),
});
export type ChartPageVO = z.output<typeof ChartPageVO>;

/** Which charts there are. */
export const catalogue = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/analytics/charts',
    permission: 'session',
    summary: 'List the pages of charts, what each chart shows, and where',
    data: z.object({ list: z.array(ChartPageVO) }),
    extension: true,
  }),
});
