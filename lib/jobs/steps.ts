import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { storeNow } from '@/lib/db/dialect';
import type { Db, Store, Tx } from '@/lib/db/store';
import type { Message } from './job';
import { beforeLeaseEnds, enqueue, finish, giveBack, LEASE_MS, LeaseLost } from './queue';

/**
 * Work of a request on one object that takes several transactions. From the first of them on a message asks for a job of
 * `kind` that takes back what they did: `end` deletes it with the last one, and it is done where the work ends without.
 */
export type Steps = Readonly<{ kind: string; run: string; messages: readonly Message[] }>;

/** Whether such work on an object is under way, or is still to be taken back. */
export async function isUnderWay(db: Db, kind: string, object_id: string): Promise<boolean> {
  const asked = db.selectFrom('jobs').select('id').where('kind', '=', kind).where('object_id', '=', object_id);
  return (await asked.executeTakeFirst()) !== undefined;
}

/** Begins such work on an object that is locked and on which none is under way. */
export async function begin(tx: Tx, kind: string, object_id: string): Promise<Steps> {
  const run = randomUUID();
  const lease = { run, lease_until: sql<number>`${storeNow(tx)} + ${LEASE_MS}` };
  await enqueue(tx, kind, [{ object_id }]);
  await tx
    .insertInto('job_claims')
    .values({ kind, object_id, ...lease })
    .onConflict((c) => c.columns(['kind', 'object_id']).doUpdateSet(lease))
    .execute();
  const asked = tx.selectFrom('jobs').select(['id', 'object_id', 'audit_id', 'payload', 'wanted_at']);
  const messages = await asked.where('kind', '=', kind).where('object_id', '=', object_id).execute();
  return { kind, run, messages };
}

/** In each further transaction: says that the work is alive. Throws LeaseLost where it is being taken back. */
export async function goOn(tx: Tx, { kind, run }: Steps): Promise<void> {
  const lease_until = sql<number>`${storeNow(tx)} + ${LEASE_MS}`;
  const own = tx.updateTable('job_claims').set({ lease_until }).where('kind', '=', kind).where('run', '=', run);
  if ((await own.executeTakeFirstOrThrow()).numUpdatedRows === 0n) throw new LeaseLost();
}

/** In the last transaction: nothing is taken back. Throws LeaseLost. */
export const end = (tx: Tx, { kind, run, messages }: Steps): Promise<void> => finish(tx, kind, run, messages);

/** Has what was done taken back. Call `runtime.jobs.wake(kind)` after the commit. */
export const giveUp = (tx: Tx, { kind, run, messages }: Steps): Promise<void> => giveBack(tx, kind, run, messages);

/** The same in a transaction of its own, once the store takes writes again. Resolves then, whatever became of it. */
export const giveUpSoon = (store: Store, steps: Steps): Promise<void> =>
  beforeLeaseEnds(() => store.transaction((tx) => giveUp(tx, steps))).catch(() => undefined);
