/** What audit rows and revisions call alerts. */
export const ALERT = 'alert';

/** How a rule judges what it watches: against a number, or against what is usual at that time. */
export const POLICY_TYPES = ['threshold', 'spike'] as const;
export type PolicyType = (typeof POLICY_TYPES)[number];

/** What a rule watches; docs/alerts.md says what each counts. */
export const METRICS = [
  'requests',
  'blocked',
  'limited',
  'share_5xx',
  'share_4xx',
  'bytes_out',
  'latency_mean',
] as const;
export type Metric = (typeof METRICS)[number];

/** In what a metric is counted. */
export const METRIC_UNITS: Readonly<Record<Metric, 'count' | 'share' | 'bytes' | 'ms'>> = {
  requests: 'count',
  blocked: 'count',
  limited: 'count',
  share_5xx: 'share',
  share_4xx: 'share',
  bytes_out: 'bytes',
  latency_mean: 'ms',
};

export const COMPARISONS = ['above', 'below'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** status (spec 2.12). */
export const PENDING = 0;
export const HANDLED = 1;

/** Lengths of time as people speak of them: the shorter than each, in order, then what is longer than all. */
export const SPANS = ['15m', '1h', '4h', '1d', '7d', 'longer'] as const;

/** Why an alert fired, from which its texts are made in whatever language it is read. */
export type Facts = {
  /** Name of the rule as it was. */
  rule: string;
  metric: Metric;
  comparison: Comparison;
  /** The window, [from, until) in Unix ms. */
  from: number;
  until: number;
  value: number;
  /** What the value was above or below. */
  limit: number;
  /** The mean of the days it was compared with, and their number; null and 0 where it was compared with none. */
  usual: number | null;
  days: number;
};
