/** Which rules nodes enforce (spec 2.6). */
export const ENABLED = 1;
export const DISABLED = 2;
export const RULE_STATUS = [ENABLED, DISABLED] as const;

/** Rules of one kind in a policy. */
export const MAX_RULES = 200;

/** What a condition compares with: text, or what has a form of its own. */
export type ValueKind = 'text' | 'ip' | 'country' | 'method' | 'integer';

/** How a condition compares. `in` and `not_in` take values separated by commas, `exists` and `not_exists` none. */
export const OPERATORS = [
  'eq',
  'ne',
  'contains',
  'not_contains',
  'prefix',
  'suffix',
  'regex',
  'not_regex',
  'in',
  'not_in',
  'gt',
  'lt',
  'exists',
  'not_exists',
] as const;
export type Operator = (typeof OPERATORS)[number];

export const isPattern = (op: Operator) => op === 'regex' || op === 'not_regex';
export const isList = (op: Operator) => op === 'in' || op === 'not_in';
export const isUnary = (op: Operator) => op === 'exists' || op === 'not_exists';

/** What an operator says no to: it holds where the other does not. */
const NEGATED: Readonly<Partial<Record<Operator, Operator>>> = {
  ne: 'eq',
  not_contains: 'contains',
  not_regex: 'regex',
  not_in: 'in',
  not_exists: 'exists',
};

/** An operator that says yes, and whether what it says is turned round. */
export function plainly(op: Operator): { op: Operator; not: boolean } {
  const plain = NEGATED[op];
  return { op: plain ?? op, not: plain !== undefined };
}

type MatchField = {
  value: ValueKind;
  operators: readonly Operator[];
  /** One part of it can be named after a colon, such as `header:x-token`; without a name it is all of it. */
  takesName?: true;
  /** Columns of the event log that answer it, in the order in which they make it up; none: no log has it. */
  columns: readonly string[];
};

const TEXT = ['eq', 'ne', 'contains', 'not_contains', 'prefix', 'suffix', 'regex', 'not_regex'] as const;
const OPTIONAL_TEXT = [...TEXT, 'exists', 'not_exists'] as const;
const SET = ['eq', 'ne', 'in', 'not_in'] as const;

/**
 * What conditions are about, and how each is compared: everything that checks, describes, offers or evaluates a condition
 * follows from this table.
 */
export const MATCH_FIELDS = {
  /** Path and query, as they were requested. */
  uri: { value: 'text', operators: TEXT, columns: ['path', 'query'] },
  path: { value: 'text', operators: TEXT, columns: ['path'] },
  query: { value: 'text', operators: OPTIONAL_TEXT, columns: ['query'] },
  host: { value: 'text', operators: TEXT, columns: ['host'] },
  method: { value: 'method', operators: SET, columns: ['method'] },
  /** Address of the client, compared with addresses and networks. */
  ip: { value: 'ip', operators: SET, columns: ['client_ip'] },
  country: { value: 'country', operators: SET, columns: ['country'] },
  asn: { value: 'integer', operators: SET, columns: ['asn'] },
  user_agent: { value: 'text', operators: OPTIONAL_TEXT, columns: ['user_agent'] },
  /** The event log keeps its host alone. */
  referer: { value: 'text', operators: OPTIONAL_TEXT, columns: [] },
  /** Of all headers together each is `name: value`. */
  header: { value: 'text', operators: OPTIONAL_TEXT, takesName: true, columns: [] },
  cookie: { value: 'text', operators: OPTIONAL_TEXT, takesName: true, columns: [] },
  /** Parameters of the query. */
  arg: { value: 'text', operators: OPTIONAL_TEXT, takesName: true, columns: [] },
  body: { value: 'text', operators: ['contains', 'not_contains', 'regex', 'not_regex'], columns: [] },
  content_length: { value: 'integer', operators: ['eq', 'gt', 'lt'], columns: [] },
} as const satisfies Readonly<Record<string, MatchField>>;

export type FieldName = keyof typeof MATCH_FIELDS;
export const FIELD_NAMES = Object.keys(MATCH_FIELDS) as FieldName[];

/** The row of the table for a condition's `field`, and the name after its colon; undefined for what the table lacks. */
export function fieldOf(field: string): (MatchField & { name: string | undefined }) | undefined {
  const at = field.indexOf(':');
  const base = at < 0 ? field : field.slice(0, at);
  if (!Object.hasOwn(MATCH_FIELDS, base)) return undefined;
  const known: MatchField = MATCH_FIELDS[base as FieldName];
  const name = at < 0 ? undefined : field.slice(at + 1);
  return name !== undefined && !known.takesName ? undefined : { ...known, name };
}

/** Values of a condition with a list. */
export const listed = (data: string): string[] => data.split(',').map((value) => value.trim());

/** Methods that most requests have; a condition may name others. */
export const USUAL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export const LIMIT_SCOPES = ['ip', 'ip_uri', 'session', 'uri', 'host', 'global'] as const;
export type LimitScope = (typeof LIMIT_SCOPES)[number];

/** What requests are counted together against the limit of a CC rule: those that have these alike; undefined: no log has it. */
export const COUNTED_BY: Readonly<Record<LimitScope, readonly FieldName[] | undefined>> = {
  ip: ['ip'],
  ip_uri: ['ip', 'uri'],
  session: undefined,
  uri: ['uri'],
  host: ['host'],
  global: [],
};

export const CC_ACTIONS = ['limit', 'block', 'captcha', 'page', 'monitor'] as const;
export const ACL_ACTIONS = ['block', 'allow', 'page', 'monitor'] as const;

/** Actions whose content is kept as base64 (spec 2.7). */
export const ENCODED_ACTIONS: readonly string[] = ['block', 'page'];
