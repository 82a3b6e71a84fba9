/** Why a line could not be read; the reason is stored with the line and counted in the report. */
export class ParseError extends Error {
  constructor(readonly reason: RejectReason) {
    super(reason);
  }
}

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
  'invalid_event',
] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];
