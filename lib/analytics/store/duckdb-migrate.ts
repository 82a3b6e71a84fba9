import type { DuckDBConnection } from '@duckdb/node-api';
import { LINE_COLUMNS } from '../events/columns';
import { transaction } from './duckdb-transaction';
import { everyRollup, isWide, ROLLUPS, type Rollup, rollupTable, sumType } from './rollups';
import { CREATE_TABLES, createRollup, fillRollup, rebuildRollup, SCHEMA_VERSION } from './schema';
import { GRAIN_MS } from './store';
import { stretchesOf } from './stretches';

/** Creates what is missing and brings an older store up to date. Throws for a newer one. */
export async function migrate(connection: DuckDBConnection): Promise<void> {
  for (const sql of CREATE_TABLES) await connection.run(sql);
  const found = await connection.runAndReadAll("SELECT value FROM meta WHERE name = 'schema_version'");
  const version = Number(found.getRows()[0]?.[0] ?? 0);
  if (version > SCHEMA_VERSION) {
    throw new Error(`The analytics store has schema ${version}; this program knows ${SCHEMA_VERSION}.`);
  }
  if (version === 1) await fromVersion1(connection);
  if (version > 0 && version < 4) await unpackSums(connection);
  await createRollups(connection, version === 0);
  await connection.run('INSERT OR REPLACE INTO meta VALUES ($1, $2)', ['schema_version', String(SCHEMA_VERSION)]);
}

/** What was added to an older store is filled from the events it still has, which may begin later than its other rollups. */
async function createRollups(connection: DuckDBConnection, isNew: boolean): Promise<void> {
  const existing = await tablesOf(connection);
  for (const { rollup, grain, table } of everyRollup()) {
    if (existing.has(table)) continue;
    await transaction(connection, async () => {
      await connection.run(createRollup(rollup, grain));
      if (isNew) return;
      for (const day of await stretchesOf(connection, { table: 'events', clock: 'time' })) {
        const events = `(SELECT * FROM events WHERE time >= ${day.from} AND time < ${day.to})`;
        await connection.run(fillRollup(rollup, grain, events, '1'));
      }
      await connection.run(
        `INSERT OR REPLACE INTO meta SELECT $1, CAST(coalesce(min(time), (SELECT max(bucket) + ${DAY} FROM ${OLDEST})) AS VARCHAR)
           FROM events HAVING coalesce(min(time) - min(time) % ${DAY}, ${Number.MAX_SAFE_INTEGER}) > (SELECT min(bucket) FROM ${OLDEST})`,
        [sinceName(rollup)],
      );
    });
  }
}

const DAY = GRAIN_MS['1d'];
/** A rollup that every store has from its first event on. */
const OLDEST = rollupTable('traffic', '1d');

/** Under which name the store keeps from when on it has a rollup. */
const sinceName = ({ name }: Rollup) => `rollup_since_${name}`;

/** Unix ms from which on each rollup has every event, by its name; those not named have them from the first on. */
export async function rollupsSince(connection: DuckDBConnection): Promise<ReadonlyMap<string, number>> {
  const found = await connection.runAndReadAll("SELECT name, value FROM meta WHERE starts_with(name, 'rollup_since_')");
  const known = new Map(found.getRows().map(([name, value]) => [String(name), Number(value)]));
  return new Map(ROLLUPS.map((rollup) => [rollup.name, known.get(sinceName(rollup)) ?? 0]));
}

async function tablesOf(connection: DuckDBConnection): Promise<Set<string>> {
  const tables = await connection.runAndReadAll('SELECT table_name FROM duckdb_tables()');
  return new Set(tables.getRows().map(([name]) => String(name)));
}

/**
 * Version 2 knows whose a detail, a batch and a rejected line is, sums in 128 bits and has no number out of its range.
 * Each step may be repeated: a start that is interrupted goes on at the next one.
 */
async function fromVersion1(connection: DuckDBConnection): Promise<void> {
  await connection.run("ALTER TABLE attack_details ADD COLUMN IF NOT EXISTS oem_id VARCHAR DEFAULT ''");
  await connection.run(
    `UPDATE attack_details SET oem_id = e.oem_id FROM events AS e
       WHERE e.event_id = attack_details.event_id AND attack_details.oem_id <> e.oem_id`,
  );
  await connection.run("ALTER TABLE rejected_lines ADD COLUMN IF NOT EXISTS oem_id VARCHAR DEFAULT ''");
  await connection.run("ALTER TABLE batches ADD COLUMN IF NOT EXISTS oem_id VARCHAR DEFAULT ''");
  await connection.run('ALTER TABLE batches ADD COLUMN IF NOT EXISTS kept BIGINT DEFAULT 0');
  await connection.run("ALTER TABLE batches ADD COLUMN IF NOT EXISTS reasons VARCHAR DEFAULT '{}'");
  const existing = await tablesOf(connection);
  for (const { rollup, table } of everyRollup()) {
    if (!existing.has(table)) continue;
    for (const sum of rollup.sums) {
      if (!isWide(sum)) continue;
      await connection.run(`ALTER TABLE ${table} ALTER COLUMN ${sum} SET DATA TYPE ${sumType(sum)}`);
    }
  }
  await clearImpossible(connection);
}

/** Version 4 does not pack sums of 128 bits any more. Tables that an earlier start has written anew are written once more. */
async function unpackSums(connection: DuckDBConnection): Promise<void> {
  const existing = await tablesOf(connection);
  for (const { rollup, grain, table } of everyRollup()) {
    if (!existing.has(table) || !rollup.sums.some(isWide)) continue;
    await transaction(connection, async () => {
      await connection.run(`ALTER TABLE ${table} RENAME TO packed`);
      await connection.run(createRollup(rollup, grain));
      await connection.run(`INSERT INTO ${table} BY NAME SELECT * FROM packed`);
      await connection.run('DROP TABLE packed');
    });
  }
}

const MEASURED = ['bytes_in', 'bytes_out', 'latency_ms', 'upstream_ms'] as const;

/** Values that no request has become 0, and the rollups of their days are made anew from the events, a day at a time. */
async function clearImpossible(connection: DuckDBConnection): Promise<void> {
  const impossible = MEASURED.map((name) => `${name} > ${LINE_COLUMNS[name].max}`).join(' OR ');
  const cleared = MEASURED.map(
    (name) => `${name} = CASE WHEN ${name} > ${LINE_COLUMNS[name].max} THEN 0 ELSE ${name} END`,
  );
  const days = await stretchesOf(connection, { table: 'events', clock: 'time', where: impossible }, 0);
  for (const day of days) {
    await transaction(connection, async () => {
      await connection.run(
        `UPDATE events SET ${cleared.join(', ')},
           latency_bin = CASE WHEN latency_ms > ${LINE_COLUMNS.latency_ms.max} THEN 0 ELSE latency_bin END
           WHERE time >= ${day.from} AND time < ${day.to} AND (${impossible})`,
      );
      for (const { rollup, grain, table } of everyRollup()) {
        if (!(await tablesOf(connection)).has(table)) continue;
        for (const sql of rebuildRollup(rollup, grain, day)) await connection.run(sql);
      }
    });
  }
}
