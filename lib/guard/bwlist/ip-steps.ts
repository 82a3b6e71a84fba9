import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import { idOf } from '@/lib/api/ids';
import { type Change, change } from '@/lib/change/change';
import { chunks } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import { LeaseLost } from '@/lib/jobs/queue';
import { begin, giveUp, giveUpSoon, goOn, type Steps } from '@/lib/jobs/steps';
import { ownerOf } from '@/lib/queues/owner';
import { changeIps, type Done, recorded, requireFilled, whenFilled } from './ip-changes';
import * as marks from './ip-marks';
import * as repository from './ip-repository';
import type { StoredSet } from './repository';
import { lockSet } from './service';
import type { IpRow } from './tables';
import { FILLING } from './vocabulary';

/** Addresses of one transaction: of more, others' writes come between some and the next. */
export const PIECE = 1_000;

/**
 * Changes many addresses of a list in several transactions, the last of which has them seen. Where it does not come, a job
 * takes the others back, and until then no address of the list changes.
 */
export function inSteps<T>(ctx: Ctx, id: string, work: (set: StoredSet, steps: Steps) => Promise<T>): Promise<T> {
  const { store, jobs, queues } = ctx.runtime;
  const inTurn = async () => {
    const { set, steps } = await whenFilled(ctx, idOf(id), () => store.transaction((tx) => beginSteps(ctx, tx, id)));
    try {
      const done = await work(set, steps);
      jobs.wake(FILLING);
      return done;
    } catch (error) {
      void giveUpSoon(store, steps).then(() => jobs.wake(FILLING));
      throw error;
    }
  };
  return queues.fills.run(ownerOf(ctx), inTurn, ctx.request.signal());
}

async function beginSteps(ctx: Ctx, tx: Tx, id: string) {
  const set = await lockSet(ctx, tx, id);
  await requireFilled(tx, set.id);
  return { set, steps: await begin(tx, FILLING, String(set.id)) };
}

/**
 * Gives those of these ids that are in the list a status, or deletes them, all or none. Answers how many that changed. Throws
 * not_found where none is in the list.
 */
export function changeAll(ctx: Ctx, id: string, ids: readonly number[], next: number): Promise<number> {
  if (ids.length > PIECE) return inSteps(ctx, id, (set, steps) => changeMany(ctx, set, steps, { ids, next }));
  return changeIps(ctx, id, async (tx, set) => {
    const rows = toChange(await requireIps(tx, set, ids), next);
    return { ...(await changeRows(tx, set, rows, { next, now: ctx.now })), data: rows.length };
  });
}

type Changed = Omit<Done<unknown>, 'data'>;

/** Gives addresses of a locked list, all of which had another, a status, or deletes them. Answers what that comes to. */
export async function changeRows(
  tx: Tx,
  set: StoredSet,
  rows: readonly IpRow[],
  { next, now }: { next: number; now: number },
): Promise<Changed> {
  await repository.changeIps(tx, rows, next, now);
  return countRows(tx, set, rows, { next, now });
}

async function countRows(
  tx: Tx,
  set: StoredSet,
  rows: readonly IpRow[],
  { next, now }: { next: number; now: number },
): Promise<Changed> {
  const parts = await repository.countChanged(tx, set, rows, next, now);
  const addresses = rows.map((row) => row.ip_addr);
  return { parts, ...(next === 1 ? { after: addresses } : { before: addresses }) };
}

type Wanted = { ids: readonly number[]; next: number };

/** Marks them some at a time; the last transaction makes the marks true, and a job then carries them out. */
async function changeMany(ctx: Ctx, set: StoredSet, steps: Steps, { ids, next }: Wanted): Promise<number> {
  const { store } = ctx.runtime;
  const rows = toChange(await requireIps(ctx.db, set, ids), next);
  for (const some of chunks(rows, PIECE)) {
    await store.transaction(async (tx) => {
      await goOn(tx, steps);
      await marks.markIps(tx, some, next);
    });
  }
  return change(ctx, (tx) => endMarking(ctx, tx, steps, { id: String(set.id), rows, next }));
}

type Marking = { id: string; rows: readonly IpRow[]; next: number };

async function endMarking(ctx: Ctx, tx: Tx, steps: Steps, { id, rows, next }: Marking): Promise<Change<number>> {
  const set = await lockSet(ctx, tx, id);
  await goOn(tx, steps);
  if ((await marks.countMarked(tx, set.id)) !== rows.length) throw new LeaseLost();
  const changed = await countRows(tx, set, rows, { next, now: ctx.now });
  await marks.makeTrue(tx, set.id, ctx.now);
  await giveUp(tx, steps);
  return recorded(ctx, tx, set, { ...changed, data: rows.length });
}

/** Those that are not yet what they are to be. */
export const toChange = (rows: readonly IpRow[], next: number) => rows.filter((row) => row.status !== next);

/** Those of these ids that are addresses of the list. Throws not_found where none is. */
export async function requireIps(db: Db, set: StoredSet, ids: readonly number[]): Promise<IpRow[]> {
  const rows = await repository.findIps(db, set.id, ids);
  if (rows.length === 0) throw notFound();
  return rows;
}
