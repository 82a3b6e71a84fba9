import type { Config } from '@/lib/config/env';
import type { Db } from '@/lib/db/store';
import { eventDays, limitOf, planOf } from '@/lib/plan/plans/grants';
import type { Scope } from '@/lib/tenancy/scope';

declare module '@/lib/db/tables' {
  interface Tables {
    /** By the main account of a tenant. */
    event_retention: { user_id: string; keep_events_days: number };
  }
}

type Settings = Pick<Config, 'KEEP_EVENTS_DAYS' | 'PLAN_QUOTAS'>;

/** Main accounts of tenants whose requests are kept for less than those of all, by their plan or a setting of their own. */
export async function listRetention(
  db: Db,
  config: Settings,
): Promise<{ user_id: string; keep_events_days: number }[]> {
  const settings = await db.selectFrom('event_retention').selectAll().execute();
  const plans = config.PLAN_QUOTAS ? await eventDays(db) : [];
  const least = new Map<string, number>();
  for (const { user_id, keep_events_days } of [...settings, ...plans]) {
    const days = Math.min(keep_events_days, least.get(user_id) ?? config.KEEP_EVENTS_DAYS);
    if (days < config.KEEP_EVENTS_DAYS) least.set(user_id, days);
  }
  return [...least].map(([user_id, keep_events_days]) => ({ user_id, keep_events_days }));
}

/** For how many days requests of a tenant are kept. */
export async function keptDays(db: Db, config: Settings, root_id: string): Promise<number> {
  const setting = db.selectFrom('event_retention').select('keep_events_days').where('user_id', '=', root_id);
  const own = (await setting.executeTakeFirst())?.keep_events_days;
  const planned = config.PLAN_QUOTAS ? limitOf(await planOf(db, root_id), 'event_days') : undefined;
  return Math.min(...[config.KEEP_EVENTS_DAYS, own, planned].filter((days) => days !== undefined));
}

/** All domains of a tenant. */
export async function domainsOfTenant(db: Db, root_id: string): Promise<string[]> {
  const rows = await db.selectFrom('domains').select('domain_id').where('root_id', '=', root_id).execute();
  return rows.map(({ domain_id }) => domain_id);
}

/** The same of the caller's own; who sees several tenants may see whatever is kept of any. */
export async function ownRetention(db: Db, config: Settings, { tier, user_id }: Scope): Promise<number> {
  if (tier === 'platform') return config.KEEP_EVENTS_DAYS;
  const user = await db.selectFrom('users').select('first_id').where('user_id', '=', user_id).executeTakeFirst();
  return keptDays(db, config, user?.first_id || user_id);
}
