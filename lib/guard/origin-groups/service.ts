import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import { foldCase } from '@/lib/db/dialect';
import { deliver } from '@/lib/delivery/deliver';
import { lockedDomain, requireDomain } from '@/lib/guard/domains/locked';
import { DEFAULT_GROUP, readSettings } from '@/lib/guard/domains/repository';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import type { OriginGroup, OriginGroupInput } from './contract';
import { lacksIpv6, readGroups, settled, tidyGroups } from './members';
import * as repository from './repository';

export async function listGroups(ctx: Ctx, domain_id: string): Promise<{ list: OriginGroup[] }> {
  await requireDomain(ctx, domain_id);
  return { list: settled(await readGroups(ctx.db, domain_id, await readSettings(ctx.db, domain_id))) };
}

/**
 * Makes a group of nodes and origins of the domain. A custom group left empty by that is deleted (spec 4.5). Throws
 * the errors of the contract and then moves nothing.
 */
export function createGroup(ctx: Ctx, domain_id: string, input: OriginGroupInput): Promise<OriginGroup> {
  return change(ctx, async (tx) => {
    const { row, settings } = await lockedDomain(ctx, tx, domain_id);
    const groups = await readGroups(tx, domain_id, settings);
    check(groups, input);
    const group_id = await repository.insertGroup(tx, domain_id, input.name, ctx.now);
    await repository.moveInto(tx, domain_id, group_id, input);
    requireIpv6Nodes(groups, await readGroups(tx, domain_id, settings));
    await tidyGroups(tx, domain_id, settings, ctx.now);
    const after = await readGroups(tx, domain_id, settings);
    const data = after.find((group) => group.group_id === group_id);
    if (!data) throw new Error('a new origin group has no members');
    return {
      id: domain_id,
      label: `${row.domain}, ${input.name}`,
      owner: row,
      before: recorded(groups),
      after: recorded(after),
      later: deliver(DOMAIN, [domain_id]),
      data,
    };
  });
}

function check(groups: readonly OriginGroup[], { name, node_ids, src_ips }: OriginGroupInput): void {
  if (!groups.some((group) => group.is_default)) throw new AppError('err.guard.group.no_default');
  const folded = foldCase(name);
  if (folded === DEFAULT_GROUP) throw new AppError('err.guard.group.name_reserved', { field: 'name' });
  if (groups.some((group) => foldCase(group.name) === folded)) {
    throw new AppError('err.guard.group.name_taken', { field: 'name' });
  }
  const nodes = new Set(groups.flatMap((group) => group.node_list).map((node) => node.node_id));
  const unbound = node_ids.findIndex((node_id) => !nodes.has(node_id));
  if (unbound >= 0) throw new AppError('err.guard.group.node_unbound', { field: `node_ids.${unbound}` });
  const sources = new Set(groups.flatMap((group) => group.src_list).map((source) => source.src_ip));
  const unknown = src_ips.findIndex((src_ip) => !sources.has(src_ip));
  if (unknown >= 0) {
    throw new AppError('err.guard.group.origin_unknown', {
      field: `src_ips.${unknown}`,
      valid_values: [...sources],
    });
  }
}

/** Throws where the new group, or one that it takes nodes from, is left with an IPv6 origin that none of its nodes reaches. */
function requireIpv6Nodes(before: readonly OriginGroup[], after: readonly OriginGroup[]): void {
  const lacks = ({ is_default, src_list, node_list }: OriginGroup) =>
    !is_default && node_list.length > 0 && lacksIpv6(src_list, node_list);
  const lacked = new Set(before.filter(lacks).map((group) => group.group_id));
  if (after.every((group) => !lacks(group) || lacked.has(group.group_id))) return;
  throw new AppError('err.guard.group.no_ipv6_node', { field: 'node_ids' });
}

/** Deletes a group; its members fall back to the default one. Throws not_found and is_default. */
export function deleteGroup(ctx: Ctx, domain_id: string, id: string): Promise<{ group_id: number }> {
  return change(ctx, async (tx) => {
    const { row, settings } = await lockedDomain(ctx, tx, domain_id);
    const groups = await readGroups(tx, domain_id, settings);
    const group = groups.find((one) => one.group_id === idOf(id));
    if (!group) throw notFound();
    if (group.is_default) throw new AppError('err.guard.group.is_default');
    await repository.deleteGroup(tx, group.group_id);
    await repository.touchDefault(tx, domain_id, ctx.now);
    return {
      id: domain_id,
      label: `${row.domain}, ${group.name}`,
      owner: row,
      before: recorded(groups),
      after: recorded(await readGroups(tx, domain_id, settings)),
      later: deliver(DOMAIN, [domain_id]),
      data: { group_id: group.group_id },
    };
  });
}

/** What a revision keeps: all groups of the domain, since a new one takes members from others. */
function recorded(groups: readonly OriginGroup[]) {
  const entries = groups.map(({ name, node_list, src_list }) => [
    name,
    { nodes: node_list.map((node) => node.node_id), origins: src_list.map((source) => source.src_ip) },
  ]);
  return { groups: Object.fromEntries(entries) };
}
