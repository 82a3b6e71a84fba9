import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { displayName, keyword, millis, openObject, pageOf, pageQuery, queryBool, text } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { QUOTAS } from './vocabulary';

export const errors = defineErrors({
  'err.plan.quota_exceeded': { code: 3101, status: 400, category: 'conflict' },
});

/** What a plan is for (spec 2.13): WAF, Monitor, GFIP. */
export const PROD_TYPES = [2, 4, 32] as const;

/** Days, ranks and other counts of a plan: int64 in the spec, as exact as JSON numbers are. */
const count = z.int().min(0).default(0);

/** Absent: as much as the product has room for. */
const quota = z.int().min(0).optional();

/** What the operator says of a plan in PROVISION_FILE. */
export const ProvidedPlan = z.strictObject({
  plan_id: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  name: displayName(100, 1),
  /** Quotas of a tenant, all its users together. Which ones depends on the kind of product, so other fields are kept as they come. */
  content: openObject({
    max_domains: quota,
    /** Rate limits and access rules of all policies. */
    max_rules: quota,
    /** Addresses of black and white lists. */
    max_list_entries: quota,
    /** Days for which single requests are kept, where nothing else keeps them for less. */
    event_days: quota,
  }).default({}),
  /** In whole cents at most. */
  price: z.number().min(0).max(1e12).multipleOf(0.01).default(0),
  scene: displayName(200).default(''),
  comment: text(2_000).default(''),
  /** Whether it is sold to everybody. */
  open_status: z.boolean().default(false),
  /** Days. */
  valid: count,
  effect: z.int32().default(0),
  level: count,
  creator_id: z.string().max(64).default(''),
  /** The edition that the plan was made for. */
  version: displayName(100).default(''),
  prod_type: inWords('prod_type', z.literal(PROD_TYPES)),
});
export type ProvidedPlan = z.output<typeof ProvidedPlan>;

/** PlanVO (spec 2.13). */
export const Plan = ProvidedPlan.extend({ ctime: millis, utime: millis });
export type Plan = z.output<typeof Plan>;

export const PlanQuery = pageQuery.extend({
  keyword,
  prod_type: inWords('prod_type', z.enum(PROD_TYPES.map(String) as ['2', '4', '32']))
    .transform(Number)
    .optional(),
  open_status: queryBool.optional(),
});
export type PlanQuery = z.output<typeof PlanQuery>;

/** What a tenant has of what its plan allows. */
export const PlanUsage = z.object({
  /** Null: none. */
  plan: Plan.nullable(),
  /** Whether the operator has quotas observed. */
  is_enforced: z.boolean(),
  quotas: z.array(
    z.object({
      quota: inWords('quota', z.enum(QUOTAS)),
      /** Null: as much as the product has room for. */
      limit: z.int().nullable(),
      /** What there is; of event_days, for how many days requests are kept now. */
      used: z.int(),
    }),
  ),
});
export type PlanUsage = z.output<typeof PlanUsage>;

/** What plans allow, and what a tenant uses. */
export const plans = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/plan/plans',
    permission: 'plan.plan.list',
    summary: 'List the plans, the lowest level first',
    query: PlanQuery,
    data: pageOf(Plan),
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/plan/plans/{id}',
    permission: 'plan.plan.view',
    summary: 'Read a plan',
    data: Plan,
    extension: true,
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/plan/usage',
    permission: 'plan.plan.list',
    summary: "Read what the caller's account uses of its plan, or the account of a user the caller sees",
    query: z.object({ user_id: z.string().min(1).max(128).optional() }),
    data: PlanUsage,
    extension: true,
    errors: ['err.not_found', 'err.sys.user.oem_mismatch'],
  }),
});
