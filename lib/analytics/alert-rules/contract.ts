import { z } from 'zod';
import { COMPARISONS, METRICS, POLICY_TYPES } from '@/lib/analytics/alerts/vocabulary';
import { batchChartResult } from '@/lib/analytics/charts/contract';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { displayName, editQuery, keyword, millis, pageOf, pageQuery, queryInt } from '@/lib/api/fields';
import { verbs } from '@/lib/api/verbs';
import { asWritten, inWords } from '@/lib/api/words';
import { ALERT_RULE, DISABLED, ENABLED, WINDOWS } from './vocabulary';

export const errors = defineErrors({
  'err.analytics.alert_rule.domain_unknown': { code: 4201, status: 400, category: 'validation' },
  'err.analytics.alert_rule.threshold': { code: 4202, status: 400, category: 'validation' },
  'err.analytics.alert_rule.channel_unknown': { code: 4204, status: 400, category: 'validation' },
  'err.analytics.alert_rule.too_many': { code: 4203, status: 400, category: 'conflict' },
});

/** Rules of one account, its downstream users' included. */
export const MAX_ALERT_RULES = 100;

/** Channels of one rule. */
const MAX_CHANNELS = 10;

const DAY_MINUTES = 1440;

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }) !== undefined;
  } catch {
    return false;
  }
}

/** When a rule applies: hours of days of the week, in a time zone. An end before the start is the next day's. */
const Schedule = z.object({
  /** 1 Monday to 7 Sunday: the days on which the hours begin. */
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  start_minute: z
    .int()
    .min(0)
    .max(DAY_MINUTES - 1),
  end_minute: z.int().min(1).max(DAY_MINUTES),
  time_zone: z.string().max(64).refine(isZone),
});
export type Schedule = z.output<typeof Schedule>;

const policyType = inWords('alert_policy_type', z.enum(POLICY_TYPES));

const fields = {
  name: displayName(100, 1),
  /** Empty: all domains of the account, those to come included. */
  domain_id: z.string().max(128),
  policy_type: policyType,
  metric: inWords('alert_metric', z.enum(METRICS)),
  comparison: inWords('alert_comparison', z.enum(COMPARISONS)),
  /** Of a threshold rule: what the metric is compared with. Counts, bytes, ms, or 0-100 for shares. */
  threshold: z.number().min(0).max(1e15),
  /** Of a spike rule: how many standard deviations from the mean are too far. */
  deviations: z.number().min(1).max(100),
  /** Of a spike rule: days before, whose same time of day is compared. */
  baseline_days: z.int().min(3).max(28),
  window_minutes: asWritten(z.literal(WINDOWS)),
  /** Requests that a window must have at least; with fewer nothing is judged. */
  min_volume: z.int().min(0).max(1e12),
  /** Minutes that the condition must have been absent before the rule fires again. */
  quiet_minutes: z
    .int()
    .min(5)
    .max(7 * DAY_MINUTES),
  /** null: always. */
  schedule: Schedule.nullable(),
  /** Where its alerts are sent: channels of the same account. */
  channel_ids: z.array(z.int().min(1)).max(MAX_CHANNELS),
  status: inWords('origin_status', z.literal([DISABLED, ENABLED])),
};

const { name: _name, channel_ids: _channels, status: _status, ...judging } = fields;

/** What is judged, and how. */
const Judged = {
  ...judging,
  policy_type: fields.policy_type.default(POLICY_TYPES[0]),
  comparison: fields.comparison.default(COMPARISONS[0]),
  threshold: fields.threshold.optional(),
  deviations: fields.deviations.default(3),
  baseline_days: fields.baseline_days.default(7),
  window_minutes: fields.window_minutes.default(5),
  min_volume: fields.min_volume.default(0),
  quiet_minutes: fields.quiet_minutes.default(60),
  schedule: fields.schedule.default(null),
};

const hasThreshold = ({ policy_type, threshold }: { policy_type: string; threshold?: number }) =>
  policy_type !== 'threshold' || threshold !== undefined;
const thresholdRequired = { path: ['threshold'], params: { key: 'required' } };

export const AlertRuleInput = z
  .object({
    name: fields.name,
    ...Judged,
    domain_id: fields.domain_id.default(''),
    channel_ids: fields.channel_ids.default([]),
    status: fields.status.default(ENABLED),
  })
  .refine(hasThreshold, thresholdRequired);
export type AlertRuleInput = z.output<typeof AlertRuleInput>;

export const AlertRuleChange = z.object(fields).partial();
export type AlertRuleChange = z.output<typeof AlertRuleChange>;

export const AlertRule = z.object({
  id: z.int(),
  ...fields,
  /** Empty for all domains of the account. */
  domain: z.string(),
  /** Up to when it has judged; 0 before the first time. */
  judged_until: millis,
  user_id: z.string(),
  user_name: z.string(),
  ctime: millis,
  utime: millis,
});
export type AlertRule = z.output<typeof AlertRule>;

/** A rule in a list, with what became of it. */
export const ListedAlertRule = AlertRule.extend({
  /** When an alert of it was last made that is still kept; 0 where there is none. */
  last_fired: millis,
});
export type ListedAlertRule = z.output<typeof ListedAlertRule>;

/** A rule that is tried on one domain, also where it is to be for a whole account. */
export const DryRunInput = z
  .object({ ...Judged, domain_id: z.string().min(1).max(128) })
  .refine(hasThreshold, thresholdRequired);
export type DryRunInput = z.output<typeof DryRunInput>;

/** Days that a dry run goes back, and alerts that it names: the latest. */
export const DRY_RUN_DAYS = 30;
export const MAX_FIRED = 500;

export const DryRun = z.object({
  /** How many alerts there would have been. */
  total: z.int(),
  /** The latest of them, newest first. */
  fired: z.array(
    z.object({
      /** The window that would have fired. */
      from: millis,
      until: millis,
      value: z.number(),
      /** What the value was above or below. */
      limit: z.number(),
      /** End of the last window in which it went on. */
      last_until: millis,
    }),
  ),
  /**
   * The metric and what it was compared with: of each hour the window that came nearest to firing, or fired; `fired` repeats the
   * metric where it would have.
   */
  chart: batchChartResult,
});
export type DryRun = z.output<typeof DryRun>;

const one = verbs({
  path: '/api/analytics/alert-rules',
  item: 'id',
  permission: {
    list: 'analytics.alertrule.list',
    create: 'analytics.alertrule.create',
    view: 'analytics.alertrule.view',
    edit: 'analytics.alertrule.edit',
    remove: 'analytics.alertrule.delete',
  },
  resource: ALERT_RULE,
  summary: { all: 'alert rules, newest first', one: 'an alert rule' },
  one: AlertRule,
  create: AlertRuleInput,
  change: AlertRuleChange,
  changeQuery: editQuery,
  errors: [...Object.keys(errors), 'err.changed'],
});

const query = pageQuery.extend({
  /** Rules for this domain alone. */
  domain_id: z.string().min(1).max(128).optional(),
  policy_type: policyType.optional(),
  status: inWords('origin_status', z.enum(['1', '2']))
    .transform(Number)
    .optional(),
  /** Rules that send through this channel. */
  channel_id: queryInt({ min: 1 }).optional(),
  keyword,
});

/** What raises alerts; docs/alerts.md has the formulas. */
export const alertRules = contract({
  list: { ...one.list(pageOf(ListedAlertRule), query), extension: true },
  create: { ...one.create, extension: true },
  view: { ...one.view, extension: true },
  edit: { ...one.edit, extension: true },
  remove: { ...one.remove, extension: true },
  dryRun: endpoint({
    method: 'POST',
    path: '/api/analytics/alert-rules/dry-run',
    permission: 'analytics.alertrule.view',
    alsoNeeds: 'analytics.alert.view',
    summary: 'Say when a rule that need not exist would have fired for a domain in the last 30 days',
    body: DryRunInput,
    data: DryRun,
    audit: { none: 'Reads traffic; nothing changes' },
    extension: true,
    errors: [
      'err.analytics.alert_rule.domain_unknown',
      'err.analytics.alert_rule.threshold',
      'err.analytics.chart_failed',
      'err.analytics.chart_timeout',
    ],
  }),
});
