import { sql } from 'kysely';
import { callers } from '@/lib/auth/identity';
import { planned } from '@/lib/db/prepared';
import type { Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    api_keys: ApiKeyRow;
    api_key_logs: ApiKeyLogRow;
  }
}

export const KEY_ACTIVE = 1;
export const KEY_REVOKED = 2;

/** Times in Unix milliseconds. The secret itself is never stored. */
export type ApiKeyRow = {
  key_id: string;
  oem_id: string;
  root_id: string;
  /** Who issued it and who acts through it. */
  user_id: string;
  name: string;
  prefix: string;
  secret_hash: string;
  last4: string;
  /** JSON arrays of text. */
  scopes: string;
  allowed_ip_cidrs: string;
  status: number;
  expires_at: number;
  last_used_at: number;
  last_used_ip: string;
  ctime: number;
};

/** One row of the call log or the management log (spec 2.2). */
export type KeyEvent = {
  event_type: 'call' | 'manage';
  key_id: string;
  user_id: string;
  oem_id: string;
  auth_mode: string;
  action: string;
  status_code: number;
  biz_code: number;
  client_ip: string;
  user_agent: string;
  /** Call: the permission that let it in, empty where none did; null in rows written before this was noted. */
  permission: string | null;
  extra: string;
  ctime: number;
};

export type ApiKeyLogRow = KeyEvent & { id: import('kysely').Generated<number> };

/** An active key with whose it is, a row for each of their roles; none where they are locked. */
export const findKeyByPrefix = planned((db, { prefix }: Pick<ApiKeyRow, 'prefix'>) =>
  callers(db)
    .innerJoin('api_keys', 'api_keys.user_id', 'users.user_id')
    .select(['key_id', 'secret_hash', 'scopes', 'allowed_ip_cidrs', 'last_used_at', 'expires_at'])
    .select('api_keys.oem_id as key_oem_id')
    .where('prefix', '=', prefix)
    .where('status', '=', KEY_ACTIVE)
    .where('users.locked', '=', 0),
);

export async function touchKey(tx: Tx, key_id: string, use: { at: number; ip: string }): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ last_used_at: use.at, last_used_ip: use.ip })
    .where('key_id', '=', key_id)
    .where('last_used_at', '<', use.at)
    .execute();
}

/** Few lengths of statement, so that the store prepares few. */
const CHUNKS = [100, 10, 1] as const;

export async function insertKeyEvents(tx: Tx, events: readonly KeyEvent[]): Promise<void> {
  let from = 0;
  for (const size of CHUNKS) {
    for (; events.length - from >= size; from += size) {
      await tx
        .insertInto('api_key_logs')
        .values(events.slice(from, from + size))
        .execute();
    }
  }
}

/** Deletes the oldest calls as far as they were made before a moment. Answers how many. */
export async function deleteCalls(tx: Tx, before: number, limit: number): Promise<number> {
  const calls = tx.selectFrom('api_key_logs').select(['id', 'ctime']).where('event_type', '=', 'call');
  const oldest = calls.orderBy('id').limit(limit);
  const old = tx.selectFrom(oldest.as('oldest')).select('id').where('ctime', '<', before);
  const { numDeletedRows } = await tx.deleteFrom('api_key_logs').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes rows that say what was done to keys before a moment. Answers how many. */
export async function deleteManagement(tx: Tx, before: number, limit: number): Promise<number> {
  // Written out, not a parameter: only so does the index of these rows serve.
  const rows = tx.selectFrom('api_key_logs').select('id').where(sql<boolean>`event_type = 'manage'`);
  const old = rows.where('ctime', '<', before).limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('api_key_logs').where('id', 'in', old).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes keys that expired before a moment, revoked or not. Answers how many. */
export async function deleteEndedKeys(tx: Tx, before: number, limit: number): Promise<number> {
  const ended = tx.selectFrom('api_keys').select('key_id').where('expires_at', '<', before).limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('api_keys').where('key_id', 'in', ended).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
