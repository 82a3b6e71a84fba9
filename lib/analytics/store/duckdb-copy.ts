import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdbDialect } from './dialect';
import { attach, isLocked, isOpenHere } from './duckdb-engine';
import { StoreInUse } from './store';

/** The version of a copy's tables, and how many events it holds. */
export type Copied = { schema: number; events: number };

const literal = duckdbDialect.text;

/** Does work on an engine of its own, whose memory is bounded however much there is. */
async function onEngine<T>(temp_directory: string, work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '384MB', temp_directory });
  try {
    return await work(await instance.connect());
  } finally {
    instance.closeSync();
  }
}

const readOnly = (connection: DuckDBConnection, file: string) =>
  connection.run(`ATTACH ${literal(file)} AS source (READ_ONLY)`);

async function countIn(connection: DuckDBConnection, catalog: string): Promise<Copied> {
  const found = await connection.runAndReadAll(
    `SELECT (SELECT value FROM ${catalog}.meta WHERE name = 'schema_version')::INTEGER, (SELECT count(*) FROM ${catalog}.events)`,
  );
  const [schema, events] = found.getRows()[0] ?? [];
  return { schema: Number(schema), events: Number(events) };
}

/** What a file holds that nobody has open. */
export function copiedIn(file: string): Promise<Copied> {
  return onEngine(`${file}.tmp`, async (connection) => {
    await readOnly(connection, file);
    return await countIn(connection, 'source');
  });
}

/** Copies the store in the file `from` into a new one, written anew. Rejects with StoreInUse where somebody has it. */
export async function copyDuckdb(from: string, to: string): Promise<Copied> {
  if (isOpenHere(from)) throw new StoreInUse(from);
  return onEngine(`${to}.tmp`, async (connection) => {
    await readOnly(connection, from);
    await attach(connection, to, 'target');
    await connection.run('COPY FROM DATABASE source TO target');
    const copied = await countIn(connection, 'target');
    await connection.run('DETACH target');
    return copied;
  }).catch((error: unknown) => {
    throw isLocked(error) ? new StoreInUse(from) : error;
  });
}
