import { z } from 'zod';
import { contract } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { displayName, text } from '@/lib/api/fields';
import { verbs } from '@/lib/api/verbs';
import { inWords } from '@/lib/api/words';

export const errors = defineErrors({
  'err.guard.brute_force.too_many': { code: 2471, status: 400, category: 'conflict' },
});

/** Rules of one domain; all of them are in its artefact. */
export const MAX_RULES = 100;

export const TIME_UNITS = ['ReqUnit_1_PSec', 'ReqUnit_2_PMin'] as const;
export const LEVELS = ['ip', 'bot_session'] as const;
export const ACTIONS = ['block', 'captcha', 'monitor'] as const;

const Action = z.object({
  type: inWords('brute_force_action', z.enum(ACTIONS)),
  /** Seconds. */
  duration: z.int().min(1).max(31_536_000).default(600),
});

const fields = {
  name: displayName(100, 1),
  describe: text(500).default(''),
  /** Path of the sign-in. */
  uri: z
    .string()
    .max(2048)
    .refine((v) => /^\/[^\s\p{Cc}]*$/u.test(v), { params: { key: 'path' } }),
  /** More requests than this within the time are too many. */
  rate: z.int().min(1),
  /** Length of the window, in the unit. */
  rate_time: z.int().min(1),
  req_time_unit: inWords('rate_unit', z.enum(TIME_UNITS)),
  status: z.boolean().default(true),
  /** Who is counted. */
  level: inWords('counted_by', z.enum(LEVELS)),
  action: Action,
};

export const BruteForceInput = z.object(fields);
export type BruteForceInput = z.output<typeof BruteForceInput>;

export const BruteForceChange = z.object({ ...fields, describe: text(500), status: z.boolean() }).partial();
export type BruteForceChange = z.output<typeof BruteForceChange>;

/** BruteForceRuleVO (spec 2.3). */
export const BruteForceRule = BruteForceInput.extend({ id: z.int() });
export type BruteForceRule = z.output<typeof BruteForceRule>;

const one = verbs({
  path: '/api/guard/domains/{id}/brute-force/rules',
  item: 'rule_id',
  permission: 'guard.domain.bruteforce',
  resource: 'brute_force_rule',
  summary: { all: 'the brute-force rules of a domain, newest first', one: 'a brute-force rule of a domain' },
  one: BruteForceRule,
  create: BruteForceInput,
  change: BruteForceChange,
});

/** Protection of sign-in forms of a domain. */
export const bruteForce = contract({
  list: one.list(z.object({ list: z.array(BruteForceRule) })),
  create: { ...one.create, errors: Object.keys(errors) },
  edit: one.edit,
  remove: one.remove,
});
