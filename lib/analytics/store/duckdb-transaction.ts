import type { DuckDBConnection } from '@duckdb/node-api';

/** The commit itself failed: whether it happened must be looked up. */
export class CommitFailed extends Error {}

/** Runs `work` in a transaction; a failure leaves nothing of it, except perhaps one of the commit (CommitFailed). */
export async function transaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run('BEGIN');
  let done: T;
  try {
    done = await work();
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  try {
    await connection.run('COMMIT');
  } catch (cause) {
    await rollBack(connection);
    throw new CommitFailed('the event store could not commit', { cause });
  }
  return done;
}

/** The engine may have ended the transaction itself. */
async function rollBack(connection: DuckDBConnection): Promise<void> {
  await connection.run('ROLLBACK').catch(() => undefined);
}
