import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { endBeforeStart, endsAfterStart, keyword, millis, pageOf, pageQuery, timeRange } from '@/lib/api/fields';
import { asWritten, inWords } from '@/lib/api/words';
import { ALERT, ALERT_TYPES, HANDLED, PENDING, SPANS, SUBJECTS } from './vocabulary';

const alertType = inWords('alert_policy_type', z.enum(ALERT_TYPES));

/** AlertVO (spec 2.12). */
export const Alert = z.object({
  id: z.int(),
  uuid: z.string(),
  policy_type: alertType,
  /** In the language of whoever reads it. */
  title: z.string(),
  body: z.string(),
  domain: z.string(),
  domain_id: z.string(),
  /** 1 handled, 0 pending. */
  status: z.int32(),
  /** When it fired. */
  ctime: millis,
  /** When its condition was last met, or it was handled. */
  last_update_timestamp: millis,
  /** Who handled it and when; empty and 0 while it is pending. */
  process_uid: z.string(),
  process_time: millis,
  /** The owner of the domain. */
  user_id: z.string(),
});
export type Alert = z.output<typeof Alert>;

/** [from, until) of what was judged, however late that was; of a delivery both are when it failed first. */
export const AlertWindow = z.object({ from: millis, until: millis });
export type AlertWindow = z.output<typeof AlertWindow>;

const filter = pageQuery.extend({
  status: inWords('alert_status', z.enum(['0', '1']))
    .transform(Number)
    .optional(),
  policy_type: alertType.optional(),
  /** What it is about: what the rule that fired watches, or a delivery. */
  metric: inWords('alert_metric', z.enum(SUBJECTS)).optional(),
  domain_id: z.string().min(1).max(128).optional(),
  /** User name of who handled them. */
  handler: z.string().min(1).max(128).optional(),
  /** How long it took until they were handled. */
  handled_within: asWritten(z.enum(SPANS)).optional(),
  /** For how long they have been pending. */
  open_for: asWritten(z.enum(SPANS)).optional(),
  /** In the domain, the name of the rule or the title in any language. */
  keyword,
  /** When they fired. */
  ...timeRange.shape,
});
export type AlertFilter = z.output<typeof filter>;

/** What rules found and nodes could not run (spec 2.12; the spec shows no endpoints). */
export const alerts = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/analytics/alerts',
    permission: 'analytics.alert.list',
    summary: 'List alerts, newest first',
    query: filter.refine(endsAfterStart, endBeforeStart),
    data: pageOf(Alert),
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/analytics/alerts/{id}',
    permission: 'analytics.alert.list',
    summary: 'Read an alert',
    data: Alert,
    extension: true,
  }),
  window: endpoint({
    method: 'GET',
    path: '/api/analytics/alerts/{id}/window',
    permission: 'analytics.alert.list',
    summary: 'Read which window an alert is about',
    data: AlertWindow,
    extension: true,
  }),
  status: endpoint({
    method: 'PUT',
    path: '/api/analytics/alerts/{id}/status',
    permission: 'analytics.alert.status',
    summary: 'Handle an alert, or take that back',
    body: z.object({ status: inWords('alert_status', z.literal([PENDING, HANDLED])) }),
    data: Alert,
    audit: { resource: ALERT },
    extension: true,
  }),
});
