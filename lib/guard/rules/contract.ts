import { z } from 'zod';
import { endpoint, type Permission } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { anyText, displayName, editQuery, millis, pageOf, pageQuery, text } from '@/lib/api/fields';
import { verbs } from '@/lib/api/verbs';
import { inWords } from '@/lib/api/words';
import {
  FIELD_NAMES,
  fieldOf,
  isList,
  isPattern,
  isUnary,
  listed,
  MATCH_FIELDS,
  OPERATORS,
  type Operator,
  RULE_STATUS,
  type ValueKind,
} from './vocabulary';

/** Conditions of a rule, all of which must hold. */
export const MAX_MATCHES = 16;
const MAX_DATA = 1024;
/** Of a regular expression, so that compiling one stays below the time that may be taken of everybody. */
const MAX_PATTERN = 512;
/** Of a header, cookie or parameter. */
const MAX_PART_NAME = 100;
/** The page that is answered in place of what was asked for. */
const MAX_CONTENT = 16_384;

/** The largest rule, each of its characters as four bytes; a page of a hundred is no larger than an answer may be. */
export const MAX_BODY = 192 * 1024;

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** ISO 3166-1 alpha-2; ZZ is no country. */
const isCountry = (value: string) => /^[A-Z]{2}$/.test(value) && value !== 'ZZ' && regions.of(value) !== undefined;

const isOneOf =
  (...schemas: z.ZodType[]) =>
  (value: string) =>
    schemas.some((schema) => schema.safeParse(value).success);

/** What a value of each kind is, and the text that says so. */
const VALUES: Readonly<Record<ValueKind, { key: string; accepts: (value: string) => boolean }>> = {
  text: { key: 'required', accepts: (value) => value !== '' },
  ip: { key: 'address_or_network', accepts: isOneOf(z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()) },
  country: { key: 'country_code', accepts: isCountry },
  method: { key: 'http_method', accepts: (value) => /^[A-Z][A-Z_-]{0,31}$/.test(value) },
  integer: { key: 'not_integer', accepts: (value) => /^(?:0|[1-9]\d{0,14})$/.test(value) },
};

/** What is wrong with the value of a condition; undefined where nothing is. */
function faultInValue(kind: ValueKind, op: Operator, data: string): Record<string, string | number> | undefined {
  if (isUnary(op)) return data === '' ? undefined : { key: 'no_value' };
  if (data === '') return { key: 'required' };
  if (isPattern(op)) return [...data].length > MAX_PATTERN ? { key: 'too_long', max: MAX_PATTERN } : undefined;
  const wrong = (isList(op) ? listed(data) : [data]).find((value) => !VALUES[kind].accepts(value));
  return wrong === undefined ? undefined : { key: VALUES[kind].key, text: [...wrong].slice(0, 60).join('') };
}

// What a header or a cookie may be called (RFC 9110); parameters have fewer rules.
const PART_NAME = /^[^\s\p{Cc}]+$/u;

/** A condition of a rule (spec 2.6): `data` as it is, never encoded. Which operators and values fit a field says `x-fields`. */
const Match = z
  .object({
    /** One of the table's fields; of some a part can be named, such as `header:x-token`. */
    field: z.string().max(MAX_PART_NAME + 20),
    op: inWords('match_op', z.enum(OPERATORS)),
    data: anyText(MAX_DATA).default(''),
  })
  .superRefine(({ field, op, data }, context) => {
    const known = fieldOf(field);
    if (!known) {
      context.addIssue({ code: 'invalid_value', values: FIELD_NAMES, input: field, path: ['field'] });
    } else if (known.name !== undefined && !PART_NAME.test(known.name)) {
      context.addIssue({ code: 'custom', input: field, path: ['field'], params: { key: 'part_name' } });
    } else if (!known.operators.includes(op)) {
      context.addIssue({ code: 'invalid_value', values: [...known.operators], input: op, path: ['op'] });
    } else {
      const fault = faultInValue(known.value, op, data);
      if (fault) context.addIssue({ code: 'custom', input: data, path: ['data'], params: fault });
    }
  })
  .meta({ 'x-fields': MATCH_FIELDS });
export type Match = z.output<typeof Match>;

/** Fields of an action beside its type. */
export const actionFields = {
  /** What is answered, as it is. */
  content: anyText(MAX_CONTENT),
  /** Seconds for which the client meets the action; 0: at this request alone. */
  duration: z.int().min(0).max(31_536_000),
};

/** Fields that every kind of rule has, as it is created and as a change replaces it. */
export const ruleFields = {
  name: displayName(100, 1),
  describe: text(500).default(''),
  /** All of them hold for a request that the rule is about. */
  matches: z.array(Match).min(1).max(MAX_MATCHES),
  /** The rule is in effect from then on; 0: at once. */
  stime: millis.min(0).default(0),
  /** Until then, exclusively; 0: without end. */
  etime: millis.min(0).default(0),
};

const Status = inWords('rule_status', z.literal(RULE_STATUS));

/** What the service adds to the fields of a rule. */
export const ruleStamps = { rule_id: z.int(), status: Status, ctime: millis, utime: millis };

export const endsAfterStart = ({ stime, etime }: { stime: number; etime: number }) => etime === 0 || stime < etime;
export const ruleEnd = { path: ['etime'], params: { key: 'end_not_after_start' } };

const RULE_ERRORS = ['err.guard.rule.pattern', 'err.guard.rule.too_many', 'err.guard.rule.too_large'];

type Kind<K extends 'cc' | 'acl', One, New> = {
  kind: K;
  resource: string;
  summary: { all: string; one: string };
  one: One;
  create: New;
};

/** The endpoints of a kind of rule (spec 4.8), and the extensions beside them. */
export function ruleVerbs<const K extends 'cc' | 'acl', One extends z.ZodType, New extends z.ZodType>({
  kind,
  resource,
  summary,
  one,
  create,
}: Kind<K, One, New>) {
  const path = `/api/guard/policies/{id}/${kind}/rules` as const;
  const permission = (action: string): Permission => `guard.${kind}.${action}`;
  const rules = verbs({
    path,
    item: 'rid',
    permission: {
      list: permission('list'),
      create: permission('create'),
      view: permission('view'),
      edit: permission('edit'),
      remove: permission('delete'),
    },
    resource,
    summary,
    one,
    create,
    change: create,
    changeQuery: editQuery,
    maxBody: MAX_BODY,
    errors: [...RULE_ERRORS, 'err.changed', 'err.plan.quota_exceeded'],
  });
  const audit = { resource, object: 'rid' };
  return {
    list: rules.list(pageOf(one), pageQuery),
    create: rules.create,
    view: rules.view,
    edit: rules.edit,
    remove: rules.remove,
    status: endpoint({
      method: 'PUT',
      path: `${path}/{rid}/status`,
      permission: permission('edit'),
      summary: `Enable or disable ${summary.one}`,
      body: z.object({ status: Status }),
      data: nothing,
      audit,
    }),
    move: endpoint({
      method: 'POST',
      path: `${path}/{rid}/move`,
      permission: permission('edit'),
      summary: `Move ${summary.one} to another policy of its account`,
      body: z.object({ policy_id: z.string().max(64) }),
      data: one,
      audit,
      extension: true,
      errors: ['err.guard.rule.policy_unknown', 'err.guard.rule.too_many', 'err.guard.rule.too_large'],
    }),
  };
}
