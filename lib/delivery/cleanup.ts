import { sql } from 'kysely';
import type { Tx } from '@/lib/db/store';

/**
 * Deletes artefacts made before a moment that are no object's last one, that no node should run or says it runs, and
 * that no audit row since then names. Answers how many.
 */
export async function deleteArtefacts(tx: Tx, before: number, limit: number): Promise<number> {
  const old = sql<{ id: number }>`
    select a.id from artefacts a where a.ctime < ${before}
    and not exists (select 1 from artefact_heads h where h.artefact_id = a.id)
    and not exists (
      select 1 from desired d where d.kind = a.kind and d.object_id = a.object_id and d.number = a.number)
    and not exists (
      select 1 from running r where r.kind = a.kind and r.object_id = a.object_id and r.number = a.number)
    and not exists (
      select 1 from artefact_causes c join audit_logs l on l.id = c.audit_id
      where c.artefact_id = a.id and l.ctime >= ${before})
    order by a.id limit ${limit}`;
  const { rows } = await old.execute(tx);
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.id);
  await tx.deleteFrom('artefact_causes').where('artefact_id', 'in', ids).execute();
  await tx.deleteFrom('artefacts').where('id', 'in', ids).execute();
  return rows.length;
}

/**
 * Deletes lines of desired states that say since before a moment that an object is absent, and that their node has applied: a
 * node that has not would never learn of it. Answers how many.
 */
export async function deleteAbsences(tx: Tx, before: number, limit: number): Promise<number> {
  const old = sql`
    delete from desired where number = 0 and (node_id, kind, object_id) in (
      select d.node_id, d.kind, d.object_id from desired d join node_revisions n on n.node_id = d.node_id
      where d.number = 0 and d.ctime < ${before} and d.revision <= n.reported_revision limit ${limit})`;
  return Number((await old.execute(tx)).numAffectedRows ?? 0);
}
