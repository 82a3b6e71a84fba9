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
  const sharing = db.selectFrom('domain_origins').select('domain_id').where('user_id', '=', user_id);
  return db
    .selectFrom('domains')
    .innerJoin('domain_settings', 'domain_settings.domain_id', 'domains.domain_id')
    .select(['domains.domain', 'domain_settings.value as origin'])
    .where(visible(scope, 'domains'))
    .where('domains.domain_id', 'in', sharing.where('ip', 'in', ips))
    .where('domains.domain_id', '!=', but)
    .where('domain_settings.key', '=', 'origin')
    .orderBy('domains.domain')
    .execute();
}
