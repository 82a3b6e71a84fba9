import type { Tx } from '@/lib/db/store';
import type { Work } from '@/lib/jobs/job';
import { prune } from '@/lib/jobs/prune';

/** New ones get the number after the highest that a revision names, so the last one of each stays. */
const NUMBERED_BY_REVISIONS = 'role';

/**
 * Deletes revisions whose audit row was pruned: of an object that there is all but the last one, which says how it was when
 * the log begins, and of a deleted one all of them.
 */
export const pruneRevisions = (work: Work): Promise<void> => prune(work, deleteRevisions);

/** Goes on from the audit row up to which that was done, by at most `limit` revisions, or by all of one row. */
async function deleteRevisions(tx: Tx, limit: number): Promise<number> {
  const start = await tx
    .selectFrom('chain_starts')
    .select(['id', 'revisions_id'])
    .where('chain', '=', 'operations')
    .executeTakeFirst();
  if (!start) return 0;
  const following = tx
    .selectFrom('revisions')
    .select(['object_type', 'object_id', 'revision', 'audit_id', (eb) => eb('after', '=', 'null').as('is_end')])
    .where('audit_id', '<=', start.id)
    .orderBy('audit_id');
  const found = await following.where('audit_id', '>', start.revisions_id).limit(limit).execute();
  const reached = found.length < limit ? start.id : (found.at(-1)?.audit_id ?? start.id);
  // The audit row at the limit may have more of them than were found.
  const cut = found.length < limit ? [] : await following.where('audit_id', '=', reached).execute();
  const whole = cut.length > 0 ? found.filter(({ audit_id }) => audit_id < reached) : found;
  for (const { object_type, object_id, revision, is_end } of [...whole, ...cut]) {
    const ofObject = tx
      .deleteFrom('revisions')
      .where('object_type', '=', object_type)
      .where('object_id', '=', object_id);
    await ofObject.where('revision', '<', revision).execute();
    if (is_end && object_type !== NUMBERED_BY_REVISIONS) await ofObject.where('revision', '=', revision).execute();
  }
  await tx.updateTable('chain_starts').set({ revisions_id: reached }).where('chain', '=', 'operations').execute();
  return found.length;
}
