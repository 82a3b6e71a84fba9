import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { displayName, keyword, millis, openObject, pageOf, pageQuery, queryBool, text } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';

/** What a plan is for (spec 2.13): WAF, Monitor, GFIP. */
export const PROD_TYPES = [2, 4, 32] as const;

/** Days, ranks and other counts of a plan: int64 in the spec, as exact as JSON numbers are. */
const count = z.int().min(0).default(0);

/** What the operator says of a plan in PROVISION_FILE. */
export const ProvidedPlan = z.strictObject({
  plan_id: z.string().regex(/^[A-Za-z0-9._-]{1,64}$/),
  name: displayName(100, 1),
  /** Quotas; which ones depends on the kind of product, so its fields are open. */
  content: openObject({}).default({}),
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

/** The spec leaves these open (section 9); DESIGN 5, Plan catalogue. */
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
});
