import type { Connection } from './connection';
import { ORDERED_BY_MS } from './dialect';
import { MIGRATIONS } from './schema';

/** What table meta says of a name. */
export async function metaOf(connection: Connection, name: string): Promise<string | undefined> {
  const [row] = await connection.exactly('SELECT value FROM meta FINAL WHERE name = {name:String}', { name });
  return row && String(row.value);
}

export function setMeta(connection: Connection, name: string, value: string): Promise<void> {
  return connection.command('INSERT INTO meta (name, value) VALUES ({name:String}, {value:String})', { name, value });
}

/** Says to every process that the store has changed. */
export function markCommit(connection: Connection): Promise<void> {
  return connection.command('INSERT INTO commits (id) VALUES (rand64() % 1152921504606846976)');
}

/** What only a table with rows of its own can be told. */
const OF_ROWS = /\b(MATERIALIZE COLUMN|MODIFY SETTING)\b/;

/** Whether the rows of events are in the table itself. One that stands for those of shards has none to write anew. */
async function hasOwnRows(connection: Connection): Promise<boolean> {
  const [table] = await connection.exactly(
    "SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = 'event_rows'",
  );
  return String(table?.engine).endsWith('MergeTree');
}

/** Brings the database up to date. Rejects for one that a newer program made. */
export async function migrate(connection: Connection): Promise<void> {
  const [found] = await connection.exactly('EXISTS TABLE meta');
  const version = Number(found?.result) === 1 ? Number((await metaOf(connection, 'schema_version')) ?? 0) : 0;
  if (version > MIGRATIONS.length) {
    throw new Error(`The database of events has schema ${version}; this program knows ${MIGRATIONS.length}.`);
  }
  for (const [i, statements] of MIGRATIONS.entries()) {
    if (i < version) continue;
    for (const sql of statements) {
      if (!OF_ROWS.test(sql) || (await hasOwnRows(connection))) await connection.command(sql);
    }
    await setMeta(connection, 'schema_version', String(i + 1));
  }
}

/** The width of the times that events are in the order of, in ms; that of a new table where it cannot be seen, as of one that stands for those of shards. */
export async function orderOfEvents(connection: Connection): Promise<number> {
  const [table] = await connection.exactly(
    "SELECT sorting_key FROM system.tables WHERE database = currentDatabase() AND name = 'event_rows'",
  );
  return Number(/^intDiv\(time, (\d+)\)/.exec(String(table?.sorting_key))?.[1] ?? ORDERED_BY_MS);
}

/** Whether the rows that were there when a column was added have it: until then each query works it out anew. Rejects where that may not be asked. */
export async function areColumnsWritten(connection: Connection): Promise<boolean> {
  const found = await connection.exactly(
    `SELECT mutation_id FROM system.mutations WHERE database = currentDatabase() AND table = 'event_rows' AND NOT is_done
       AND command LIKE '%MATERIALIZE COLUMN%' LIMIT 1`,
  );
  return found.length === 0;
}
