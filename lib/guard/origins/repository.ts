import type { Db } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';

/** The origin settings of a user's domains but one, by name. */
export function originSettingsOfUser(
  db: Db,
  scope: Scope,
  user_id: string,
  but: string,
): Promise<{ domain: string; origin: string }[]> {
  return db
    .selectFrom('domains')
    .innerJoin('domain_settings', 'domain_settings.domain_id', 'domains.domain_id')
    .select(['domains.domain', 'domain_settings.value as origin'])
    .where(visible(scope, 'domains'))
    .where('domains.user_id', '=', user_id)
    .where('domains.domain_id', '!=', but)
    .where('domain_settings.key', '=', 'origin')
    .orderBy('domains.domain')
    .execute();
}
