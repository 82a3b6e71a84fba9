import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { foldCase } from '@/lib/db/dialect';
import type { Plan, PlanQuery } from './contract';
import * as repository from './repository';

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
