import { setTimeout as pause } from 'node:timers/promises';
import { type Generated, sql } from 'kysely';
import { beforeColon, forUpdate, isOneOf, StoreFailure, storeNow, tableOfList } from '@/lib/db/dialect';
import { chunks } from '@/lib/db/grouped';
import { countRows } from '@/lib/db/paginate';
import { planned, prepared } from '@/lib/db/prepared';
import type { Db, Store, Tx } from '@/lib/db/store';
import type { Message } from './job';

declare module '@/lib/db/tables' {
  interface Tables {
    jobs: JobRow;
    /** Which run has an object of a kind, and until when unless it says more. */
    job_claims: { kind: string; object_id: string; run: string; lease_until: number };
  }
}

export type JobRow = {
  id: Generated<number>;
  kind: string;
  object_id: string;
  audit_id: number;
  payload: string;
  /** When it was to be done first. */
  wanted_at: number;
  /** By the store's clock; 0 is at once. */
  due_at: number;
  attempts: number;
  tried_at: number;
  /** When it failed for the last time it was to be tried; 0 while it is to be tried. */
  failed_at: number;
  /** What the last attempt said. */
  error: string;
};

/** What is to be done; the rest of a row is the queue's own. */
export type Order = { object_id: string; audit_id?: number; payload?: object; due_at?: number };

const ROWS = 500;
/** How soon a write that failed is tried again. */
const AGAIN_MS = 50;
const FRESH = { attempts: 0, tried_at: 0, failed_at: 0, error: '' } as const;

/** What most writes ask for: one thing, at once. */
const insertOne = planned((db, row: Pick<JobRow, 'kind' | 'object_id' | 'audit_id' | 'due_at' | 'payload'>) =>
  db.insertInto('jobs').values({ ...row, wanted_at: storeNow(db), ...FRESH }),
);

/** Asks for work once `tx` is committed. Call `runtime.jobs.wake(kind)` after the commit; `change` does. */
export async function enqueue(tx: Tx, kind: string, orders: readonly Order[]): Promise<void> {
  const rows = orders.map(({ object_id, audit_id = 0, payload = {}, due_at = 0 }) => ({
    ...{ kind, object_id, audit_id, due_at },
    payload: JSON.stringify(payload),
  }));
  const [one] = rows;
  if (rows.length === 1 && one?.due_at === 0) return void (await insertOne(tx, one));
  const now = storeNow(tx);
  for (const some of chunks(rows, ROWS)) {
    const values = some.map((row) => ({ ...row, wanted_at: row.due_at || now, ...FRESH }));
    await tx.insertInto('jobs').values(values).execute();
  }
}

const storeClock = planned((db) => db.selectNoFrom(storeNow(db).as('now')));

/**
 * The store's clock in Unix milliseconds. The embedded store shares this machine's, and could answer from its cache.
 */
export async function clockOf({ kind, read }: Store): Promise<number> {
  if (kind === 'embedded') return Date.now();
  const [row] = await storeClock(read, {});
  return (row as { now: number }).now;
}

const firstWaiting = prepared((db, { kind }: { kind: string }) =>
  db.selectFrom('jobs').select('due_at').where('kind', '=', kind).where('failed_at', '=', 0).orderBy('due_at').limit(1),
);

/** When a kind's next message is due; undefined where none waits. */
export async function nextDue(db: Db, kind: string): Promise<number | undefined> {
  const [first] = await firstWaiting(db, { kind });
  return first?.due_at;
}

/** How many messages of a kind wait for objects whose id begins so. */
export async function countWaiting(db: Db, kind: string, prefix: string): Promise<number> {
  const waiting = db.selectFrom('jobs').where('kind', '=', kind).where('failed_at', '=', 0);
  return countRows(waiting.where(beginsWith(prefix)));
}

const beginsWith = (prefix: string) => sql<boolean>`substr(object_id, 1, ${sql.lit(prefix.length)}) = ${prefix}`;

/** When the last of the messages that wait for objects whose id begins so was wanted, or 0, and what the store's clock says. */
export async function lastWanted(db: Db, kind: string, prefix: string): Promise<{ last: number; now: number }> {
  const { last, now } = await db
    .selectFrom('jobs')
    .select(({ fn }) => [fn.max('wanted_at').as('last'), storeNow(db).as('now')])
    .where('kind', '=', kind)
    .where('failed_at', '=', 0)
    .where(beginsWith(prefix))
    .executeTakeFirstOrThrow();
  return { last: last ?? 0, now };
}

/** Messages of one run at most: what an object has beyond is the next run's. */
const TAKEN = 1_000;
/** Longer than a process is ever busy between two signs of life. */
export const LEASE_MS = 15_000;

/** Objects with due messages that no run has, of the `objects` oldest messages. */
const dueObjects = (db: Db, { kind, objects }: { kind: string; objects: number }) => {
  const now = storeNow(db);
  return db
    .selectFrom('jobs')
    .select('object_id')
    .where('kind', '=', kind)
    .where('failed_at', '=', 0)
    .where('due_at', '<=', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('job_claims')
            .select('run')
            .where('job_claims.kind', '=', kind)
            .whereRef('job_claims.object_id', '=', 'jobs.object_id')
            .where('lease_until', '>', now),
        ),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(objects);
};
const firstDue = prepared(dueObjects);

/** Objects as a list of their ids. */
type Claim = { kind: string; run: string; objects: string };

/** Claims those of these objects, which are written as records, that no run has. */
const claiming = prepared((db, { kind, run, objects }: Claim) => {
  const now = storeNow(db);
  const lease = { run, lease_until: sql<number>`${now} + ${sql.lit(LEASE_MS)}` };
  const wanted = db
    .selectFrom(tableOfList<{ object_id: string }>(db, { object_id: 'text' }, objects) as never)
    .select([sql`${kind}`.as('kind'), sql.ref('object_id').as('object_id')])
    .select([sql`${run}`.as('run'), lease.lease_until.as('lease_until')]);
  return db
    .insertInto('job_claims')
    .columns(['kind', 'object_id', 'run', 'lease_until'])
    .expression(wanted.where(sql<boolean>`true`) as never)
    .onConflict((c) => c.columns(['kind', 'object_id']).doUpdateSet(lease).where('job_claims.lease_until', '<=', now))
    .returning('object_id');
});

/** The first `most` messages that objects have waiting. */
const waitingOf = prepared((db, { kind, objects, most }: Omit<Claim, 'run'> & { most: number }) => {
  const now = storeNow(db);
  return db
    .selectFrom('jobs')
    .select(['id', 'object_id', 'audit_id', 'payload', 'wanted_at'])
    .where('kind', '=', kind)
    .where(isOneOf(db, 'object_id', 'text', objects))
    .where((eb) => eb.or([eb('wanted_at', '<=', now), eb('due_at', '<=', now)]))
    .orderBy('id')
    .limit(most);
});

/**
 * Claims objects of a kind with due messages for `run`: all that they have waiting, oldest first. An object that
 * another run has is left to it until its lease ends, and so is what the owners in `passed` have.
 */
export async function take(
  tx: Tx,
  kind: string,
  run: string,
  objects: number,
  passed: readonly string[] = [],
): Promise<Message[]> {
  const due = await (passed.length === 0
    ? firstDue(tx, { kind, objects })
    : dueObjects(tx, { kind, objects }).where(beforeColon(tx, 'object_id'), 'not in', passed).execute());
  if (due.length === 0) return [];
  // In one order everywhere, so that two processes cannot wait for each other.
  const wanted = [...new Set(due.map((row) => row.object_id))].sort();
  const claimed = await claiming(tx, {
    kind,
    run,
    objects: JSON.stringify(wanted.map((object_id) => ({ object_id }))),
  });
  if (claimed.length === 0) return [];
  const mine = claimed.map((row) => row.object_id);
  const rows = await waitingOf(tx, { kind, objects: JSON.stringify(mine), most: TAKEN });
  const found = new Set(rows.map((row) => row.object_id));
  await release(
    tx,
    kind,
    run,
    mine.filter((object_id) => !found.has(object_id)),
  );
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}

/** Another process has the work: this one came too late. */
export class LeaseLost extends StoreFailure {
  constructor() {
    super('the lease was lost');
  }
}

const idsOf = (messages: readonly Message[]) => messages.map((message) => message.id);
const objectsOf = (messages: readonly Message[]) => [...new Set(messages.map((message) => message.object_id))];

const claimedBy = prepared((db, { run }: { run: string }) =>
  db.selectFrom('job_claims').select('object_id').where('run', '=', run),
);

/** Those of a run's messages that it has neither ended nor lost. */
export async function leftOf(db: Db, run: string, messages: readonly Message[]): Promise<Message[]> {
  const rows = await claimedBy(db, { run });
  const own = new Set(rows.map((row) => row.object_id));
  return messages.filter((message) => own.has(message.object_id));
}

const lockClaims = prepared((db, { kind, run, objects }: Claim) =>
  db
    .selectFrom('job_claims')
    .select('object_id')
    .where('kind', '=', kind)
    .where('run', '=', run)
    .where(isOneOf(db, 'object_id', 'text', objects))
    .orderBy('object_id')
    .modifyEnd(forUpdate(db)),
);

/** Throws LeaseLost unless `run` still has every object of these messages; it keeps them until the transaction ends. */
async function requireLease(tx: Tx, kind: string, run: string, messages: readonly Message[]): Promise<string[]> {
  const objects = objectsOf(messages);
  const own = await lockClaims(tx, { kind, run, objects: JSON.stringify(objects) });
  if (own.length < objects.length) throw new LeaseLost();
  return objects;
}

const unclaim = prepared((db, { kind, run, objects }: Claim) =>
  db
    .deleteFrom('job_claims')
    .where('kind', '=', kind)
    .where('run', '=', run)
    .where(isOneOf(db, 'object_id', 'text', objects)),
);

async function release(tx: Tx, kind: string, run: string, objects: readonly string[]): Promise<void> {
  if (objects.length > 0) await unclaim(tx, { kind, run, objects: JSON.stringify(objects) });
}

/** Ends every claim, whoever has it. */
export async function freeAll(tx: Tx): Promise<void> {
  await tx.deleteFrom('job_claims').execute();
}

const deleteMessages = prepared((db, { ids }: { ids: string }) =>
  db.deleteFrom('jobs').where(isOneOf(db, 'id', 'bigint', ids)),
);

/** Ends messages that are done. Throws LeaseLost. */
export async function finish(tx: Tx, kind: string, run: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const objects = await requireLease(tx, kind, run, messages);
  await deleteMessages(tx, { ids: JSON.stringify(idsOf(messages)) });
  await release(tx, kind, run, objects);
}

/** Gives messages back undone, as if they had not been taken. */
export const giveBack = (tx: Tx, kind: string, run: string, messages: readonly Message[]): Promise<void> =>
  release(tx, kind, run, objectsOf(messages));

/** Ends a periodic message until its next time, and for good one that was written twice. Throws LeaseLost. */
export async function comeBack(tx: Tx, kind: string, run: string, messages: readonly Message[], afterMs: number) {
  const [one, ...doubles] = messages;
  if (!one) return;
  const objects = await requireLease(tx, kind, run, messages);
  const due_at = sql<number>`${storeNow(tx)} + ${afterMs}`;
  await tx
    .updateTable('jobs')
    .set({ ...FRESH, due_at, wanted_at: due_at })
    .where('id', '=', one.id)
    .execute();
  if (doubles.length > 0) await deleteMessages(tx, { ids: JSON.stringify(idsOf(doubles)) });
  await release(tx, kind, run, objects);
}

const FIRST_WAIT_MS = 1_000;
export const LONGEST_WAIT_MS = 10 * 60_000;
const ERROR_LENGTH = 500;

/** Notes why messages failed; they are tried again after 1, 2, 4… seconds, at most 10 minutes, `attempts` times. */
export async function fail(
  tx: Tx,
  kind: string,
  run: string,
  messages: readonly Message[],
  { error, attempts }: { error: string; attempts: number },
): Promise<void> {
  const objects = await requireLease(tx, kind, run, messages);
  const now = storeNow(tx);
  const waits = sql<number>`case when attempts >= 10 then ${LONGEST_WAIT_MS} else ${FIRST_WAIT_MS} * (1 << attempts) end`;
  await tx
    .updateTable('jobs')
    .set({
      tried_at: now,
      due_at: sql<number>`${now} + ${waits}`,
      failed_at: sql<number>`case when attempts + 1 >= cast(${attempts} as bigint) then ${now} else 0 end`,
      attempts: sql<number>`attempts + 1`,
      error: error.slice(0, ERROR_LENGTH).toWellFormed(),
    })
    .where('id', 'in', idsOf(messages))
    .execute();
  await release(tx, kind, run, objects);
}

/**
 * Writes how a run ended. Where the store takes no write it is tried again as long as the lease lasts, for which everybody else
 * would wait. Rejects with what it failed by last; LeaseLost at once.
 */
export async function beforeLeaseEnds(write: () => Promise<unknown>): Promise<void> {
  for (const until = performance.now() + LEASE_MS; ; await pause(AGAIN_MS, undefined, { ref: false })) {
    try {
      await write();
      return;
    } catch (error) {
      if (error instanceof LeaseLost || performance.now() > until) throw error;
    }
  }
}

/** Says that these runs are alive. */
export async function renew(tx: Tx, runs: readonly string[]): Promise<void> {
  const lease_until = sql<number>`${storeNow(tx)} + ${LEASE_MS}`;
  await tx.updateTable('job_claims').set({ lease_until }).where('run', 'in', runs).execute();
}

/** Makes sure that a periodic kind has its message; the first time comes after `afterMs`. */
export async function schedule(tx: Tx, kind: string, afterMs: number): Promise<void> {
  const known = await tx.selectFrom('jobs').select('id').where('kind', '=', kind).executeTakeFirst();
  if (known) return;
  const now = storeNow(tx);
  const row = { kind, object_id: '', audit_id: 0, payload: '{}', ...FRESH };
  const due_at = sql<number>`${now} + ${afterMs}`;
  await tx
    .insertInto('jobs')
    .values({ ...row, due_at, wanted_at: due_at })
    .execute();
}

/**
 * Brings on what waits longer than anything of its kind may: it was asked for by a clock that was ahead and has been put back. The
 * first of it is due now, the others as long after it as they were.
 */
export async function bringOn(tx: Tx, kind: string, longest: number): Promise<void> {
  const waiting = tx.selectFrom('jobs').where('kind', '=', kind).where('failed_at', '=', 0);
  const { first, now } = await waiting
    .where('due_at', '>', sql<number>`${storeNow(tx)} + ${longest}`)
    .select(({ fn }) => [fn.min('due_at').as('first'), storeNow(tx).as('now')])
    .executeTakeFirstOrThrow();
  if (first === null) return;
  const by = first - now;
  await tx
    .updateTable('jobs')
    .set((eb) => ({
      due_at: eb('due_at', '-', by),
      wanted_at: eb
        .case()
        .when('wanted_at', '>', now)
        .then(eb('wanted_at', '-', by))
        .else(eb.ref('wanted_at'))
        .end(),
    }))
    .where('kind', '=', kind)
    .where('failed_at', '=', 0)
    .where('due_at', '>=', first)
    .execute();
}

/** Deletes messages that failed for good before a moment. Answers how many. */
export async function deleteFailed(tx: Tx, before: number, limit: number): Promise<number> {
  const failed = tx.selectFrom('jobs').select('id').where('failed_at', '>', 0).where('failed_at', '<', before);
  const old = tx.deleteFrom('jobs').where('id', 'in', failed.limit(limit));
  return Number((await old.executeTakeFirstOrThrow()).numDeletedRows);
}
