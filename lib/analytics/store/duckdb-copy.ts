import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdbDialect } from './dialect';
import { attach, isLocked, isOpenHere } from './duckdb-engine';
import { StoreInUse } from './store';

/** The version of a copy's tables, and how many events it holds. */
export type Copied = { schema: number; events: number };

/**
 * Copies the database of a connection into the new file `to`, table by table, as it is at one moment: whole even after a
 * crash, and without the room that deleted rows left.
 */
export async function copyDatabase(connection: DuckDBConnection, to: string, signal?: AbortSignal): Promise<Copied> {
  signal?.throwIfAborted();
  const interrupt = () => connection.interrupt();
  await attach(connection, to, 'target');
  signal?.addEventListener('abort', interrupt);
  try {
    const [source] = (await connection.runAndReadAll('SELECT current_database()')).getRows()[0] ?? [];
    await connection.run(`COPY FROM DATABASE "${source}" TO target`);
    const found = await connection.runAndReadAll(
      `SELECT (SELECT value FROM target.meta WHERE name = 'schema_version')::INTEGER, (SELECT count(*) FROM target.events)`,
    );
    const [schema, events] = found.getRows()[0] ?? [];
    return { schema: Number(schema), events: Number(events) };
  } finally {
    signal?.removeEventListener('abort', interrupt);
    await connection.run('DETACH target');
  }
}

/** Copies the store in the file `from`, as copyDatabase. Rejects with StoreInUse where somebody has it. */
export async function copyDuckdb(from: string, to: string): Promise<Copied> {
  if (isOpenHere(from)) throw new StoreInUse(from);
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '384MB', temp_directory: `${to}.tmp` });
  try {
    const connection = await instance.connect();
    await connection.run(`ATTACH ${duckdbDialect.text(from)} AS source (READ_ONLY)`);
    await connection.run('USE source');
    return await copyDatabase(connection, to);
  } catch (error) {
    throw isLocked(error) ? new StoreInUse(from) : error;
  } finally {
    instance.closeSync();
  }
}
