import type { Db } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';

declare module '@/lib/db/tables' {
  interface Tables {
    /** By the main account of a tenant. */
    event_retention: { user_id: string; keep_events_days: number };
  }
}

/** Main accounts of tenants with a setting of their own. */
export function listRetention(db: Db): Promise<{ user_id: string; keep_events_days: number }[]> {
  return db.selectFrom('event_retention').selectAll().orderBy('user_id').execute();
}

/** All domains of a tenant. */
export async function domainsOfTenant(db: Db, root_id: string): Promise<string[]> {
  const rows = await db.selectFrom('domains').select('domain_id').where('root_id', '=', root_id).execute();
  return rows.map(({ domain_id }) => domain_id);
}

/** Days for which the caller's own requests are kept; undefined without a setting, and for who sees several tenants. */
export async function ownRetention(db: Db, { tier, user_id }: Scope): Promise<number | undefined> {
  if (tier === 'platform') return undefined;
  const row = await db
    .selectFrom('users')
    .innerJoin('event_retention', (on) =>
      on.on((eb) => eb('event_retention.user_id', 'in', [eb.ref('users.user_id'), eb.ref('users.first_id')])),
    )
    .where('users.user_id', '=', user_id)
    .select('keep_events_days')
    .executeTakeFirst();
  return row?.keep_events_days;
}
