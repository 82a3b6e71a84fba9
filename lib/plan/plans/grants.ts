import { forUpdate } from '@/lib/db/dialect';
import type { Db, Tx } from '@/lib/db/store';
import type { Plan } from './contract';
import { findPlan } from './repository';
import type { Quota } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    /** The plan of a tenant, by its main account. */
    plan_grants: { user_id: string; plan_id: string; ctime: number };
  }
}

/** Gives a tenant a plan in place of the one it has. */
export async function grantPlan(tx: Tx, grant: { user_id: string; plan_id: string; ctime: number }): Promise<void> {
  const { plan_id, ctime } = grant;
  await tx
    .insertInto('plan_grants')
    .values(grant)
    .onConflict((c) => c.column('user_id').doUpdateSet({ plan_id, ctime }).where('plan_grants.plan_id', '<>', plan_id))
    .execute();
}

const grantOf = (db: Db, root_id: string) =>
  db.selectFrom('plan_grants').select('plan_id').where('user_id', '=', root_id);

/** The plan of a tenant; undefined where it has none. */
export async function planOf(db: Db, root_id: string): Promise<Plan | undefined> {
  const grant = await grantOf(db, root_id).executeTakeFirst();
  return grant && findPlan(db, grant.plan_id);
}

/** Nobody else adds to what a tenant has of its plan until the transaction ends. */
export async function lockGrant(tx: Tx, root_id: string): Promise<void> {
  await grantOf(tx, root_id).modifyEnd(forUpdate(tx)).execute();
}

/** What a plan says of a quota; undefined: as much as the product has room for. */
export function limitOf(plan: Pick<Plan, 'content'> | undefined, quota: Quota): number | undefined {
  const limit: unknown = plan?.content[quota];
  return Number.isSafeInteger(limit) ? Number(limit) : undefined;
}

/** For how many days plans keep requests, by main account, where they say so. */
export async function eventDays(db: Db): Promise<{ user_id: string; keep_events_days: number }[]> {
  const rows = await db
    .selectFrom('plan_grants')
    .innerJoin('plans', 'plans.plan_id', 'plan_grants.plan_id')
    .select(['plan_grants.user_id', 'plans.document'])
    .execute();
  return rows.flatMap(({ user_id, document }) => {
    const keep_events_days = limitOf(JSON.parse(document), 'event_days');
    return keep_events_days === undefined ? [] : [{ user_id, keep_events_days }];
  });
}
