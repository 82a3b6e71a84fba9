import type { Ctx } from '@/lib/api/context';
import type { Ref } from '@/lib/delivery/artefact';
import { findSet } from '@/lib/guard/bwlist/service';
import { LIST } from '@/lib/guard/bwlist/vocabulary';
import { requirePolicy } from '@/lib/guard/policies/parent';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { countPending, lastOf } from '@/lib/guard/releases/repository';
import type { Arrival } from './contract';
import * as repository from './repository';

export async function readPolicy(ctx: Ctx, policy_id: string): Promise<Arrival> {
  await requirePolicy(ctx, policy_id);
  return read(ctx, { kind: POLICY, object_id: policy_id }, policy_id);
}

export async function readList(ctx: Ctx, id: string): Promise<Arrival> {
  const { policy_id } = await findSet(ctx, id);
  return read(ctx, { kind: LIST, object_id: id }, policy_id ?? undefined);
}

/** A node that serves a domain with it is what failed, so the object runs nowhere where a domain of its policy does not. */
async function read(ctx: Ctx, object: Ref, policy_id: string | undefined): Promise<Arrival> {
  const failures = policy_id === undefined ? [] : await repository.failuresWith(ctx.db, ctx.scope, policy_id);
  const failed = new Set(failures.map((one) => one.node_id));
  const lines = await repository.linesOf(ctx.db, object);
  const nodes = lines.map(({ node_id, number, runs, since }) => {
    const isThere = runs === number;
    const state = failed.has(node_id) ? ('failed' as const) : isThere ? ('running' as const) : ('waiting' as const);
    return { node_id, state, since: state === 'running' ? Number(since) : 0 };
  });
  const pending = await countPending(ctx.db, [object]);
  return { pending, ...(await lastOf(ctx.db, object)), nodes, failures };
}
