import { rowsOf } from '@/lib/db/dialect';
import type { Db } from '@/lib/db/store';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';

/** A domain on a node. */
export type Place = { node_id: string; domain_id: string };

/** What nodes say of some domains, with their owners. */
export function saidOf(db: Db, domain_ids: readonly string[]) {
  return db
    .selectFrom('running')
    .innerJoin('domains', 'domains.domain_id', 'running.object_id')
    .select(['running.node_id', 'running.number', 'running.failed_number', 'running.failed_since', 'running.failure'])
    .select(['domains.oem_id', 'domains.root_id', 'domains.user_id', 'domains.domain_id', 'domains.domain'])
    .where('running.kind', '=', DOMAIN)
    .where('running.object_id', 'in', rowsOf(db, domain_ids))
    .execute();
}
export type Said = Awaited<ReturnType<typeof saidOf>>[number];

/** The channels of an account that hear of the domains of one of its users: their own, and the main user's. */
export async function channelsFor(
  db: Db,
  { root_id, user_id }: { root_id: string; user_id: string },
): Promise<number[]> {
  const own = db.selectFrom('alert_channels').select('id').where('root_id', '=', root_id);
  const rows = await own.where('user_id', 'in', [...new Set([root_id, user_id])]).execute();
  return rows.map(({ id }) => id);
}
