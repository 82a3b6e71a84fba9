import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { findById } from '@/lib/auth/identity';
import { change, type Later } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { APPROVED } from '@/lib/guard/domains/contract';
import { lockedDomain, requireDomain } from '@/lib/guard/domains/locked';
import type { Settings } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { drainingNodes } from '@/lib/guard/fleet/seen';
import { requireFreeNodes } from '@/lib/guard/forwards/ports';
import { requireIpv6Nodes, tidyGroups } from '@/lib/guard/origin-groups/members';
import { nodeLocked, nodesChanged } from '@/lib/guard/schedules/hooks';
import { align, type Difference, unlike } from './align';
import type { AssignedNode, AvailableNode, NodesInput, SyncResult } from './contract';
import * as repository from './repository';

export async function listNodes(ctx: Ctx, domain_id: string): Promise<{ list: AssignedNode[] }> {
  await requireDomain(ctx, domain_id);
  return { list: await repository.listAssigned(ctx.db, domain_id) };
}

/** The account's nodes that the domain does not have and could get. */
export async function listAvailable(ctx: Ctx, domain_id: string): Promise<{ list: AvailableNode[] }> {
  const row = await requireDomain(ctx, domain_id);
  const assigned = new Set((await repository.listAssigned(ctx.db, domain_id)).map((node) => node.node_id));
  const pool = await repository.listPool(ctx.db, row);
  const draining = await drainingNodes(ctx.db);
  return { list: pool.filter(({ node_id }) => !assigned.has(node_id) && !draining.has(node_id)) };
}

/**
 * Gives a domain nodes of its account, with DNS records that are on where `enable_parse` says so. `dns_synced` is whether
 * these are brought into a DNS server. Throws not_assignable, draining and port_on_node, and then assigns none.
 */
export function assign(ctx: Ctx, domain_id: string, { node_ids, enable_parse }: NodesInput) {
  return changeNodes(ctx, domain_id, async (tx, row) => {
    const pool = new Set((await repository.listPool(tx, row)).map((node) => node.node_id));
    const wrong = node_ids.findIndex((node_id) => !pool.has(node_id));
    if (wrong >= 0) throw new AppError('err.guard.node.not_assignable', { field: `node_ids.${wrong}` });
    const assigned = new Set((await repository.listAssigned(tx, domain_id)).map((node) => node.node_id));
    const added = [...new Set(node_ids)].filter((node_id) => !assigned.has(node_id));
    const draining = await drainingNodes(tx);
    const full = added.find((node_id) => draining.has(node_id));
    if (full) throw new AppError('err.guard.node.draining', { field: `node_ids.${node_ids.indexOf(full)}` });
    await requireFreeNodes(tx, domain_id, added, (node_id) => `node_ids.${node_ids.indexOf(node_id)}`);
    await repository.assignNodes(tx, new Map([[domain_id, added]]));
    const dns = await nodesChanged(ctx, tx, [{ domain: row, added, removed: [] }], enable_parse);
    const dns_synced = ctx.runtime.dns.provider !== undefined;
    return { data: { added: added.length, dns_synced }, isDelivered: true, dns };
  });
}

/**
 * Takes a node from a domain. Throws node.last where an approved domain would have none left that serves it, and
 * needs_ipv6 where an IPv6 origin would lose its last node that reaches it.
 */
export function remove(ctx: Ctx, domain_id: string, node_id: string) {
  return changeNodes(ctx, domain_id, async (tx, row, settings) => {
    const assigned = await requireNode(tx, domain_id, node_id);
    const serving = assigned.filter((node) => node.node_id !== node_id && node.lock_status === 1);
    if (row.audit_status === APPROVED && serving.length === 0) throw new AppError('err.guard.node.last');
    await requireIpv6Nodes(tx, domain_id, node_id, settings);
    await repository.removeNodes(tx, [domain_id], [node_id]);
    await tidyGroups(tx, domain_id, settings, ctx.now);
    const dns = await nodesChanged(ctx, tx, [{ domain: row, added: [], removed: [node_id] }]);
    return { data: { domain_id, node_id }, isDelivered: true, dns };
  });
}

/** Locks or unlocks a node; nothing is distributed by that (spec 4.5). */
export function setLock(ctx: Ctx, domain_id: string, node_id: string, lock_status: number) {
  return changeNodes(ctx, domain_id, async (tx, row) => {
    await requireNode(tx, domain_id, node_id);
    await repository.setLock(tx, domain_id, node_id, lock_status);
    const dns = await nodeLocked(ctx, tx, row, node_id);
    return { data: { domain_id, node_id, lock_status }, isDelivered: false, dns };
  });
}

type Work<T> = (tx: Tx, row: DomainRow, settings: Settings) => Promise<{ data: T; isDelivered: boolean; dns: Later[] }>;

function changeNodes<T>(ctx: Ctx, domain_id: string, work: Work<T>): Promise<T> {
  return change(ctx, async (tx) => {
    const { row, settings } = await lockedDomain(ctx, tx, domain_id);
    const before = await recorded(tx, domain_id);
    const { data, isDelivered, dns } = await work(tx, row, settings);
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before,
      after: await recorded(tx, domain_id),
      later: [...(isDelivered ? [deliver(DOMAIN, [domain_id])] : []), ...dns],
      data,
    };
  });
}

/** What a revision keeps: node by node, whether it is locked. */
async function recorded(tx: Tx, domain_id: string) {
  const nodes = await repository.listAssigned(tx, domain_id);
  return { nodes: Object.fromEntries(nodes.map(({ node_id, lock_status }) => [node_id, { lock_status }])) };
}

async function requireNode(tx: Tx, domain_id: string, node_id: string): Promise<AssignedNode[]> {
  const assigned = await repository.listAssigned(tx, domain_id);
  if (!assigned.some((node) => node.node_id === node_id)) throw notFound();
  return assigned;
}

/**
 * Gives every domain exactly the nodes allotted to its account, manual choices notwithstanding (spec 4.5). Platform
 * staff reach all domains of their OEM or those of one user; everybody else their own. Goes in parts, each a change with an
 * audit row of its own under the one request, so that nobody else's write waits; one that fails leaves those before it in
 * effect, and asking again does the rest. Throws not_found for a user of another OEM.
 */
export async function syncNodes(ctx: Ctx, user_id: string | undefined): Promise<SyncResult> {
  const owner = ctx.scope.tier === 'platform' ? user_id : ctx.principal.user_id;
  const user = owner === undefined ? undefined : await findById(ctx.db, owner);
  if (owner !== undefined && user?.oem_id !== ctx.scope.oem_id) throw notFound();
  const domains = await repository.domainsToSync(ctx.db, ctx.scope, owner);
  const subject = { id: owner ?? ctx.scope.oem_id, label: user?.user_name ?? '', owner: user };
  const changed = new Map<string, Difference>();
  // One that changes nothing is recorded too.
  const parts = await unlike(ctx.db, domains);
  for (const part of parts.length > 0 ? parts : [[]]) {
    const done = await change(ctx, async (tx) => {
      const found = await align(ctx, tx, part);
      const dns = await nodesChanged(ctx, tx, [...found.values()]);
      const later = [deliver(DOMAIN, [...found.keys()]), ...dns];
      return {
        ...subject,
        before: {},
        after: { nodes: Object.fromEntries([...found].map(([id, { added, removed }]) => [id, { added, removed }])) },
        later,
        data: found,
      };
    });
    for (const [domain_id, difference] of done) changed.set(domain_id, difference);
  }
  const count = (kind: keyof Difference) => [...changed.values()].reduce((n, one) => n + one[kind].length, 0);
  return {
    domains: domains.length,
    added: count('added'),
    removed: count('removed'),
    ...(changed.size > 0 && { changed_domain_ids: [...changed.keys()] }),
  };
}
