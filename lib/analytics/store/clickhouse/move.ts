import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { duckdbDialect } from '../dialect';
import { SCHEMA_VERSION } from '../schema';
import { Connection } from './connection';
import { markCommit, metaOf, migrate, setMeta } from './migrate';
import { ROLLUP_TABLES } from './schema';

/** Rows that are in memory at a time; with the longest texts some 50 MB. */
const ROWS = 20_000;

/** Tables of the embedded store and where their rows go. Rollups go as they are: they reach back further than the events. */
const TABLES: readonly { from: string; to: string; sign?: true }[] = [
  { from: 'events', to: 'event_rows', sign: true },
  ...['attack_details', 'rejected_lines', 'rejected_counts', 'batches', ...ROLLUP_TABLES].map((name) => ({
    from: name,
    to: name,
  })),
];

const DONE = 'done';

export type Moved = { table: string; rows: number };

async function rowsOf(source: DuckDBConnection, sql: string): Promise<unknown[][]> {
  return (await source.runAndReadAll(sql)).getRowsJS();
}

/** The columns of a table as they are written for ClickHouse: whole numbers wider than 64 bits as text. */
async function columnsOf(source: DuckDBConnection, table: string): Promise<string> {
  const columns = await rowsOf(
    source,
    `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = 'source' AND table_name = '${table}' ORDER BY column_index`,
  );
  return columns
    .map(([name, type]) => (type === 'HUGEINT' ? `CAST(${name} AS VARCHAR) AS ${name}` : String(name)))
    .join(', ');
}

/** What tells one state of the embedded store from another. */
async function fingerprintOf(source: DuckDBConnection): Promise<string> {
  const [found = []] = await rowsOf(
    source,
    `SELECT (SELECT value FROM source.meta WHERE name = 'schema_version'), (SELECT count(*) || '-' || coalesce(max(time), 0) FROM source.events),
       (SELECT count(*) || '-' || coalesce(max(time), 0) FROM source.batches)`,
  );
  const [schema, events, batches] = found.map(String);
  if (Number(schema) !== SCHEMA_VERSION) {
    throw new Error(
      `The embedded store has schema ${schema}, this program ${SCHEMA_VERSION}: start Parapet on it once.`,
    );
  }
  return `${events}-${batches}`;
}

/** Carries one table over, from where an earlier run stopped. Answers how many rows this run carried. */
async function moveTable(
  source: DuckDBConnection,
  target: Connection,
  { from, to, sign }: (typeof TABLES)[number],
  token: string,
): Promise<number> {
  const state = (await metaOf(target, `moved_${to}`)) ?? '0';
  if (state === DONE) return 0;
  const [[last] = []] = await rowsOf(source, `SELECT coalesce(max(rowid), -1)::DOUBLE FROM source.${from}`);
  const columns = `${await columnsOf(source, from)}${sign ? ', 1 AS sign' : ''}`;
  let rows = 0;
  for (let first = Number(state); first <= Number(last); first += ROWS) {
    const found = await rowsOf(
      source,
      `SELECT CAST(to_json(one) AS VARCHAR) FROM (SELECT ${columns} FROM source.${from}
         WHERE rowid >= ${first} AND rowid < ${first + ROWS} ORDER BY rowid) AS one`,
    );
    // The same rows under the same token are stored once, should this end before it is noted.
    await target.insert(
      to,
      found.map(([line]) => `${line}\n`),
      `${token}-${to}-${first}`,
    );
    await setMeta(target, `moved_${to}`, String(first + ROWS));
    rows += found.length;
  }
  await setMeta(target, `moved_${to}`, DONE);
  return rows;
}

/**
 * Carries the events of the embedded store in `file`, which nobody may have open, into the ClickHouse database at `url`, with
 * their rollups. One that was interrupted goes on where it stopped, and nothing is stored twice.
 */
export async function moveEvents(file: string, url: string, onMoved: (moved: Moved) => void): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '256MB', threads: '1' });
  const target = new Connection(url);
  try {
    const source = await instance.connect();
    await source.run(`ATTACH ${duckdbDialect.text(file)} AS source (READ_ONLY)`);
    await migrate(target);
    const token = await fingerprintOf(source);
    const begun = await metaOf(target, 'moved_from');
    if (begun !== undefined && begun !== token) {
      throw new Error(
        'The embedded store is another than the one that moving began with: it must not be written to meanwhile.',
      );
    }
    await setMeta(target, 'moved_from', token);
    for (const [name, value] of await rowsOf(
      source,
      "SELECT name, value FROM source.meta WHERE starts_with(name, 'rollup_since_')",
    )) {
      await setMeta(target, String(name), String(value));
    }
    for (const table of TABLES) onMoved({ table: table.to, rows: await moveTable(source, target, table, token) });
    await markCommit(target);
  } finally {
    instance.closeSync();
    await target.close();
  }
}
