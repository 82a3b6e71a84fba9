import { isIPv6 } from 'node:net';
import { AppError } from '@/lib/api/errors';
import type { Db, Tx } from '@/lib/db/store';
import { originsOf, type Settings } from '@/lib/guard/domains/settings';
import { listAssigned } from '@/lib/guard/nodes/repository';
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
  const [groups, members, assigned] = await Promise.all([
    repository.listGroups(db, domain_id),
    repository.listMembers(db, domain_id),
    listAssigned(db, domain_id),
  ]);
  const fallback = groups.find((group) => group.is_default !== 0)?.group_id;
  const nodes = assigned.map(({ node_id, name, line, ipv6 }) => ({ node_id, name, line, ipv6 }));
  return groups.map(({ group_id, name, is_default, utime }) => ({
    group_id,
    name,
    is_default: is_default !== 0,
    node_list: nodes.filter(({ node_id }) => (members.nodes.get(node_id) ?? fallback) === group_id),
    src_list: sourcesOf(settings).filter(({ src_ip }) => (members.sources.get(src_ip) ?? fallback) === group_id),
    utime,
  }));
}

/**
 * Forgets members that the domain no longer has, and custom groups left without nodes or without origins: the rest
 * of their members falls back to the default group (spec 4.5).
 */
export async function tidyGroups(tx: Tx, domain_id: string, settings: Settings, utime: number): Promise<void> {
  const sources = sourcesOf(settings).map((source) => source.src_ip);
  await repository.keepSources(tx, domain_id, sources);
  const groups = await readGroups(tx, domain_id, settings);
  const isEmpty = (group: OriginGroup) => group.node_list.length === 0 || group.src_list.length === 0;
  const emptied = groups.filter((group) => !group.is_default && isEmpty(group));
  for (const group of emptied) await repository.deleteGroup(tx, group.group_id);
  if (emptied.length > 0) await repository.touchDefault(tx, domain_id, utime);
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
