/** What a declaration on trial may be made of: the compiler knows each, and their number of values is known or ranked. */

/** Dimensions with few values, which can be shown all. */
export const LISTED = [
  'time',
  'action',
  'attack_class',
  'status_class',
  'cache_status',
  'ua_class',
  'country',
] as const;
/** Dimensions of any text, of which only the first values can be shown. */
export const RANKED = [
  'client_ip',
  'host',
  'path',
  'method',
  'protocol',
  'ua_name',
  'referer_host',
  'asn',
  'rule_id',
  'status',
] as const;
export const TRIAL_DIMENSIONS = [...LISTED, ...RANKED] as const;
export type TrialDimension = (typeof TRIAL_DIMENSIONS)[number];

/** Figures that pages share, by name. */
export const FIGURES = [
  'requests',
  'blocked',
  'stopped',
  'bytes_in',
  'bytes_out',
  'bandwidth',
  'latency_mean',
  'origin_requests',
  'origin_errors',
  'origin_error_share',
  'total_cache_count',
  'total_cache_hit_share',
  'total_cache_bytes',
  'unique_clients',
  'p50',
  'p95',
  'p99',
] as const;
export type FigureName = (typeof FIGURES)[number];

/** What a figure of one's own adds up. */
export const TRIAL_SUMS = ['requests', 'bytes_in', 'bytes_out'] as const;

/** Pages whose charts are read from events; those of the others know no such field. */
export const TRIAL_PAGES = ['overview', 'access', 'protect', 'ai', 'bot', 'health', 'cache'] as const;
