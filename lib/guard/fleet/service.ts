import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { change } from '@/lib/change/change';
import type { Paging } from '@/lib/db/paginate';
import type { Node, NodeDetail } from './contract';
import { healthOf } from './health-rows';
import * as repository from './repository';
import { drainingNodes } from './seen';

export async function listNodes(ctx: Ctx, { page, size, keyword }: Paging & { keyword?: string }): Promise<Page<Node>> {
  const found = await repository.matching(ctx.db, keyword);
  const rows = found.slice((page - 1) * size, page * size);
  return { list: await repository.complete(ctx.db, rows, ctx.now), total: found.length, page, size };
}

export async function readNode(ctx: Ctx, node_id: string): Promise<NodeDetail> {
  const row = await repository.findNode(ctx.db, node_id);
  const [node] = row ? await repository.complete(ctx.db, [row], ctx.now) : [];
  if (!node) throw notFound();
  const { oem_id } = ctx.principal;
  const reports = await repository.reportsOf(ctx.db, node_id, oem_id);
  const health = (await healthOf(ctx.db, [node_id])).get(node_id) ?? null;
  return { ...node, health, ...reports, bound: await repository.boundTo(ctx.db, node_id, oem_id) };
}

/** Has a node take no new domains from now on, or take them again. What it has, and what is locked there, stays. */
export function drain(ctx: Ctx, node_id: string, draining: boolean) {
  return change(ctx, async (tx) => {
    const node = await repository.lockNode(tx, node_id);
    if (!node) throw notFound();
    const before = { draining: (await drainingNodes(tx)).has(node_id) };
    if (before.draining !== draining) await repository.setDraining(tx, node_id, draining ? ctx.now : 0);
    return { id: node_id, label: node.name, before, after: { draining }, data: { node_id, draining } };
  });
}

/** Removes a node, and whatever could speak for it. Throws in_use while a domain has it. */
export function remove(ctx: Ctx, node_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const node = await repository.lockNode(tx, node_id);
    if (!node) throw notFound();
    const count = await repository.countBound(tx, node_id);
    if (count > 0) throw new AppError('err.guard.node.in_use', { values: { count } });
    await repository.deleteNode(tx, node_id);
    return { id: node_id, label: node.name, before: node, after: null, identityChanged: true, data: null };
  });
}
