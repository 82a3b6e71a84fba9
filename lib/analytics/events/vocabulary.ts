/** Why a line was not stored. The first are said by readers of log files, the last by the server itself. */
export const REJECT_REASONS = [
  'not_json',
  'no_time',
  'bad_time',
  'no_status',
  'no_request_id',
  'not_combined',
  'not_a_transaction',
  'too_long',
  'unknown_format',
  /** Not an object, or without a time. */
  'invalid_event',
  /** A number that no request can have (LINE_COLUMNS). */
  'out_of_range',
  /** The host belongs to another brand than the sender. */
  'foreign_host',
  /** The sender rejected it for a reason of its own. */
  'other',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];
