import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';

/** Those of the ids that are domains the caller sees, in the order of the alphabet. */
export async function visibleAmong(db: Db, scope: Scope, domain_ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('domain_id')
    .where(visible(scope, 'domains'))
    .where('domain_id', 'in', domain_ids)
    .execute();
  return rows.map((row) => row.domain_id).sort();
}
