import type { Selectable } from 'kysely';
import { groupedBy } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';

declare module '@/lib/db/tables' {
  interface Tables {
    origin_group_nodes: { domain_id: string; node_id: string; group_id: number };
    origin_group_sources: { domain_id: string; src_ip: string; group_id: number };
  }
}

export type GroupRow = Selectable<Tables['origin_groups']>;

/** Groups of domains the caller has already found in their scope, by domain_id, the default one first. */
export async function groupsOf(db: Db, domain_ids: readonly string[]): Promise<Map<string, GroupRow[]>> {
  const all = db.selectFrom('origin_groups').selectAll().where('domain_id', 'in', domain_ids);
  const rows = await all.orderBy('is_default', 'desc').orderBy('group_id').execute();
  return groupedBy(rows, (row) => row.domain_id);
}

/** Those of these domains that have custom groups. */
export async function customised(db: Db, domain_ids: readonly string[]): Promise<string[]> {
  const groups = db.selectFrom('origin_groups').select('domain_id').distinct().where('domain_id', 'in', domain_ids);
  return (await groups.where('is_default', '=', 0).execute()).map((row) => row.domain_id);
}

/** Which nodes and origins are in custom groups of these domains. */
export async function membersOf(db: Db, domain_ids: readonly string[]) {
  const nodes = await db.selectFrom('origin_group_nodes').selectAll().where('domain_id', 'in', domain_ids).execute();
  const sources = await db
    .selectFrom('origin_group_sources')
    .selectAll()
    .where('domain_id', 'in', domain_ids)
    .execute();
  return { nodes: groupedBy(nodes, (row) => row.domain_id), sources: groupedBy(sources, (row) => row.domain_id) };
}

export async function insertGroup(tx: Tx, domain_id: string, name: string, utime: number): Promise<number> {
  const { group_id } = await tx
    .insertInto('origin_groups')
    .values({ domain_id, name, is_default: 0, utime })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  return group_id;
}

/** Moves members into a group, out of whichever they were in. */
export async function moveInto(
  tx: Tx,
  domain_id: string,
  group_id: number,
  { node_ids, src_ips }: { node_ids: readonly string[]; src_ips: readonly string[] },
): Promise<void> {
  for (const node_id of node_ids) {
    await tx
      .insertInto('origin_group_nodes')
      .values({ domain_id, node_id, group_id })
      .onConflict((c) => c.columns(['domain_id', 'node_id']).doUpdateSet({ group_id }))
      .execute();
  }
  for (const src_ip of src_ips) {
    await tx
      .insertInto('origin_group_sources')
      .values({ domain_id, src_ip, group_id })
      .onConflict((c) => c.columns(['domain_id', 'src_ip']).doUpdateSet({ group_id }))
      .execute();
  }
}

/** Forgets the membership of origins that are not among these. */
export async function keepSources(tx: Tx, domain_id: string, src_ips: readonly string[]): Promise<void> {
  const members = tx.deleteFrom('origin_group_sources').where('domain_id', '=', domain_id);
  await (src_ips.length > 0 ? members.where('src_ip', 'not in', src_ips) : members).execute();
}

/** Deletes a group; its members are in the default one from then on. */
export async function deleteGroup(tx: Tx, group_id: number): Promise<void> {
  await tx.deleteFrom('origin_groups').where('group_id', '=', group_id).execute();
}

export async function touchDefault(tx: Tx, domain_id: string, utime: number): Promise<void> {
  const one = tx.updateTable('origin_groups').set({ utime }).where('domain_id', '=', domain_id);
  await one.where('is_default', '=', 1).execute();
}
