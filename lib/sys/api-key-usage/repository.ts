import { sql } from 'kysely';
import type { ApiKeyRow } from '@/lib/auth/keys/repository';
import type { Db } from '@/lib/db/store';
import type { KeyUsage } from './contract';

/** A stretch of time, Unix milliseconds, both ends inclusive. */
export type Window = { from: number; to: number };

/** The key is the tenant clause: whoever asks was shown it first. Its index holds every column read here. */
const callsOf = (db: Db, { key_id }: Pick<ApiKeyRow, 'key_id'>, { from, to }: Window) =>
  db
    .selectFrom('api_key_logs')
    .where('key_id', '=', key_id)
    .where('event_type', '=', 'call')
    .where('ctime', '>=', from)
    .where('ctime', '<=', to);

const used = (row: { count: number; last_used_at: number }) => ({
  count: Number(row.count),
  last_used_at: Number(row.last_used_at),
});

const COUNT = sql<number>`count(*)`.as('count');
const LAST = sql<number>`max(ctime)`.as('last_used_at');

/** Calls by bucket of `step` ms since 1970 and kind of answer; buckets without calls are left out. */
export async function countByTime(db: Db, key: ApiKeyRow, window: Window, step: number): Promise<KeyUsage['calls']> {
  const within = (low: number, high: number) =>
    sql<number>`sum(case when status_code >= ${sql.lit(low)} and status_code < ${sql.lit(high)} then 1 else 0 end)`;
  const rows = await callsOf(db, key, window)
    .select([
      sql<number>`ctime - ctime % ${sql.lit(step)}`.as('time'),
      within(200, 400).as('success'),
      within(400, 500).as('client_err'),
      within(500, 1000).as('server_err'),
    ])
    .groupBy('time')
    .orderBy('time')
    .execute();
  return rows.map((row) => ({
    time: Number(row.time),
    success: Number(row.success),
    client_err: Number(row.client_err),
    server_err: Number(row.server_err),
  }));
}

export async function topEndpoints(
  db: Db,
  key: ApiKeyRow,
  window: Window,
  limit: number,
): Promise<KeyUsage['endpoints']> {
  const rows = await callsOf(db, key, window)
    .select(['action', COUNT, LAST])
    .groupBy('action')
    .orderBy('count', 'desc')
    .orderBy('action')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ action: row.action, ...used(row) }));
}

export async function topFailures(
  db: Db,
  key: ApiKeyRow,
  window: Window,
  limit: number,
): Promise<KeyUsage['failures']> {
  const rows = await callsOf(db, key, window)
    .where('status_code', '>=', 400)
    .select(['status_code', 'biz_code', COUNT, LAST])
    .groupBy(['status_code', 'biz_code'])
    .orderBy('count', 'desc')
    .orderBy('status_code')
    .orderBy('biz_code')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ status_code: row.status_code, biz_code: row.biz_code, ...used(row) }));
}

/** Where calls came from, the latest first; of all of them, or of those that succeeded. */
export async function addresses(
  db: Db,
  key: ApiKeyRow,
  window: Window,
  only: 'all' | 'successful',
): Promise<KeyUsage['addresses']> {
  const rows = await callsOf(db, key, window)
    .$if(only === 'successful', (calls) => calls.where('status_code', '<', 400))
    .select(['client_ip', COUNT, LAST])
    .groupBy('client_ip')
    .orderBy('last_used_at', 'desc')
    .orderBy('client_ip')
    .execute();
  return rows.map((row) => ({ client_ip: row.client_ip, ...used(row) }));
}

export type NeededBy = { permission: string | null; action: string; count: number; last_used_at: number };

const isSuccess = sql<boolean>`status_code < 400`;

/**
 * The successful calls by the permission that let them in. `action` is empty, except where the permission was not
 * noted: there it is what tells.
 */
export async function countByPermission(db: Db, key: ApiKeyRow, window: Window): Promise<NeededBy[]> {
  const successful = callsOf(db, key, window).where(isSuccess);
  const rows = await successful.select(['permission', COUNT, LAST]).groupBy('permission').execute();
  const noted = rows.filter((row) => row.permission !== null);
  const known = noted.map((row) => ({ permission: row.permission, action: '', ...used(row) }));
  if (noted.length === rows.length) return known;
  const unnoted = successful.where('permission', 'is', null);
  const byPath = await unnoted.select(['action', COUNT, LAST]).groupBy('action').execute();
  return [...known, ...byPath.map((row) => ({ permission: null, action: row.action, ...used(row) }))];
}

/** The successful calls let in by one of `permissions`, by endpoint, the most frequent first. */
export async function topActions(
  db: Db,
  key: ApiKeyRow,
  window: Window,
  permissions: readonly string[],
  limit: number,
): Promise<NeededBy[]> {
  if (permissions.length === 0) return [];
  const rows = await callsOf(db, key, window)
    .where(isSuccess)
    .where('permission', 'in', permissions)
    .select(['permission', 'action', COUNT, LAST])
    .groupBy(['permission', 'action'])
    .orderBy('count', 'desc')
    .orderBy('action')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ permission: row.permission, action: row.action, ...used(row) }));
}
