/** What a node of nginx may do otherwise than the objects say; the console says each in words. */
export const NOTE_KEYS = [
  'field_unsupported',
  'expression_bytes',
  'expression_gives_up',
  'header_values',
  'value_as_sent',
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
  'guard_weak_password_setting_unsupported',
  'origin_check_unsupported',
  'no_origin',
] as const;
export type NoteKey = (typeof NOTE_KEYS)[number];

/** Fields that are known of an address by the networks it is in. */
export const RANGE_KINDS = ['country', 'asn'] as const;
export type RangeKind = (typeof RANGE_KINDS)[number];

/** What ModSecurity and nginx know of an address, each by a name that rules ask. */
export const securityVariable = (kind: RangeKind) => `TX:parapet_${kind}`;
export const nginxVariable = (kind: RangeKind) => `$parapet_${kind}`;

export const RULE_KINDS = ['acl', 'cc', 'waf', 'brute_force'] as const;

/** One such thing, and the rule it is about where it is about one. */
export type Note = {
  key: NoteKey;
  rule?: { kind: (typeof RULE_KINDS)[number]; id: number };
  /** The field of a condition that cannot be asked. */
  field?: string;
};

/** A rule or list of a tenant's policy, as nodes name it in their logs and as readers of these logs find it again. */
export type OwnRule = { kind: keyof typeof NAMES; id: number; policy_id: string };

/** The tag of rules that refuse a request; others only say that they matched. */
export const DENIES = 'does/deny';

const NAMES = { acl: 'Access rule', waf: 'WAF group', cc: 'Rate limit', list: 'IP list' } as const;
const KINDS = Object.keys(NAMES) as OwnRule['kind'][];
const MESSAGE = /^(Access rule|WAF group|Rate limit|IP list) (\d{1,9}) of policy ([\w-]{1,128})$/;

/** What a rule says where it matched. */
export const messageOf = ({ kind, id, policy_id }: OwnRule): string => `${NAMES[kind]} ${id} of policy ${policy_id}`;

/** The rule that says this; undefined for another's message. */
export function ownRuleOf(message: string): OwnRule | undefined {
  const [, name, id, policy_id] = MESSAGE.exec(message) ?? [];
  const kind = KINDS.find((one) => NAMES[one] === name);
  return kind === undefined || policy_id === undefined ? undefined : { kind, id: Number(id), policy_id };
}
