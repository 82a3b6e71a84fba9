import type { Db, Tx } from '@/lib/db/store';
import type { Plan, ProvidedPlan } from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    plans: { plan_id: string; name: string; document: string; ctime: number; utime: number };
  }
}

type PlanRow = { document: string; ctime: number; utime: number };

const planOf = ({ document, ctime, utime }: PlanRow): Plan => ({ ...JSON.parse(document), ctime, utime });

const COLUMNS = ['document', 'ctime', 'utime'] as const;

/** The whole catalogue; the operator's file has at most MAX_PLANS of them. */
export async function allPlans(db: Db): Promise<Plan[]> {
  return (await db.selectFrom('plans').select(COLUMNS).execute()).map(planOf);
}

export async function findPlan(db: Db, plan_id: string): Promise<Plan | undefined> {
  const row = await db.selectFrom('plans').select(COLUMNS).where('plan_id', '=', plan_id).executeTakeFirst();
  return row && planOf(row);
}

/** Stores a plan as the operator provides it; `utime` is when it last said something else. */
export async function providePlan(tx: Tx, plan: ProvidedPlan, now: number): Promise<void> {
  const { plan_id, name } = plan;
  const row = { plan_id, name, document: JSON.stringify(plan), utime: now };
  await tx
    .insertInto('plans')
    .values({ ...row, ctime: now })
    .onConflict((c) => c.column('plan_id').doUpdateSet(row).where('plans.document', '<>', row.document))
    .execute();
}
