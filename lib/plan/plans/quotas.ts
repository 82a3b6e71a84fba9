import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { countRows } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { limitOf, lockGrant, planOf } from './grants';
import type { Counted } from './vocabulary';

/** How much of each a tenant has: without its addresses being read, whose lists say how many they have. */
const COUNTS: Readonly<Record<Counted, (db: Db, root_id: string) => Promise<number>>> = {
  max_domains: (db, root_id) => countRows(db.selectFrom('domains').where('root_id', '=', root_id)),
  async max_rules(db, root_id) {
    const policies = db.selectFrom('policies').select('policy_id').where('root_id', '=', root_id);
    const limits = await countRows(db.selectFrom('cc_rules').where('policy_id', 'in', policies));
    return limits + (await countRows(db.selectFrom('acl_rules').where('policy_id', 'in', policies)));
  },
  async max_list_entries(db, root_id) {
    const lists = db.selectFrom('ip_sets').where('root_id', '=', root_id);
    const counts = lists.select((eb) => [
      eb.fn.sum<number>('enable_count').as('enabled'),
      eb.fn.sum<number>('unable_count').as('disabled'),
    ]);
    const row = await counts.executeTakeFirst();
    return Number(row?.enabled ?? 0) + Number(row?.disabled ?? 0);
  },
};

export const usedOf = (db: Db, root_id: string, quota: Counted): Promise<number> => COUNTS[quota](db, root_id);

type More = { root_id: string; quota: Counted; requested: number; field: string };

/**
 * Call before adding `requested` more to what a tenant has, in the transaction that adds them and after every other lock but
 * that of the audit log: who adds at the same time waits. Throws quota_exceeded where its plan has no room for them.
 */
export async function requireQuota(ctx: Ctx, tx: Tx, { root_id, quota, requested, field }: More): Promise<void> {
  if (!ctx.runtime.config.PLAN_QUOTAS || requested === 0) return;
  const limit = limitOf(await planOf(tx, root_id), quota);
  if (limit === undefined) return;
  await lockGrant(tx, root_id);
  const used = await usedOf(tx, root_id, quota);
  if (used + requested <= limit) return;
  throw new AppError('err.plan.quota_exceeded', { field, values: { quota, limit, used, requested } });
}
