import type { Db } from '@/lib/db/store';
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
