import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { anyText, characters, displayName, editQuery, line, millis, pageOf, pageQuery, text } from '@/lib/api/fields';
import { verbs } from '@/lib/api/verbs';
import { asWritten, inWords } from '@/lib/api/words';
import * as vocabulary from './vocabulary';

export const errors = defineErrors({
  'err.guard.waf.policy_unknown': { code: 2651, status: 400, category: 'validation' },
  'err.guard.waf.rule_id_taken': { code: 2652, status: 400, category: 'conflict' },
  'err.guard.waf.too_many': { code: 2653, status: 400, category: 'conflict' },
  'err.guard.waf.names_nothing': { code: 2654, status: 400, category: 'validation' },
  'err.guard.waf.status_elsewhere': { code: 2655, status: 400, category: 'validation' },
});

/** Groups of one policy, and sub-rules of one group; all of them are in the policy's artefact. */
export const MAX_GROUPS = 50;
export const MAX_RULES = 50;
/** Characters of one pattern, and of all of a group together, so that a page of groups is no larger than an answer may be. */
const MAX_PATTERN = 2048;
const MAX_PATTERNS = 16_384;
/** The same of regular expressions: compiling one takes some milliseconds of everybody's time, all of a group together little more. */
const MAX_REGEX = 512;
const MAX_REGEXES = 4096;
/** The largest group, each of its characters as three bytes, those of patterns as four. */
const MAX_BODY = 144 * 1024;

/** WafRuleVO (spec 2.11): a sub-rule. */
export const WafRule = z.object({
  tag: z.int(),
  /** Unique in its group. */
  rule_id: z.int(),
  /** The tag of its group. */
  group_id: z.int(),
  zone: z.string(),
  sub_field: z.string(),
  pattern_type: z.int32(),
  pattern: z.string(),
  describe: z.string(),
  is_not: z.boolean(),
  ctime: millis,
  utime: millis,
});
export type WafRule = z.output<typeof WafRule>;

/** WafGroupVO (spec 2.11). */
export const WafGroup = z.object({
  /** Names the group in paths. */
  tag: z.int(),
  /** Its business number, unique in its policy: what events name when it matches. */
  rule_id: z.int(),
  name: z.string(),
  describe: z.string(),
  waf_type: z.int32(),
  sub_rule_condition: z.int32(),
  scope: z.string(),
  action: z.int32(),
  status: z.int32(),
  policy_id: z.string(),
  rules: z.array(WafRule),
  ctime: millis,
  utime: millis,
});
export type WafGroup = z.output<typeof WafGroup>;

const meanings = (table: object) =>
  Object.entries(table)
    .map(([value, meaning]) => `${value}: ${typeof meaning === 'string' ? meaning : meaning.reads}`)
    .join('; ');

const named = Object.entries(vocabulary.ZONES)
  .filter(([, { names }]) => names !== '')
  .map(([zone, { names }]) => `${zone}: ${names}`)
  .join('; ');

/** A business number; one that is left out is generated, and is none that somebody chose. */
const rule_id = z.int().min(1).optional();

const patternTypes = Object.keys(vocabulary.PATTERN_TYPES).map(Number);

const isRegex = ({ pattern_type }: { pattern_type: number }) => pattern_type === vocabulary.REGEX;

export const WafRuleInput = z
  .object({
    /** A sub-rule whose number the group has already stays the one it is, with its tag. */
    rule_id,
    zone: asWritten(z.enum(vocabulary.ZONE_NAMES).meta({ description: meanings(vocabulary.ZONES) })),
    sub_field: line(256)
      .meta({ description: `${named}; elsewhere empty` })
      .default(''),
    pattern_type: inWords(
      'waf_pattern',
      z.literal(patternTypes).meta({ description: meanings(vocabulary.PATTERN_TYPES) }),
    ).default(vocabulary.CONTAINS),
    pattern: anyText(MAX_PATTERN, 1),
    describe: text(200).default(''),
    /** Matches where the pattern does not. */
    is_not: z.boolean().default(false),
  })
  .refine((rule) => !isRegex(rule) || characters(rule.pattern) <= MAX_REGEX, {
    path: ['pattern'],
    params: { key: 'too_long', max: MAX_REGEX },
  });
export type WafRuleInput = z.output<typeof WafRuleInput>;

const charactersOf = (some: readonly WafRuleInput[]) => some.reduce((sum, { pattern }) => sum + characters(pattern), 0);

const rules = z
  .array(WafRuleInput)
  .max(MAX_RULES)
  .refine((all) => charactersOf(all) <= MAX_PATTERNS, { params: { key: 'too_long', max: MAX_PATTERNS } })
  .refine((all) => charactersOf(all.filter(isRegex)) <= MAX_REGEXES, { params: { key: 'too_long', max: MAX_REGEXES } });

const fields = {
  name: displayName(100, 1),
  describe: text(500),
  waf_type: z.int32(),
  sub_rule_condition: inWords('waf_condition', z.literal([vocabulary.ALL, vocabulary.ANY])),
  scope: asWritten(z.enum(vocabulary.SCOPES)),
  action: inWords('waf_action', z.literal([vocabulary.BLOCK, vocabulary.LOG, vocabulary.CAPTCHA])),
  rules,
};

const status = inWords('origin_status', z.literal([vocabulary.DISABLED, vocabulary.ENABLED]));

export const WafGroupInput = z.object({
  ...fields,
  policy_id: z.string().min(1).max(128),
  rule_id,
  describe: fields.describe.default(''),
  waf_type: fields.waf_type.default(vocabulary.OWN),
  sub_rule_condition: fields.sub_rule_condition.default(vocabulary.ALL),
  scope: fields.scope.default(''),
  action: fields.action.default(vocabulary.BLOCK),
  status: status.default(vocabulary.ENABLED),
  rules: rules.default([]),
});
export type WafGroupInput = z.output<typeof WafGroupInput>;

export const WafGroupChange = z
  .object({
    ...fields,
    /** Changed by its own endpoint alone (spec 3); what other fields are unknown here is ignored. */
    status: z.unknown().refine((v) => v === undefined),
  })
  .partial();
export type WafGroupChange = z.output<typeof WafGroupChange>;

const PATH = '/api/guard/waf/rules';

const one = verbs({
  path: PATH,
  item: 'id',
  permission: {
    list: 'guard.waf.list',
    create: 'guard.waf.create',
    view: 'guard.waf.list',
    edit: 'guard.waf.edit',
    remove: 'guard.waf.delete',
  },
  resource: vocabulary.WAF_GROUP,
  summary: { all: 'WAF rule groups with their sub-rules, newest first', one: 'a WAF rule group with its sub-rules' },
  one: WafGroup,
  create: WafGroupInput,
  change: WafGroupChange,
  changeQuery: editQuery,
  maxBody: MAX_BODY,
  errors: [...Object.keys(errors), 'err.guard.rule.pattern', 'err.changed'],
});

/** WAF rule groups (spec 4.12); `{id}` is a group's tag. */
export const wafGroups = contract({
  list: one.list(pageOf(WafGroup), pageQuery.extend({ policy_id: z.string().min(1).max(128).optional() })),
  create: one.create,
  view: { ...one.view, extension: true },
  edit: { ...one.edit, fieldErrors: { 'status.invalid_format': 'err.guard.waf.status_elsewhere' } },
  remove: one.remove,
  status: endpoint({
    method: 'PUT',
    path: `${PATH}/{id}/status`,
    permission: 'guard.waf.status',
    summary: 'Enable or disable a WAF rule group',
    body: z.object({ status }),
    data: nothing,
    audit: { resource: vocabulary.WAF_GROUP },
  }),
});
