import type { DuckDBConnection } from '@duckdb/node-api';
import { transaction } from './duckdb-transaction';
import { everyRollup } from './schema';
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

/**
 * Deletes the rows that are too old, whole days of at most a million rows in one transaction. `turn` runs each
 * transaction when no other uses the connection.
 */
export async function prune(
  connection: DuckDBConnection,
  before: Retention,
  turn: <T>(work: () => Promise<T>) => Promise<T>,
  signal?: AbortSignal,
): Promise<Pruned> {
  const pruned: Pruned = { events: 0, rollups: 0, batches: 0, rejected_lines: 0 };
  for (const { kind, table, clock } of TABLES) {
    const limit = before[kind] - (before[kind] % GRAIN_MS['1d']);
    const old = { table, clock, where: `${clock} < ${limit}` };
    for (const { from, to } of await turn(() => stretchesOf(connection, old))) {
      if (signal?.aborted) return pruned;
      const sql = `DELETE FROM ${table} WHERE ${clock} >= ${from} AND ${clock} < ${to}`;
      const { rowsChanged } = await turn(() => transaction(connection, () => connection.run(sql)));
      if (table !== 'attack_details') pruned[kind] += rowsChanged;
    }
  }
  await turn(() =>
    connection.run(
      `DELETE FROM rejected_counts WHERE day < ${before.rejected_lines - (before.rejected_lines % GRAIN_MS['1d'])}`,
    ),
  );
  return pruned;
}
