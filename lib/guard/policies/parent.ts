import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Parent } from '@/lib/change/parts';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import * as repository from './repository';
import { POLICY } from './vocabulary';

/** A policy the caller sees. Throws not_found. */
export async function requirePolicy(ctx: Ctx, policy_id: string): Promise<repository.StoredPolicy> {
  const row = await repository.findPolicy(ctx.db, ctx.scope, policy_id);
  if (!row) throw notFound();
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockedPolicy(ctx: Ctx, tx: Tx, policy_id: string): Promise<repository.StoredPolicy> {
  const row = await repository.lockPolicy(tx, ctx.scope, policy_id);
  if (!row) throw notFound();
  return row;
}

/** What parts of a policy take from it: scope, lock, owner, and that it is delivered with them. */
export const policyParent: Parent = {
  require: requirePolicy,
  async lock(ctx, tx, policy_id) {
    const row = await lockedPolicy(ctx, tx, policy_id);
    return { id: policy_id, label: row.name, owner: row, root_id: row.root_id, later: deliver(POLICY, [policy_id]) };
  },
};
