import type { Failures } from '@/lib/auth/session/failures';
import type { Db, Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    /** Who was asked for their current password and named another one; Unix milliseconds. */
    wrong_proofs: { user_id: string; ctime: number };
  }
}

export async function countWrong(db: Db, user_id: string, since: number): Promise<Failures> {
  const row = await db
    .selectFrom('wrong_proofs')
    .select((eb) => [eb.fn.countAll<number>().as('failures'), eb.fn.min('ctime').as('oldest')])
    .where('user_id', '=', user_id)
    .where('ctime', '>', since)
    .executeTakeFirstOrThrow();
  return { failures: Number(row.failures), oldest: Number(row.oldest ?? 0) };
}

/** Adds one and forgets those before `since`, which count no more. */
export async function insertWrong(tx: Tx, proof: { user_id: string; ctime: number }, since: number): Promise<void> {
  await tx.deleteFrom('wrong_proofs').where('user_id', '=', proof.user_id).where('ctime', '<=', since).execute();
  await tx.insertInto('wrong_proofs').values(proof).execute();
}
