import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { type ApiKeyRow, KEY_ACTIVE, KEY_REVOKED, type KeyEvent } from '@/lib/auth/keys/repository';
import { forUpdate } from '@/lib/db/dialect';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';
import type { ApiKey, ApiKeyLog, ApiKeyStats } from './contract';

/** Platform staff see all keys of their OEM, everybody else, a business root too, those they issued (spec 4.3). */
function inScope(db: Db, scope: Scope) {
  const keys = db.selectFrom('api_keys');
  return scope.tier === 'platform'
    ? keys.where('api_keys.oem_id', '=', scope.oem_id)
    : keys.where('api_keys.user_id', '=', scope.user_id);
}

/** What a key shows: neither the hash of its secret nor whose account it belongs to. */
const LISTED = [
  'key_id',
  'name',
  'prefix',
  'last4',
  'user_id',
  'oem_id',
  'scopes',
  'allowed_ip_cidrs',
  'status',
  'expires_at',
  'last_used_at',
  'last_used_ip',
  'ctime',
] as const;
type ListedKey = Pick<ApiKeyRow, (typeof LISTED)[number]>;

/** A key as stored, with its holder's name. */
export type StoredKey = ApiKeyRow & { user_name: string };

export function listKeys(db: Db, scope: Scope, params: Paging): Promise<Page<ApiKey>> {
  const found = inScope(db, scope);
  const rows = found.select(LISTED).orderBy('ctime', 'desc').orderBy('key_id', 'desc');
  return paginate(found, rows, params, toApiKey);
}

export function findKey(db: Db, scope: Scope, key_id: string): Promise<StoredKey | undefined> {
  return inScope(db, scope)
    .where('api_keys.key_id', '=', key_id)
    .innerJoin('users', 'users.user_id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select('users.user_name')
    .executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockKey(tx: Tx, scope: Scope, key_id: string): Promise<StoredKey | undefined> {
  await inScope(tx, scope).select('key_id').where('key_id', '=', key_id).modifyEnd(forUpdate(tx)).execute();
  return findKey(tx, scope, key_id);
}

export async function insertKey(tx: Tx, row: ApiKeyRow): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute();
}

export async function updateKey(
  tx: Tx,
  key_id: string,
  change: Partial<Pick<ApiKeyRow, 'status' | 'expires_at'>>,
): Promise<void> {
  await tx.updateTable('api_keys').set(change).where('key_id', '=', key_id).execute();
}

/** Revokes what a user still has. Answers what is revoked now. */
export async function revokeKeysOf(tx: Tx, oem_id: string, user_id: string): Promise<ApiKeyRow[]> {
  const rows = await tx
    .updateTable('api_keys')
    .set({ status: KEY_REVOKED })
    .where('oem_id', '=', oem_id)
    .where('user_id', '=', user_id)
    .where('status', '=', KEY_ACTIVE)
    .returningAll()
    .execute();
  return rows.sort((a, b) => (a.key_id < b.key_id ? -1 : 1));
}

const LOG_COLUMNS = [
  'id',
  'event_type',
  'key_id',
  'user_id',
  'oem_id',
  'auth_mode',
  'action',
  'status_code',
  'biz_code',
  'client_ip',
  'user_agent',
  'extra',
  'ctime',
] as const;

const eventsOf = (db: Db, { key_id }: ApiKeyRow, event: KeyEvent['event_type']) =>
  db.selectFrom('api_key_logs').where('key_id', '=', key_id).where('event_type', '=', event);

export function listKeyLogs(
  db: Db,
  key: ApiKeyRow,
  params: Paging & { event: KeyEvent['event_type'] },
): Promise<Page<ApiKeyLog>> {
  const found = eventsOf(db, key, params.event);
  const rows = found.select(LOG_COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc');
  return paginate(found, rows, params, (row) => row);
}

export function listManagement(db: Db, scope: Scope, params: Paging): Promise<Page<ApiKeyLog>> {
  // Written out, not a parameter: only so does the index of management rows serve.
  const manage = db.selectFrom('api_key_logs').where(sql<boolean>`event_type = 'manage'`);
  const found =
    scope.tier === 'platform' ? manage.where('oem_id', '=', scope.oem_id) : manage.where('user_id', '=', scope.user_id);
  const rows = found.select(LOG_COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc');
  return paginate(found, rows, params, (row) => row);
}

type Counts = Pick<ApiKeyStats, 'total_calls' | 'success' | 'client_err' | 'server_err'>;

/** Calls since `from` (Unix milliseconds) by kind of answer (spec 2.2). */
export async function countCalls(db: Db, key: ApiKeyRow, from: number): Promise<Counts> {
  const between = (low: number, high: number) =>
    sql<number>`coalesce(sum(case when status_code >= ${sql.lit(low)} and status_code < ${sql.lit(high)} then 1 else 0 end), 0)`;
  const row = await eventsOf(db, key, 'call')
    .where('ctime', '>=', from)
    .select((eb) => [
      eb.fn.countAll<number>().as('total_calls'),
      between(200, 400).as('success'),
      between(400, 500).as('client_err'),
      between(500, 1000).as('server_err'),
    ])
    .executeTakeFirstOrThrow();
  return {
    total_calls: Number(row.total_calls),
    success: Number(row.success),
    client_err: Number(row.client_err),
    server_err: Number(row.server_err),
  };
}

const TOP = 5;

export async function topEndpoints(db: Db, key: ApiKeyRow, from: number): Promise<ApiKeyStats['top_endpoints']> {
  const rows = await eventsOf(db, key, 'call')
    .where('ctime', '>=', from)
    .select((eb) => ['action', eb.fn.countAll<number>().as('count')])
    .groupBy('action')
    .orderBy('count', 'desc')
    .orderBy('action')
    .limit(TOP)
    .execute();
  return rows.map(({ action, count }) => ({ action, count: Number(count) }));
}

/** A key as the API shows it. */
export function toApiKey(row: ListedKey): ApiKey {
  const { key_id, name, prefix, last4, user_id, oem_id, status, expires_at, last_used_at, last_used_ip, ctime } = row;
  return {
    key_id,
    name,
    prefix,
    last4,
    user_id,
    oem_id,
    scopes: JSON.parse(row.scopes),
    allowed_ip_cidrs: JSON.parse(row.allowed_ip_cidrs),
    status,
    expires_at,
    last_used_at,
    last_used_ip,
    ctime,
  };
}
