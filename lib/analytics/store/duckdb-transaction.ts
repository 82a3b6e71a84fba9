import type { DuckDBConnection } from '@duckdb/node-api';
import { StoreFailure } from '@/lib/db/dialect';

/** The commit itself failed: whether it happened must be looked up. */
export class CommitFailed extends StoreFailure {}

/** What the engine says where the disk or its memory is at fault, and not what it was asked. */
const UNABLE = /^(IO|FATAL|Out of Memory) Error|No space left on device|Input\/output error|Too many open files/;

/** An error of the engine as its callers should see it: a StoreFailure where the store cannot serve now. */
export function explained(error: unknown): unknown {
  const isUnable = error instanceof Error && UNABLE.test(error.message);
  return isUnable ? new StoreFailure('the event store cannot serve', { cause: error }) : error;
}

/**
 * Runs `work` in a transaction; a failure leaves nothing of it, except perhaps one of the commit (CommitFailed).
 * Rejects with StoreFailure where the store cannot serve now.
 */
export async function transaction<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
  await connection.run('BEGIN');
  let done: T;
  try {
    done = await work();
  } catch (error) {
    await rollBack(connection);
    throw explained(error);
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
