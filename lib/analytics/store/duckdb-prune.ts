import type { DuckDBConnection } from '@duckdb/node-api';
import { chunks } from '@/lib/db/grouped';
import { duckdbDialect } from './dialect';
import { transaction } from './duckdb-transaction';
import { everyRollup } from './rollups';
import { GRAIN_MS, type Pruned, type Retention } from './store';
import { stretchesOf } from './stretches';

type Aged = { kind: keyof Retention; table: string; clock: 'time' | 'bucket' };

const TABLES: readonly Aged[] = [
  { kind: 'events', table: 'attack_details', clock: 'time' },
  { kind: 'events', table: 'events', clock: 'time' },
  ...everyRollup().map(({ table }): Aged => ({ kind: 'rollups', table, clock: 'bucket' })),
  { kind: 'batches', table: 'batches', clock: 'time' },
  { kind: 'rejected_lines', table: 'rejected_lines', clock: 'time' },
];

type Turn = <T>(work: () => Promise<T>) => Promise<T>;

const wholeDays = (time: number) => time - (time % GRAIN_MS['1d']);

/** Deletes what a condition names, whole days of at most a million rows in one transaction. Answers how many rows. */
async function deleteOld(
  connection: DuckDBConnection,
  { table, clock, where }: { table: string; clock: 'time' | 'bucket'; where: string },
  turn: Turn,
  signal?: AbortSignal,
): Promise<number> {
  let rows = 0;
  for (const { from, to } of await turn(() => stretchesOf(connection, { table, clock, where }))) {
    if (signal?.aborted) break;
    const sql = `DELETE FROM ${table} WHERE ${clock} >= ${from} AND ${clock} < ${to} AND ${where}`;
    const { rowsChanged } = await turn(() => transaction(connection, () => connection.run(sql)));
    rows += rowsChanged;
  }
  return rows;
}

/**
 * Deletes the rows that are too old, whole days of at most a million rows in one transaction. `turn` runs each
 * transaction when no other uses the connection.
 */
export async function prune(
  connection: DuckDBConnection,
  before: Retention,
  turn: Turn,
  signal?: AbortSignal,
): Promise<Pruned> {
  const pruned: Pruned = { events: 0, rollups: 0, batches: 0, rejected_lines: 0 };
  for (const { kind, table, clock } of TABLES) {
    const where = `${clock} < ${wholeDays(before[kind])}`;
    const rows = await deleteOld(connection, { table, clock, where }, turn, signal);
    if (signal?.aborted) return pruned;
    if (table !== 'attack_details') pruned[kind] += rows;
  }
  await turn(() => connection.run(`DELETE FROM rejected_counts WHERE day < ${wholeDays(before.rejected_lines)}`));
  return pruned;
}

/** Domains named in one statement. */
const AT_ONCE = 500;

/** As prune, the events of these domains alone. Answers how many. */
export async function pruneDomains(
  connection: DuckDBConnection,
  { domain_ids, before }: { domain_ids: readonly string[]; before: number },
  turn: Turn,
  signal?: AbortSignal,
): Promise<number> {
  let rows = 0;
  for (const some of chunks(domain_ids, AT_ONCE)) {
    const names = some.map((id) => duckdbDialect.text(id)).join(', ');
    const where = `time < ${wholeDays(before)} AND domain_id IN (${names})`;
    await deleteOld(connection, { table: 'attack_details', clock: 'time', where }, turn, signal);
    rows += await deleteOld(connection, { table: 'events', clock: 'time', where }, turn, signal);
    if (signal?.aborted) break;
  }
  return rows;
}
