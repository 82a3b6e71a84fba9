import { keptDays } from '@/lib/analytics/retention/repository';
import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { findById } from '@/lib/auth/identity';
import { foldCase } from '@/lib/db/dialect';
import { visibleUser } from '@/lib/sys/users/visible';
import { ownership } from '@/lib/tenancy/scope';
import type { Plan, PlanQuery, PlanUsage } from './contract';
import { limitOf, planOf } from './grants';
import { usedOf } from './quotas';
import * as repository from './repository';
import { COUNTED } from './vocabulary';

const byLevel = (a: Plan, b: Plan) =>
  a.level - b.level || a.price - b.price || (a.plan_id < b.plan_id ? -1 : Number(a.plan_id !== b.plan_id));

/** The catalogue is the operator's and the same for every brand (spec 2.13): the lowest level first, then the cheapest. */
export async function listPlans(ctx: Ctx, query: PlanQuery): Promise<Page<Plan>> {
  const { page, size, prod_type, open_status } = query;
  const keyword = foldCase(query.keyword ?? '');
  const found = (await repository.allPlans(ctx.db))
    .filter((plan) => prod_type === undefined || plan.prod_type === prod_type)
    .filter((plan) => open_status === undefined || plan.open_status === open_status)
    .filter(({ name, scene }) => [name, scene].some((text) => foldCase(text).includes(keyword)))
    .sort(byLevel);
  return { list: found.slice((page - 1) * size, page * size), total: found.length, page, size };
}

/** Throws 404 where there is no such plan. */
export async function readPlan(ctx: Ctx, plan_id: string): Promise<Plan> {
  const plan = await repository.findPlan(ctx.db, plan_id);
  if (!plan) throw notFound();
  return plan;
}

/** What an account uses of its plan: the caller's, or that of a user they see. Throws not_found for another user. */
export async function readUsage(ctx: Ctx, user_id: string | undefined): Promise<PlanUsage> {
  const { db, runtime } = ctx;
  const user = user_id === undefined ? ctx.principal : visibleUser(ctx.scope, await findById(db, user_id));
  const { root_id } = ownership(user);
  const plan = await planOf(db, root_id);
  const quotas: PlanUsage['quotas'] = [];
  for (const quota of COUNTED) {
    quotas.push({ quota, limit: limitOf(plan, quota) ?? null, used: await usedOf(db, root_id, quota) });
  }
  const days = { limit: limitOf(plan, 'event_days') ?? null, used: await keptDays(db, runtime.config, root_id) };
  quotas.push({ quota: 'event_days', ...days });
  return { plan: plan ?? null, is_enforced: runtime.config.PLAN_QUOTAS, quotas };
}
