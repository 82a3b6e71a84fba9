import type { Db, Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    /** Sign-ins in vain, for as long as they slow the next one down; `network` as `networkOf` writes it, times in Unix ms. */
    sign_in_failures: SignInFailure;
  }
}

export type SignInFailure = { network: string; oem_id: string; user_key: string; ctime: number };

/** What was tried in vain: how often, and when the oldest of it was (Unix ms). */
export type Failures = { failures: number; oldest: number };

/** Failed sign-ins after `since` from a network, for one account when named. */
export async function countFailures(
  db: Db,
  from: { network: string; since: number; account?: { oem_id: string; user_key: string } },
): Promise<Failures> {
  let query = db
    .selectFrom('sign_in_failures')
    .select((eb) => [eb.fn.countAll<number>().as('failures'), eb.fn.min('ctime').as('oldest')])
    .where('network', '=', from.network)
    .where('ctime', '>', from.since);
  if (from.account) {
    query = query.where('oem_id', '=', from.account.oem_id).where('user_key', '=', from.account.user_key);
  }
  const row = await query.executeTakeFirstOrThrow();
  return { failures: Number(row.failures), oldest: Number(row.oldest ?? 0) };
}

/** Adds one and forgets all those before `since`, which count no more. */
export async function insertFailure(tx: Tx, failure: SignInFailure, since: number): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('ctime', '<=', since).execute();
  await tx.insertInto('sign_in_failures').values(failure).execute();
}
