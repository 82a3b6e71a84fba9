/** What audit rows and revisions call alerts. */
export const ALERT = 'alert';

/** How a rule judges what it watches: against a number, or against what is usual at that time. */
export const POLICY_TYPES = ['threshold', 'spike'] as const;
/** A node could not run what was saved, which no rule has to watch for. */
export const DELIVERY = 'delivery';

/** What raises alerts. */
export const ALERT_TYPES = [...POLICY_TYPES, DELIVERY] as const;
export type AlertType = (typeof ALERT_TYPES)[number];

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

/** What an alert is about. */
export const SUBJECTS = [...METRICS, DELIVERY] as const;

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

/** Why a rule fired, from which its texts are made in whatever language it is read. */
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

/** What a node said of a domain. */
export type DeliveryFacts = {
  /** As charts and lists find it among what rules found. */
  metric: typeof DELIVERY;
  rule: '';
  node_id: string;
  /** The domain's version that did not run, in Unix ms since when, and the node's own words. */
  number: number;
  since: number;
  message: string;
  /** Whether what it ran before stays in effect. */
  isServed: boolean;
  /** Since when (Unix ms) the node has run what it could not; 0 while it does not. */
  recovered_at: number;
};
