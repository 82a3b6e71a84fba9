import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { idOf } from '@/lib/api/ids';
import { type Change, change } from '@/lib/change/change';
import { StoreFailure } from '@/lib/db/dialect';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { isUnderWay } from '@/lib/jobs/steps';
import { requireQuota } from '@/lib/plan/plans/quotas';
import { MAX_IPS } from './contract';
import { findSet, type StoredSet, toSet } from './repository';
import { lockSet } from './service';
import { FILLING, LIST } from './vocabulary';

/** What a change of addresses reports: the parts to deliver, and addresses that were, or are, in effect. */
export type Done<T> = { parts: readonly number[]; before?: readonly string[]; after?: readonly string[]; data: T };

/** Addresses that a record names; how many there were its counts say. */
const NAMED = 100;

/** Changes addresses of a list, which is locked: its counts are always right. Delivers the parts concerned. */
export function changeIps<T>(ctx: Ctx, id: string, work: (tx: Tx, set: StoredSet) => Promise<Done<T>>): Promise<T> {
  const changing = () =>
    change(ctx, async (tx) => {
      const set = await lockSet(ctx, tx, id);
      await requireFilled(tx, set.id);
      return recorded(ctx, tx, set, await work(tx, set));
    });
  return whenFilled(ctx, idOf(id), changing);
}

/** What is recorded and delivered of a change of addresses of a list. */
export async function recorded<T>(ctx: Ctx, tx: Tx, set: StoredSet, done: Done<T>): Promise<Change<T>> {
  const { parts, before = [], after = [], data } = done;
  const id = String(set.id);
  const changed = (await findSet(tx, ctx.scope, set.id)) ?? set;
  const named = (row: StoredSet, addresses: readonly string[]) => {
    return { ...toSet(row), addresses: addresses.slice(0, NAMED) };
  };
  const revision = { before: named(set, before), after: named(changed, after) };
  return { id, label: set.name, owner: set, ...revision, later: deliver(LIST, [id], parts), data };
}

/** Throws too_many_addresses, and quota_exceeded with the field. */
export async function requireFree(ctx: Ctx, tx: Tx, set: StoredSet, more: number, field: string): Promise<void> {
  requireRoom(set, more);
  await requireQuota(ctx, tx, { root_id: set.root_id, quota: 'max_list_entries', requested: more, field });
}

function requireRoom(set: StoredSet, more: number): void {
  if (set.enable_count + set.unable_count + more <= MAX_IPS) return;
  throw new AppError('err.guard.bwlist.too_many_addresses', { values: { max: MAX_IPS } });
}

/** Another call fills the list, in several transactions. */
class BeingFilled extends StoreFailure {
  constructor() {
    super('the list is being filled');
  }
}

/** For a change of addresses of a list that is locked. Throws where a call that fills it has not ended. */
export async function requireFilled(tx: Tx, ipset_id: number): Promise<void> {
  if (await isUnderWay(tx, FILLING, String(ipset_id))) throw new BeingFilled();
}

const PATIENCE_MS = 20_000;
const PAUSE_MS = 20;

/** Does work that asks `requireFilled`, after whoever fills the list. Throws a StoreFailure where that takes too long. */
export async function whenFilled<T>(ctx: Ctx, ipset_id: number, work: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BeingFilled) || performance.now() > until) throw error;
    }
    do await pause(PAUSE_MS);
    while (performance.now() < until && (await isUnderWay(ctx.db, FILLING, String(ipset_id))));
  }
}
