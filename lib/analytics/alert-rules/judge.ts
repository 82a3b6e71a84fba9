import { LRUCache } from 'lru-cache';
import type { Facts, Metric } from '@/lib/analytics/alerts/vocabulary';
import type { AlertRule, Schedule } from './contract';

/** What a window of a domain adds up to; docs/alerts.md says what each is. */
export const SUMS = ['requests', 'blocked', 'limited', 'errors_5xx', 'errors_4xx', 'bytes_out', 'ms', 'timed'] as const;
export type Sums = Readonly<Record<(typeof SUMS)[number], number>>;

/** How far apart the ends of judged windows are: the finest rollup. */
export const STEP_MS = 5 * 60_000;
/** Events of the end of a window have so long to arrive. */
const SETTLE_MS = 60_000;
export const MINUTE_MS = 60_000;

/** End of the last window that is judged at `now`. */
export const latestEnd = (now: number): number => now - SETTLE_MS - ((now - SETTLE_MS) % STEP_MS);

const share = (part: number, all: number, times: number) => (all > 0 ? (times * part) / all : null);

/** The metric of a window; null where there is nothing that it could be of. */
export function metricOf(metric: Metric, sums: Sums | undefined): number | null {
  switch (metric) {
    case 'share_5xx':
      return sums ? share(sums.errors_5xx, sums.requests, 100) : null;
    case 'share_4xx':
      return sums ? share(sums.errors_4xx, sums.requests, 100) : null;
    case 'latency_mean':
      return sums ? share(sums.ms, sums.timed, 1) : null;
    default:
      return sums?.[metric] ?? 0;
  }
}

/** Fewer days say nothing about what is usual. */
const LEAST_DAYS = 3;
/** A deviation counts as at least this share of the mean, so that what hardly ever changes does not fire by a trifle. */
export const LEAST_DEVIATION = 0.1;

/** What a value is compared with. */
export type Limit = Pick<Facts, 'limit' | 'usual' | 'days'>;

/**
 * The limit of a spike: the mean of the same time of the days before, and so many standard deviations (of those days as a
 * whole) beyond it. `before` begins with yesterday. The oldest days that had no requests at all do not count, since the
 * domain had no traffic yet, nor do days without a value; undefined where fewer than three remain.
 */
export function spikeLimit(
  { metric, comparison, deviations }: Pick<AlertRule, 'metric' | 'comparison' | 'deviations'>,
  before: readonly (Sums | undefined)[],
): Limit | undefined {
  const oldest = before.findLastIndex((sums) => (sums?.requests ?? 0) > 0);
  const values = before.slice(0, oldest + 1).flatMap((sums) => metricOf(metric, sums) ?? []);
  const days = values.length;
  if (days < LEAST_DAYS) return undefined;
  const usual = values.reduce((sum, value) => sum + value, 0) / days;
  const variance = values.reduce((sum, value) => sum + (value - usual) ** 2, 0) / days;
  const far = deviations * Math.max(Math.sqrt(variance), LEAST_DEVIATION * usual);
  return { limit: comparison === 'above' ? usual + far : usual - far, usual, days };
}

export type Judged = Pick<
  AlertRule,
  'policy_type' | 'metric' | 'comparison' | 'threshold' | 'deviations' | 'min_volume'
>;

/** What a rule compares with now; undefined where too little is known. */
export const limitOf = (rule: Judged, before: readonly (Sums | undefined)[]): Limit | undefined =>
  rule.policy_type === 'threshold' ? { limit: rule.threshold, usual: null, days: 0 } : spikeLimit(rule, before);

/** Whether a window meets the condition of a rule. A value that is the limit is neither above nor below it. */
export function meets(rule: Judged, sums: Sums | undefined, limit: Limit | undefined): boolean {
  const value = metricOf(rule.metric, sums);
  if (value === null || limit === undefined || (sums?.requests ?? 0) < rule.min_volume) return false;
  return rule.comparison === 'above' ? value > limit.limit : value < limit.limit;
}

/** Whether a window is one in which a domain could have had all its traffic: before it was approved, any count is too low. */
export const isWhole = ({ comparison }: Pick<AlertRule, 'comparison'>, from: number, since: number): boolean =>
  comparison === 'above' || from >= since;

/**
 * Whether what is met at `until` goes on from when it was last met, rather than being a new alert. What was met later than that was
 * judged by a clock that has been put back.
 */
export const goesOn = ({ quiet_minutes }: Pick<AlertRule, 'quiet_minutes'>, seen_at: number, until: number): boolean =>
  seen_at <= until && until - seen_at <= quiet_minutes * MINUTE_MS;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** Some 35 KB each, by the zone in lower case: case does not count in it, so that each has thousands of spellings. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase();
  const known = clocks.get(key);
  if (known) return known;
  const options = { timeZone, weekday: 'short', hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('en-US', options);
  clocks.set(key, made);
  return made;
}

/** Whether a window that ends at `until` (Unix ms) is within the hours of a rule. */
export function isWithin(schedule: Schedule | null, until: number): boolean {
  if (schedule === null) return true;
  const { days, start_minute, end_minute, time_zone } = schedule;
  const parts = clockOf(time_zone).formatToParts(until - 1);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = DAYS.indexOf(part('weekday')) + 1;
  const minute = Number(part('hour')) * 60 + Number(part('minute'));
  const yesterday = day === 1 ? 7 : day - 1;
  if (start_minute < end_minute) return days.includes(day) && minute >= start_minute && minute < end_minute;
  return (days.includes(day) && minute >= start_minute) || (days.includes(yesterday) && minute < end_minute);
}
