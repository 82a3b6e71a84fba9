import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import { laterThan, requireUnchanged } from '@/lib/change/later-version';
import type { Paging } from '@/lib/db/paginate';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { lockPolicy } from '@/lib/guard/policies/repository';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { ownership } from '@/lib/tenancy/scope';
import { type IpSet, type IpSetChange, type IpSetInput, MAX_SETS, MAX_SETS_OF_POLICY } from './contract';
import * as repository from './repository';
import { CLEARING, LIST } from './vocabulary';

/** Lists the caller sees, newest first (spec 4.9). */
export function listSets(ctx: Ctx, query: Paging & repository.SetFilter): Promise<Page<IpSet>> {
  return repository.listSets(ctx.db, ctx.scope, query);
}

export async function readSet(ctx: Ctx, id: string): Promise<IpSet> {
  return repository.toSet(await findSet(ctx, id));
}

/**
 * Creates an empty list of the caller's own. Throws policy_unknown for a policy that is not of their account, and
 * too_many_lists and too_many_in_policy.
 */
export function createSet(ctx: Ctx, input: IpSetInput): Promise<IpSet> {
  const row = {
    ...ownership(ctx.principal),
    ...input,
    policy_id: input.policy_id || null,
    ...{ enable_count: 0, unable_count: 0, last_place: 0 },
    ...{ ctime: ctx.now, utime: ctx.now },
  };
  return change(ctx, async (tx) => {
    if ((await repository.countOfUser(tx, row.user_id)) >= MAX_SETS) {
      throw new AppError('err.guard.bwlist.too_many_lists', { values: { max: MAX_SETS } });
    }
    await requirePolicy(ctx, tx, row);
    const id = await repository.insertSet(tx, row);
    const data = repository.toSet({ ...row, id, user_name: ctx.principal.user_name });
    return { id: String(id), label: row.name, before: null, after: data, later: delivery(data), data };
  });
}

/** Renames a list, or enables or disables it. */
export function updateSet(ctx: Ctx, id: string, input: IpSetChange, seen?: number): Promise<IpSet> {
  return changeSet(ctx, id, async (tx, row) => {
    requireUnchanged(row, seen);
    const { name = row.name, status = row.status, describe = row.describe } = input;
    const fields = { name, status, describe, utime: laterThan(row, ctx.now) };
    await repository.updateSet(tx, row, fields);
    const data = repository.toSet({ ...row, ...fields });
    // The policy names the lists that count; what is in the list has not changed.
    return { data, later: status === row.status ? deliver(LIST, [id]) : delivery(data) };
  });
}

/** Puts a list into another policy, or into none. Throws policy_unknown and too_many_in_policy. */
export async function bindSet(ctx: Ctx, id: string, wanted: string): Promise<IpSet> {
  const seen = await findSet(ctx, id);
  const policy_id = wanted || null;
  return change(ctx, async (tx) => {
    // Policies are locked before lists everywhere, so that no two changes wait for each other.
    if (policy_id !== seen.policy_id) await requirePolicy(ctx, tx, { ...seen, policy_id });
    const row = await lockSet(ctx, tx, id);
    const fields = { policy_id, utime: laterThan(row, ctx.now) };
    await repository.updateSet(tx, row, fields);
    const data = repository.toSet({ ...row, ...fields });
    const concerned = [...new Set([row.policy_id, policy_id])].filter((one) => one !== null);
    const later = concerned.length > 0 ? deliver(POLICY, concerned) : deliver(LIST, [id]);
    return { id, label: row.name, owner: row, before: repository.toSet(row), after: data, later, data };
  });
}

/** Deletes a list. Nodes drop it at once; a job takes its addresses, in parts. */
export function deleteSet(ctx: Ctx, id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const row = await lockSet(ctx, tx, id);
    await repository.deleteSet(tx, row.id);
    const before = repository.toSet(row);
    const later = [delivery(before), { kind: CLEARING, orders: [{ object_id: id }] }];
    return { id, label: row.name, owner: row, before, after: null, later, data: null };
  });
}

type Work = (tx: Tx, row: repository.StoredSet) => Promise<{ data: IpSet; later: ReturnType<typeof deliver> }>;

function changeSet(ctx: Ctx, id: string, work: Work): Promise<IpSet> {
  return change(ctx, async (tx) => {
    const row = await lockSet(ctx, tx, id);
    const { data, later } = await work(tx, row);
    return { id, label: data.name, owner: row, before: repository.toSet(row), after: data, later, data };
  });
}

/** Where a list appears or disappears, its policy is delivered; one in no policy is rendered for the day it is put in one. */
const delivery = ({ id, policy_id }: Pick<IpSet, 'id' | 'policy_id'>) =>
  policy_id === '' ? deliver(LIST, [String(id)]) : deliver(POLICY, [policy_id]);

/**
 * Keeps the policy from being deleted before the list is in it. Another account's is as unknown as none, also to platform
 * staff, who see both.
 */
async function requirePolicy(
  ctx: Ctx,
  tx: Tx,
  { root_id, policy_id }: Pick<repository.StoredSet, 'root_id' | 'policy_id'>,
): Promise<void> {
  if (policy_id === null) return;
  const policy = await lockPolicy(tx, ctx.scope, policy_id);
  if (policy?.root_id !== root_id) throw new AppError('err.guard.bwlist.policy_unknown', { field: 'policy_id' });
  if ((await repository.countOfPolicy(tx, policy_id)) < MAX_SETS_OF_POLICY) return;
  throw new AppError('err.guard.bwlist.too_many_in_policy', {
    field: 'policy_id',
    values: { max: MAX_SETS_OF_POLICY },
  });
}

/** Throws not_found outside the caller's scope. */
export async function findSet(ctx: Ctx, id: string): Promise<repository.StoredSet> {
  const row = await repository.findSet(ctx.db, ctx.scope, idOf(id));
  if (!row) throw notFound();
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockSet(ctx: Ctx, tx: Tx, id: string): Promise<repository.StoredSet> {
  const row = await repository.lockSet(tx, ctx.scope, idOf(id));
  if (!row) throw notFound();
  return row;
}
