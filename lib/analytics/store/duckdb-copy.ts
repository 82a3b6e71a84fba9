import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdbDialect } from './dialect';
import { attach, isLocked, isOpenHere } from './duckdb-engine';
import { StoreInUse } from './store';

/** The version of a copy's tables, and how many events it holds. */
export type Copied = { schema: number; events: number };

/** How a table is written to files of some size: what has been read of it is not kept in memory, as rows are that a transaction adds. */
const PARQUET = "FORMAT parquet, FILE_SIZE_BYTES '200MB', ROW_GROUP_SIZE 24576";

/** The tables of a copy without their rows. */
const SCHEMA = 'schema.duckdb';
const literal = duckdbDialect.text;

type Table = { name: string; columns: { name: string; type: string }[] };

async function tablesOf(connection: DuckDBConnection, catalog: string): Promise<Table[]> {
  const found = await connection.runAndReadAll(
    `SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE database_name = ${literal(catalog)} AND NOT internal
       ORDER BY table_name, column_index`,
  );
  const tables = new Map<string, Table>();
  for (const [table, name, type] of found.getRows().map((row) => row.map(String) as [string, string, string])) {
    const one = tables.get(table) ?? { name: table, columns: [] };
    one.columns.push({ name, type });
    tables.set(table, one);
  }
  return [...tables.values()];
}

/** Files have no integers of 128 bits, but decimals of as many digits as sums ever have. */
const asWritten = ({ name, type }: Table['columns'][number]) =>
  type === 'HUGEINT' ? `CAST("${name}" AS DECIMAL(38, 0)) AS "${name}"` : `"${name}"`;
const asRead = ({ name, type }: Table['columns'][number]) => `CAST("${name}" AS ${type}) AS "${name}"`;

async function copiedOf(connection: DuckDBConnection, catalog: string): Promise<Copied> {
  const found = await connection.runAndReadAll(
    `SELECT (SELECT value FROM ${catalog}.meta WHERE name = 'schema_version')::INTEGER, (SELECT count(*) FROM ${catalog}.events)`,
  );
  const [schema, events] = found.getRows()[0] ?? [];
  return { schema: Number(schema), events: Number(events) };
}

/**
 * Writes the database of a connection, as it is at one moment, into files in an empty folder, from which `loadCopy` makes a
 * database; in as much memory as the engine has, however much there is.
 */
export async function writeCopy(connection: DuckDBConnection, folder: string, signal?: AbortSignal): Promise<Copied> {
  signal?.throwIfAborted();
  const interrupt = () => connection.interrupt();
  signal?.addEventListener('abort', interrupt);
  try {
    const source = String((await connection.runAndReadAll('SELECT current_database()')).getRows()[0]?.[0]);
    await attach(connection, path.join(folder, SCHEMA), 'target');
    await connection
      .run(`COPY FROM DATABASE "${source}" TO target (SCHEMA)`)
      .finally(() => connection.run('DETACH target'));
    await connection.run('BEGIN TRANSACTION');
    try {
      for (const { name, columns } of await tablesOf(connection, source)) {
        // Between two statements there is nothing to interrupt.
        signal?.throwIfAborted();
        const rows = `SELECT ${columns.map(asWritten).join(', ')} FROM "${name}"`;
        await connection.run(`COPY (${rows}) TO ${literal(path.join(folder, name))} (${PARQUET})`);
      }
      return await copiedOf(connection, `"${source}"`);
    } finally {
      await connection.run('ROLLBACK');
    }
  } finally {
    signal?.removeEventListener('abort', interrupt);
  }
}

/** Makes a database of what `writeCopy` left in a folder: whole even after a crash, and without the room that deleted rows left. */
export async function loadCopy(folder: string, to: string): Promise<void> {
  await copyFile(path.join(folder, SCHEMA), to);
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '384MB', temp_directory: `${to}.tmp` });
  try {
    const connection = await instance.connect();
    await attach(connection, to, 'target');
    const tables = await tablesOf(connection, 'target');
    for (const { name, columns } of tables) {
      for (const file of await readdir(path.join(folder, name))) {
        const from = `read_parquet(${literal(path.join(folder, name, file))})`;
        await connection.run(`INSERT INTO target."${name}" SELECT ${columns.map(asRead).join(', ')} FROM ${from}`);
        // What it knows of the blocks that it wrote is forgotten with the file.
        await connection.run('DETACH target');
        await attach(connection, to, 'target');
      }
    }
    await connection.run('DETACH target');
  } finally {
    instance.closeSync();
  }
}

/** Copies the store in the file `from` into a new one, as it is at one moment. Rejects with StoreInUse where somebody has it. */
export async function copyDuckdb(from: string, to: string): Promise<Copied> {
  if (isOpenHere(from)) throw new StoreInUse(from);
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '384MB', temp_directory: `${to}.tmp` });
  try {
    const connection = await instance.connect();
    await connection.run(`ATTACH ${literal(from)} AS source (READ_ONLY)`);
    await attach(connection, to, 'target');
    await connection.run('COPY FROM DATABASE source TO target');
    const copied = await copiedOf(connection, 'target');
    await connection.run('DETACH target');
    return copied;
  } catch (error) {
    throw isLocked(error) ? new StoreInUse(from) : error;
  } finally {
    instance.closeSync();
  }
}
