import { chunks, groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import { NODE_NORMAL } from '@/lib/guard/domains/tables';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { AssignedNode, AvailableNode } from './contract';

const NODE = [
  'nodes.node_id',
  'nodes.name',
  'nodes.machine_room',
  'nodes.ipv6',
  'nodes.ip_addr',
  'nodes.line',
] as const;

const toNode = <T extends { ipv6: number }>(row: T) => ({ ...row, ipv6: row.ipv6 !== 0 });

/** Rows written in one statement. */
const CHUNK = 500;

/** Who decides which nodes a domain may have: its owner, or the head of the account. */
type Owner = { user_id: string; root_id: string };

/** Nodes of a domain the caller has already found in their scope, in the order they were assigned. */
export async function listAssigned(db: Db, domain_id: string): Promise<AssignedNode[]> {
  return (await assignedTo(db, [domain_id])).get(domain_id) ?? [];
}

/** The same of several domains, by domain_id. */
export async function assignedTo(db: Db, domain_ids: readonly string[]): Promise<Map<string, AssignedNode[]>> {
  const rows = await db
    .selectFrom('domain_nodes')
    .innerJoin('nodes', 'nodes.node_id', 'domain_nodes.node_id')
    .select([...NODE, 'domain_nodes.lock_status', 'domain_nodes.domain_id'])
    .where('domain_nodes.domain_id', 'in', domain_ids)
    .orderBy('domain_nodes.id')
    .execute();
  const byDomain = groupedBy(rows, (row) => row.domain_id);
  return new Map(
    [...byDomain].map(([domain_id, nodes]) => [domain_id, nodes.map(({ domain_id: _, ...node }) => toNode(node))]),
  );
}

/** The nodes a domain may have, by name: its owner's own allocation where there is one, else that of the chain's root (DESIGN 5). */
export async function listPool(db: Db, { user_id, root_id }: Owner): Promise<AvailableNode[]> {
  const own = db.selectFrom('allocations').select('node_id').where('user_id', '=', user_id);
  const isOwn = (await own.limit(1).executeTakeFirst()) !== undefined;
  const allotted = isOwn ? own : db.selectFrom('allocations').select('node_id').where('user_id', '=', root_id);
  const rows = await db
    .selectFrom('nodes')
    .select(NODE)
    .where('node_id', 'in', allotted)
    .orderBy('name')
    .orderBy('node_id')
    .execute();
  return rows.map(toNode);
}

/** Gives each of these domains its nodes. */
export async function assignNodes(tx: Tx, added: ReadonlyMap<string, readonly string[]>): Promise<void> {
  const rows = [...added].flatMap(([domain_id, node_ids]) =>
    node_ids.map((node_id) => ({ domain_id, node_id, lock_status: NODE_NORMAL, enabled: 0 })),
  );
  for (const some of chunks(rows, CHUNK)) await tx.insertInto('domain_nodes').values(some).execute();
}

/** Takes nodes from domains, out of their origin groups too. */
export async function removeNodes(tx: Tx, domain_ids: readonly string[], node_ids: readonly string[]): Promise<void> {
  if (node_ids.length === 0) return;
  for (const table of ['domain_nodes', 'origin_group_nodes'] as const) {
    await tx.deleteFrom(table).where('domain_id', 'in', domain_ids).where('node_id', 'in', node_ids).execute();
  }
}

export async function setLock(tx: Tx, domain_id: string, node_id: string, lock_status: number): Promise<void> {
  const one = tx.updateTable('domain_nodes').set({ lock_status }).where('domain_id', '=', domain_id);
  await one.where('node_id', '=', node_id).execute();
}

/** A domain with the owners that decide about its nodes. */
export type Owned = Owner & { domain_id: string };

/** Domains in the scope, of one user where given, in the order in which they are locked. */
export function domainsToSync(tx: Db, scope: Scope, user_id: string | undefined): Promise<Owned[]> {
  const all = tx.selectFrom('domains').select(['domain_id', 'user_id', 'root_id']).where(visible(scope, 'domains'));
  return (user_id === undefined ? all : all.where('user_id', '=', user_id)).orderBy('domain_id').execute();
}
