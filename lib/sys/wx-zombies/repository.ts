import type { Db, Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    wx_bindings: { service_id: string; openid: string; user_id: string; ctime: number };
  }
}

export type Binding = { service_id: string; openid: string; user_id: string; user_name: string; ctime: number };

/** Bindings of the site's users made before `before` (Unix ms), in order of account and follower. */
export function bindingsOf(db: Db, oem_id: string, before: number): Promise<Binding[]> {
  return db
    .selectFrom('wx_bindings')
    .innerJoin('users', 'users.user_id', 'wx_bindings.user_id')
    .select(['service_id', 'openid', 'wx_bindings.user_id', 'user_name', 'wx_bindings.ctime'])
    .where('oem_id', '=', oem_id)
    .where('wx_bindings.ctime', '<', before)
    .orderBy('service_id')
    .orderBy('openid')
    .execute();
}

/** Removes the bindings that are still the ones that were read; answers those. */
export async function deleteBindings(tx: Tx, bindings: readonly Binding[]): Promise<Binding[]> {
  const removed: Binding[] = [];
  for (const binding of bindings) {
    const { numDeletedRows } = await tx
      .deleteFrom('wx_bindings')
      .where('service_id', '=', binding.service_id)
      .where('openid', '=', binding.openid)
      .where('user_id', '=', binding.user_id)
      .where('ctime', '=', binding.ctime)
      .executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) removed.push(binding);
  }
  return removed;
}
