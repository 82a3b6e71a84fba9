import { isPostgres } from './dialect';
import type { Db } from './store';

/**
 * Several reads of the store as it is at one moment, for what only together makes sense. On the embedded store they are answered
 * in one turn of the thread, and commits have turns of their own.
 */
export function atOneMoment<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction || !isPostgres(db)) return read(db);
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);
}
