import type { DuckDBConnection } from '@duckdb/node-api';
import type { Stretch } from './dialect';
import { GRAIN_MS } from './store';

const DAY = GRAIN_MS['1d'];
/** Rows handled in one transaction, unless a single day has more: a second or two of the writer's time. */
const MAX_ROWS = 1_000_000;

/**
 * Cuts what a table holds of [from, to) into whole days (UTC) or runs of them of at most a million rows, oldest first, so that long
 * work on it goes in bounded parts. `clock` is the column with the time.
 */
export async function stretchesOf(
  connection: DuckDBConnection,
  { table, clock, where = 'true' }: { table: string; clock: 'time' | 'bucket'; where?: string },
  maxRows = MAX_ROWS,
): Promise<Stretch[]> {
  const found = await connection.runAndReadAll(
    `SELECT (${clock} - ${clock} % ${DAY})::DOUBLE AS day, count(*)::DOUBLE FROM ${table} WHERE ${where} GROUP BY 1 ORDER BY 1`,
  );
  const stretches: Stretch[] = [];
  let size = 0;
  for (const [day, rows] of found.getRows()) {
    const [from, count] = [Number(day), Number(rows)];
    const last = stretches.at(-1);
    if (last && size + count <= maxRows) {
      last.to = from + DAY;
      size += count;
    } else {
      stretches.push({ from, to: from + DAY });
      size = count;
    }
  }
  return stretches;
}
