/** What audit rows and revisions call WAF rule groups. */
export const WAF_GROUP = 'waf_group';

/** sub_rule_condition (spec 2.11): a group matches where all its sub-rules do, or any. Without sub-rules it matches nothing. */
export const ALL = 0;
export const ANY = 1;

/** action. */
export const BLOCK = 1;
export const LOG = 2;
export const CAPTCHA = 3;

/** status. */
export const DISABLED = 1;
export const ENABLED = 2;

/** scope: the whole domain, the paths that its sub-rules name, or all there is. */
export const SCOPES = ['domain', 'path', ''] as const;

/** waf_type of a group that says none: one of the tenant's own. Others are kept as they are given. */
export const OWN = 1;

/** zone of a sub-rule: what it reads of a request, and what `sub_field` names there. Where it names nothing it is empty. */
export const ZONES = {
  URL: { reads: 'the path, percent-decoded', names: '' },
  QUERY: { reads: 'the query string as it was sent', names: '' },
  ARGS: { reads: 'arguments of the query and of a form, percent-decoded', names: 'an argument; empty: any of them' },
  HEADER: { reads: 'header fields', names: 'a header field, in any case; empty: any of them' },
  COOKIE: { reads: 'cookies', names: 'a cookie; empty: any of them' },
  BODY: { reads: 'the body as it was sent', names: '' },
  METHOD: { reads: 'the method', names: '' },
} as const;
export type Zone = keyof typeof ZONES;
export const ZONE_NAMES = Object.keys(ZONES) as [Zone, ...Zone[]];

/** pattern_type of a sub-rule: how what it reads is compared with `pattern`, letter by letter and case by case. */
export const CONTAINS = 1;
const EQUALS = 2;
const BEGINS = 3;
const ENDS = 4;
export const REGEX = 5;
export const PATTERN_TYPES: Readonly<Record<number, string>> = {
  [CONTAINS]: 'contains it',
  [EQUALS]: 'is it',
  [BEGINS]: 'begins with it',
  [ENDS]: 'ends with it',
  [REGEX]: 'matches it somewhere as a regular expression of RE2, where (?i) ignores case',
};
