/** What happened to a request. Blocked (by a rule) and limited (by rate) are different things everywhere (DESIGN 7). */
export const ACTIONS = ['pass', 'block', 'limit', 'captcha', 'monitor'] as const;
export type Action = (typeof ACTIONS)[number];

export const UA_CLASSES = ['browser', 'app', 'tool', 'good_bot', 'bad_bot', 'ai_crawler', 'unknown'] as const;
export type UaClass = (typeof UA_CLASSES)[number];

/** In the order charts list them; '' on an event means that no rule matched. */
export const ATTACK_CLASSES = [
  'sqli',
  'xss',
  'rce',
  'lfi',
  'rfi',
  'php',
  'nodejs',
  'java',
  'session_fixation',
  'scanner',
  'reputation',
  'dos',
  'method_enforcement',
  'protocol_violation',
  'protocol_attack',
  'data_leakage',
  'other',
] as const;
export type AttackClass = (typeof ATTACK_CLASSES)[number];

/** nginx's own words, lower case; '' when no cache took part. */
export const CACHE_STATUSES = ['hit', 'miss', 'bypass', 'expired', 'stale', 'updating', 'revalidated', 'none'] as const;
export type CacheStatus = (typeof CACHE_STATUSES)[number];

export const STATUS_CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx', 'none'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];

/** Why a line could not be read. */
export const PARSE_REASONS = [
  'not_json',
  'no_time',
  'bad_time',
  'no_status',
  'no_request_id',
  'not_combined',
  'not_a_transaction',
  'too_long',
  'unknown_format',
] as const;

/** Why a line was not stored: the first are said by readers of log lines, the others by whoever stores events. */
export const REJECT_REASONS = [
  ...PARSE_REASONS,
  /** Not an object, or without a time. */
  'invalid_event',
  /** A number that no request can have (LINE_COLUMNS). */
  'out_of_range',
  /** The host is not one that the sender may send for: of another brand, or of no domain that this node serves. */
  'foreign_host',
  /** The sender rejected it for a reason of its own. */
  'other',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];

/** Formats of log files. */
export const LOG_FORMATS = ['nginx_json', 'modsecurity_json', 'combined'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];
