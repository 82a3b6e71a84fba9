import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';

type Shared = { user_id: string; ips: readonly string[]; but: string };

/** The origin settings of a user's domains but one that have one of these addresses, by name. */
export async function originSettingsWith(
  db: Db,
  scope: Scope,
  { user_id, ips, but }: Shared,
): Promise<{ domain: string; origin: string }[]> {
  if (ips.length === 0) return [];
  const sharing = db.selectFrom('domain_origins').select('domain_id').distinct();
  // Crossed, not joined, so that SQLite begins with the few that share an address instead of all the user has.
  return db
    .selectFrom(sharing.where('user_id', '=', user_id).where('ip', 'in', ips).as('sharing'))
    .crossJoin('domains')
    .crossJoin('domain_settings')
    .select(['domains.domain', 'domain_settings.value as origin'])
    .whereRef('domains.domain_id', '=', 'sharing.domain_id')
    .where(visible(scope, 'domains'))
    .where('domains.domain_id', '!=', but)
    .whereRef('domain_settings.domain_id', '=', 'domains.domain_id')
    .where('domain_settings.key', '=', 'origin')
    .orderBy('domains.domain')
    .execute();
}
