import { isIPv6 } from 'node:net';
import { AppError } from '@/lib/api/errors';
import type { Db, Tx } from '@/lib/db/store';
import { originsOf, type Settings } from '@/lib/guard/domains/settings';
import type { AssignedNode } from '@/lib/guard/nodes/contract';
import { assignedTo } from '@/lib/guard/nodes/repository';
import type { OriginGroup } from './contract';
import * as repository from './repository';

/** The addresses of a domain's origins, each once, with the line first given for it. */
export function sourcesOf(settings: Settings): OriginGroup['src_list'] {
  const lines = new Map<string, string>();
  for (const { ip, line } of originsOf(settings).services.flatMap((service) => service.sources)) {
    if (!lines.has(ip)) lines.set(ip, line);
  }
  return [...lines].map(([src_ip, line]) => ({ src_ip, line, ipv6: isIPv6(src_ip) }));
}

/** The groups of a domain, the default one first; that one holds whatever no other group does. */
export async function readGroups(db: Db, domain_id: string, settings: Settings): Promise<OriginGroup[]> {
  return (await groupsOf(db, new Map([[domain_id, settings]]))).get(domain_id) ?? [];
}

/** The same of several domains, whose settings are given by domain_id. */
export async function groupsOf(db: Db, settings: ReadonlyMap<string, Settings>): Promise<Map<string, OriginGroup[]>> {
  const ids = [...settings.keys()];
  const [groups, members, assigned] = await Promise.all([
    repository.groupsOf(db, ids),
    repository.membersOf(db, ids),
    assignedTo(db, ids),
  ]);
  return new Map(
    ids.map((id) => {
      const parts = { nodes: assigned.get(id) ?? [], sources: sourcesOf(settings.get(id) ?? {}) };
      return [
        id,
        arranged(groups.get(id) ?? [], { nodes: members.nodes.get(id), sources: members.sources.get(id) }, parts),
      ];
    }),
  );
}

type Member = { group_id: number };
type Members = { nodes?: (Member & { node_id: string })[]; sources?: (Member & { src_ip: string })[] };
type Parts = { nodes: readonly AssignedNode[]; sources: OriginGroup['src_list'] };

/** Puts what a domain has into its groups; what is a member of none of them is in the default one. */
function arranged(groups: readonly repository.GroupRow[], members: Members, { nodes, sources }: Parts): OriginGroup[] {
  const fallback = groups.find((group) => group.is_default !== 0)?.group_id;
  const ids = new Set(groups.map(({ group_id }) => group_id));
  const known = <T extends Member>(all: readonly T[] = []) => all.filter(({ group_id }) => ids.has(group_id));
  const ofNode = new Map(known(members.nodes).map((row) => [row.node_id, row.group_id]));
  const ofSource = new Map(known(members.sources).map((row) => [row.src_ip, row.group_id]));
  return groups.map(({ group_id, name, is_default, utime }) => ({
    group_id,
    name,
    is_default: is_default !== 0,
    node_list: nodes
      .filter(({ node_id }) => (ofNode.get(node_id) ?? fallback) === group_id)
      .map(({ node_id, name, line, ipv6 }) => ({ node_id, name, line, ipv6 })),
    src_list: sources.filter(({ src_ip }) => (ofSource.get(src_ip) ?? fallback) === group_id),
    utime,
  }));
}

/**
 * Groups for whoever only reads them. Several reads may lie on both sides of a change: a custom group then has lost its nodes or its
 * origins and is not gone yet. It is left out, and what it still has is in the default one, where the change puts it.
 */
export function settled(groups: readonly OriginGroup[]): OriginGroup[] {
  const isOver = ({ is_default, node_list, src_list }: OriginGroup) =>
    !is_default && (node_list.length === 0 || src_list.length === 0);
  const over = groups.filter(isOver);
  return groups
    .filter((group) => !isOver(group))
    .map((group) => {
      if (!group.is_default) return group;
      const node_list = [...group.node_list, ...over.flatMap((one) => one.node_list)];
      return { ...group, node_list, src_list: [...group.src_list, ...over.flatMap((one) => one.src_list)] };
    });
}

/**
 * Forgets members that the domain no longer has, and custom groups left without nodes, without origins, or without a
 * node for their IPv6 origin: the rest of their members falls back to the default group (spec 4.5).
 */
export async function tidyGroups(tx: Tx, domain_id: string, settings: Settings, utime: number): Promise<void> {
  const sources = sourcesOf(settings).map((source) => source.src_ip);
  await repository.keepSources(tx, domain_id, sources);
  const groups = await readGroups(tx, domain_id, settings);
  const isOver = ({ node_list, src_list }: OriginGroup) =>
    node_list.length === 0 || src_list.length === 0 || lacksIpv6(src_list, node_list);
  const ended = groups.filter((group) => !group.is_default && isOver(group));
  for (const group of ended) await repository.deleteGroup(tx, group.group_id);
  if (ended.length > 0) await repository.touchDefault(tx, domain_id, utime);
}

/** Throws needs_ipv6 where a custom group with an IPv6 origin would lose its last node that speaks IPv6. */
export async function requireIpv6Nodes(tx: Tx, domain_id: string, leaving: string, settings: Settings): Promise<void> {
  const groups = await readGroups(tx, domain_id, settings);
  const group = groups.find((one) => one.node_list.some((node) => node.node_id === leaving));
  if (!group || group.is_default) return;
  const left = group.node_list.filter((node) => node.node_id !== leaving);
  if (left.length > 0 && lacksIpv6(group.src_list, left)) throw new AppError('err.guard.node.needs_ipv6');
}

/** Whether an IPv6 origin has no node that could reach it. */
export function lacksIpv6(sources: readonly { ipv6: boolean }[], nodes: readonly { ipv6: boolean }[]): boolean {
  return sources.some((source) => source.ipv6) && !nodes.some((node) => node.ipv6);
}
