import type { Db, Tx } from '@/lib/db/store';
import type { JobState } from './contract';

const SHOWN = 100;

/** Messages that failed and are not done, those that are tried no more first, then by their latest attempt. */
export async function listFailures(db: Db): Promise<JobState['failures']> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'kind', 'object_id', 'attempts', 'error', 'due_at', 'failed_at', 'tried_at'])
    .where('attempts', '>', 0)
    .orderBy((eb) => eb.case().when('failed_at', '>', 0).then(0).else(1).end())
    .orderBy('tried_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  return rows.map(({ due_at, failed_at, ...row }) => ({ ...row, retry_at: failed_at > 0 ? 0 : due_at }));
}

/** Makes a message that failed due. Answers it; undefined where there is no such one. */
export function retry(tx: Tx, id: number): Promise<{ kind: string; object_id: string } | undefined> {
  return tx
    .updateTable('jobs')
    .set({ failed_at: 0, due_at: 0, attempts: 0 })
    .where('id', '=', id)
    .where('attempts', '>', 0)
    .returning(['kind', 'object_id'])
    .executeTakeFirst();
}
