import type { Db } from '@/lib/db/store';
import { usersInScope } from '@/lib/sys/users/repository';
import { type Scope, visible } from '@/lib/tenancy/scope';

/** Ids of a user's domains, as far as the caller sees them. */
export async function domainIdsOfUser(db: Db, scope: Scope, user_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('domain_id')
    .where(visible(scope, 'domains'))
    .where('user_id', '=', user_id)
    .execute();
  return rows.map((row) => row.domain_id);
}

/** Whether the caller sees a user of this id. */
export async function isUserVisible(db: Db, scope: Scope, user_id: string): Promise<boolean> {
  const found = usersInScope(db, scope).where('users.user_id', '=', user_id).select('users.user_id');
  return (await found.executeTakeFirst()) !== undefined;
}
