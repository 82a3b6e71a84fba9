import { type ApiKeyRow, KEY_ACTIVE, KEY_REVOKED } from '@/lib/auth/keys/repository';
import { forUpdate } from '@/lib/db/dialect';
import type { Db, Tx } from '@/lib/db/store';
import type { Enrolment, NodeKey } from './contract';
import type { EnrolmentRow } from './tables';

/** Rows of a list; older ones are history, which the audit log has. */
const SHOWN = 50;

export type Node = { node_id: string; name: string };

export function findNode(db: Db, node_id: string): Promise<Node | undefined> {
  return db.selectFrom('nodes').select(['node_id', 'name']).where('node_id', '=', node_id).executeTakeFirst();
}

/** The same, locked until the transaction ends: its tokens and keys are made and ended one after another. */
export function lockNode(tx: Tx, node_id: string): Promise<Node | undefined> {
  const one = tx.selectFrom('nodes').select(['node_id', 'name']).where('node_id', '=', node_id);
  return one.modifyEnd(forUpdate(tx)).executeTakeFirst();
}

type NamedEnrolment = EnrolmentRow & { user_name: string };

const enrolments = (db: Db) =>
  db
    .selectFrom('node_enrolments')
    .innerJoin('users', 'users.user_id', 'node_enrolments.user_id')
    .selectAll('node_enrolments')
    .select('users.user_name');

export async function listEnrolments(db: Db, node_id: string, now: number): Promise<Enrolment[]> {
  const own = enrolments(db).where('node_id', '=', node_id);
  const rows = await own.orderBy('node_enrolments.ctime', 'desc').orderBy('enrolment_id').limit(SHOWN).execute();
  return rows.map((row) => toEnrolment(row, now));
}

export function findEnrolment(db: Db, node_id: string, enrolment_id: string): Promise<NamedEnrolment | undefined> {
  const one = enrolments(db).where('node_id', '=', node_id).where('enrolment_id', '=', enrolment_id);
  return one.executeTakeFirst();
}

export function findByPrefix(db: Db, prefix: string): Promise<EnrolmentRow | undefined> {
  return db.selectFrom('node_enrolments').selectAll().where('prefix', '=', prefix).executeTakeFirst();
}

const open = (db: Db, now: number) =>
  db
    .selectFrom('node_enrolments')
    .select('enrolment_id')
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', now);

export async function countOpen(db: Db, node_id: string, now: number): Promise<number> {
  return (await open(db, now).where('node_id', '=', node_id).execute()).length;
}

export async function insertEnrolment(tx: Tx, row: EnrolmentRow): Promise<void> {
  await tx.insertInto('node_enrolments').values(row).execute();
}

/** Marks a token as used where it still is open. Answers whether it was: of two that try at once, one gets true. */
export async function takeEnrolment(tx: Tx, enrolment_id: string, used: { used_at: number; used_ip: string }) {
  const { numUpdatedRows } = await tx
    .updateTable('node_enrolments')
    .set(used)
    .where('enrolment_id', '=', enrolment_id)
    .where('used_at', '=', 0)
    .where('revoked_at', '=', 0)
    .where('expires_at', '>', used.used_at)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** Revokes a token that is open, or all of a node. */
export async function revokeOpen(tx: Tx, node_id: string, now: number, enrolment_id?: string): Promise<void> {
  const all = tx.updateTable('node_enrolments').set({ revoked_at: now }).where('node_id', '=', node_id);
  const own = all.where('used_at', '=', 0).where('revoked_at', '=', 0).where('expires_at', '>', now);
  await (enrolment_id === undefined ? own : own.where('enrolment_id', '=', enrolment_id)).execute();
}

/** Forgets tokens of a node that ended before a time. */
export async function forgetEnded(tx: Tx, node_id: string, before: number): Promise<void> {
  await tx.deleteFrom('node_enrolments').where('node_id', '=', node_id).where('expires_at', '<', before).execute();
}

export function toEnrolment(row: NamedEnrolment, now: number): Enrolment {
  const { secret_hash: _, user_id: _user, revoked_at, ...shown } = row;
  const ended = row.expires_at <= now ? 'expired' : 'open';
  const state = row.used_at > 0 ? 'used' : revoked_at > 0 ? 'revoked' : ended;
  return { ...shown, state };
}

const ofNode = (db: Db, node_id: string) =>
  db.selectFrom('node_keys').select('key_id').where('node_keys.node_id', '=', node_id);

export async function listKeys(db: Db, node_id: string, now: number): Promise<NodeKey[]> {
  const rows = await db
    .selectFrom('node_keys')
    .innerJoin('api_keys', 'api_keys.key_id', 'node_keys.key_id')
    .innerJoin('users', 'users.user_id', 'api_keys.user_id')
    .selectAll('api_keys')
    .select('users.user_name')
    .where('node_keys.node_id', '=', node_id)
    .orderBy('api_keys.ctime', 'desc')
    .orderBy('api_keys.key_id')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => {
    const { key_id, prefix, user_name, ctime, expires_at, last_used_at, last_used_ip, status } = row;
    const state = status !== KEY_ACTIVE ? 'revoked' : expires_at <= now ? 'expired' : 'active';
    return { key_id, prefix, state, user_name, ctime, expires_at, last_used_at, last_used_ip };
  });
}

/** How many keys of a node still open something. */
export async function countActive(db: Db, node_id: string, now: number): Promise<number> {
  const keys = db.selectFrom('api_keys').select('key_id').where('key_id', 'in', ofNode(db, node_id));
  return (await keys.where('status', '=', KEY_ACTIVE).where('expires_at', '>', now).execute()).length;
}

export async function insertKey(tx: Tx, node_id: string, row: ApiKeyRow): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute();
  await tx.insertInto('node_keys').values({ key_id: row.key_id, node_id }).execute();
}

/** Has the keys of a node, and this other one, end at a time where they do not end before. */
export async function endKeys(tx: Tx, node_id: string, at: number, other?: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ expires_at: at })
    .where('expires_at', '>', at)
    .where((eb) => {
      const own = eb('key_id', 'in', ofNode(tx, node_id));
      return other === undefined ? own : eb.or([own, eb('key_id', '=', other)]);
    })
    .execute();
}

/** Deletes tokens that expired before a moment, used or not. Answers how many. */
export async function deleteEnrolments(tx: Tx, before: number, limit: number): Promise<number> {
  const ended = tx.selectFrom('node_enrolments').select('enrolment_id').where('expires_at', '<', before).limit(limit);
  const { numDeletedRows } = await tx
    .deleteFrom('node_enrolments')
    .where('enrolment_id', 'in', ended)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Revokes every key that a node got. */
export async function revokeKeys(tx: Tx, node_id: string): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ status: KEY_REVOKED })
    .where('key_id', 'in', ofNode(tx, node_id))
    .where('status', '=', KEY_ACTIVE)
    .execute();
}
