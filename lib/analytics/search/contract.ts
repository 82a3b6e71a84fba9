import { z } from 'zod';
import { batchChartResult, reportedWindow } from '@/lib/analytics/charts/contract';
import { eventQuery, ORDERS, SCOPE_ERRORS } from '@/lib/analytics/query/contract';
import { contract, endpoint } from '@/lib/api/endpoint';
import { stream } from '@/lib/api/envelope';
import { keyword, millis, pageOf, pageQuery } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';

/** How far pages by number go: reading further costs as much as everything before it. Cursors go on. */
export const MAX_LISTED_EVENTS = 10_000;

/** How many events a file of them holds: the newest of its window. */
export const MAX_EXPORTED_EVENTS = 100_000;

/** One request at the edge (DESIGN 7). Texts are as the client sent them. */
export const EventVO = z.object({
  /** 16 hex digits. */
  event_id: z.string(),
  time: millis,
  action: z.string(),
  /** Empty when no rule matched. */
  attack_class: z.string(),
  method: z.string(),
  host: z.string(),
  path: z.string(),
  query: z.string(),
  status: z.int(),
  client_ip: z.string(),
  /** ISO 3166-1 alpha-2; empty when unknown. */
  country: z.string(),
  asn: z.int(),
  ua_class: z.string(),
  ua_name: z.string(),
  user_agent: z.string(),
  referer_host: z.string(),
  /** 0 when the origin was not asked. */
  upstream_status: z.int(),
  /** ms; null when the log has no timing. */
  latency_ms: z.int().nullable(),
  upstream_ms: z.int().nullable(),
  bytes_in: z.int(),
  bytes_out: z.int(),
  cache_status: z.string(),
  protocol: z.string(),
  tls: z.string(),
  /** The most severe rule that matched; 0 when none did. */
  rule_id: z.int(),
  score: z.int(),
  request_id: z.string(),
  node_id: z.string(),
  /** Empty for a host that nobody owns. */
  domain_id: z.string(),
});
export type EventVO = z.output<typeof EventVO>;

/** The rules that are answered of one event; the most severe come first. */
export const MAX_MATCHES = 100;

/** A rule that matched a request. Texts are the rule's own and pieces of the request, as they were sent. */
const MatchVO = z.object({
  rule_id: z.int(),
  message: z.string(),
  /** ModSecurity's scale: 2 critical, 3 error, 4 warning, 5 notice; 0 when the rule states none. */
  severity: z.int(),
  /** Empty for a rule that only compares scores. */
  attack_class: z.string(),
  /** What the rule looked at, such as ARGS:id. */
  variable: z.string(),
  data: z.string(),
});
export type MatchVO = z.output<typeof MatchVO>;

/** Where a list goes on: the time and the id of the last event before. */
const CURSOR = /^(\d{1,15})-([0-9a-f]{16})$/;
const cursor = z
  .string()
  .regex(CURSOR)
  .transform((text) => {
    const [, time, event_id = ''] = CURSOR.exec(text) ?? [];
    return { time: Number(time), event_id };
  });

const found = eventQuery.extend({ keyword });
export type EventSearch = z.output<typeof found>;

export const EventListQuery = pageQuery
  .extend({
    ...found.shape,
    order: asWritten(z.enum(ORDERS)).default('desc'),
    /** `next_cursor` of the page before; reaches any depth in the time of one page, and leaves `page` out. */
    cursor: cursor.optional(),
  })
  .superRefine(({ page, size, cursor }, context) => {
    const max = cursor ? 1 : Math.floor(MAX_LISTED_EVENTS / size);
    if (page > max) context.addIssue({ code: 'custom', path: ['page'], params: { key: 'too_big', max }, input: page });
  });
export type EventListQuery = z.output<typeof EventListQuery>;

const EventPage = pageOf(EventVO).extend({
  /** For `cursor`, to read what follows this page, which need not be full; empty where nothing does. */
  next_cursor: z.string(),
  /**
   * Null where the whole window was searched. A search for a text, or by what is not counted beforehand, ends after some
   * seconds: then how far it came in the order asked, up to where `total` counts.
   */
  searched_until: millis.nullable(),
});
export type EventPage = z.output<typeof EventPage>;

export const EVENT_FORMATS = ['csv', 'ndjson'] as const;

/** What is listed, counted over the window. */
const EventDensity = z.object({
  window: reportedWindow,
  chart: batchChartResult,
  /** Null where the whole window was counted; else up to where it was, beginning with the newest. */
  searched_until: millis.nullable(),
});

const EventExport = found.extend({ format: asWritten(z.enum(EVENT_FORMATS)).default('csv') });
export type EventExport = z.output<typeof EventExport>;

/** Single requests and the rules that matched them. */
export const eventSearch = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/analytics/events',
    permission: 'analytics.event.list',
    summary: 'List single events of a time window, newest first unless asked otherwise',
    query: EventListQuery,
    data: EventPage,
    errors: [...SCOPE_ERRORS, 'err.analytics.window', 'err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
  density: endpoint({
    method: 'GET',
    path: '/api/analytics/events/density',
    permission: 'analytics.event.list',
    summary: 'Count over the time window, by verdict, what the list has with the same filters',
    query: found,
    data: EventDensity,
    errors: [...SCOPE_ERRORS, 'err.analytics.window', 'err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
  export: endpoint({
    method: 'GET',
    path: '/api/analytics/events/export',
    permission: 'analytics.event.list',
    summary: 'Download as CSV or NDJSON what the list has with the same filters, newest first, at most 100,000 events',
    query: EventExport,
    data: stream,
    media: ['text/csv; charset=utf-8', 'application/x-ndjson'],
    errors: [...SCOPE_ERRORS, 'err.analytics.window', 'err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/analytics/events/{id}',
    permission: 'analytics.event.list',
    summary: 'Read one event',
    data: EventVO,
    errors: ['err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
  matches: endpoint({
    method: 'GET',
    path: '/api/analytics/events/{id}/matches',
    permission: 'analytics.event.list',
    summary: 'List the rules that matched one event, the most severe first',
    data: z.object({ list: z.array(MatchVO).max(MAX_MATCHES) }),
    errors: ['err.analytics.chart_failed', 'err.analytics.chart_timeout'],
    extension: true,
  }),
});
