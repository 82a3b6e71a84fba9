import { sql } from 'kysely';
import type { Tx } from '@/lib/db/store';

/**
 * Deletes artefacts made before a moment that are no object's last one, that no node should run or says it runs, and
 * that no audit row names any more; with them lines of desired states that have been absent for as long. Answers how many.
 */
export async function deleteOld(tx: Tx, before: number, limit: number): Promise<number> {
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
