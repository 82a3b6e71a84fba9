import { callers } from '@/lib/auth/identity';
import { planned } from '@/lib/db/prepared';
import type { Db } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    sessions: SessionRow;
  }
}

/** Times in Unix milliseconds. The token itself is never stored. */
export type SessionRow = {
  token_hash: string;
  user_id: string;
  oem_id: string;
  ctime: number;
  seen_at: number;
  expires_at: number;
};

export async function insertSession(db: Db, row: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(row).execute();
}

/** A session with whose it is, a row for each of their roles; none where they are locked. */
export const findSession = planned((db, { token_hash }: Pick<SessionRow, 'token_hash'>) =>
  callers(db)
    .innerJoin('sessions', 'sessions.user_id', 'users.user_id')
    .select(['sessions.oem_id as session_oem_id', 'sessions.seen_at', 'sessions.expires_at'])
    .where('sessions.token_hash', '=', token_hash)
    .where('users.locked', '=', 0),
);

export async function touchSession(db: Db, token_hash: string, seen_at: number): Promise<void> {
  await db.updateTable('sessions').set({ seen_at }).where('token_hash', '=', token_hash).execute();
}

export async function deleteSession(db: Db, token_hash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', token_hash).execute();
}

/** Ends a user's sessions, all but `kept` (a token hash). */
export async function deleteSessionsOf(db: Db, user_id: string, kept = ''): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', user_id).where('token_hash', '<>', kept).execute();
}

/** Deletes rows nobody can use any more: past their end, or idle for longer than allowed. Answers how many. */
export async function deleteExpired(db: Db, now: number, idleMs: number, limit: number): Promise<number> {
  const ended = db
    .selectFrom('sessions')
    .select('token_hash')
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('seen_at', '<=', now - idleMs)]))
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('sessions').where('token_hash', 'in', ended).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
