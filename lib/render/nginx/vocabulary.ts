/** What a node of nginx may do otherwise than the objects say; the console says each in words. */
export const NOTE_KEYS = [
  'field_unsupported',
  'expression_bytes',
  'header_values',
  'body_later',
  'leaky_bucket',
  'slow_rate',
  'monitor_beside_limit',
  'session_as_address',
  'duration_once',
  'captcha_static',
  'one_limit_page',
  'many_pages',
  'allow_limited',
  'sm2_certificate',
  'no_certificate',
  'bot_unsupported',
  'cache_unsupported',
  'no_origin',
] as const;
export type NoteKey = (typeof NOTE_KEYS)[number];

export const RULE_KINDS = ['acl', 'cc', 'waf', 'brute_force'] as const;

/** One such thing, and the rule it is about where it is about one. */
export type Note = {
  key: NoteKey;
  rule?: { kind: (typeof RULE_KINDS)[number]; id: number };
  /** The field of a condition that cannot be asked. */
  field?: string;
};
