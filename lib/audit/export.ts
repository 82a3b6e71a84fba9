import { type SelectQueryBuilder, sql } from 'kysely';
import type { Ctx } from '@/lib/api/context';
import { CSV_START, type CsvCell, csvRow } from '@/lib/api/csv';
import type { StreamReply } from '@/lib/api/envelope';
import type { Place } from '@/lib/audit/visibility';
import { ownerOf } from '@/lib/queues/owner';
import { streamInTurn } from '@/lib/queues/stream';

type Cells<C extends string> = Place & Record<C, CsvCell>;
type Rows<DB, TB extends keyof DB, C extends string> = (after?: Place) => SelectQueryBuilder<DB, TB, Cells<C>>;

/** Rows read at a time: with details of at most 8 KB, and headers of at most 16 KB, some 2 MB. */
const BATCH = 80;

/**
 * Records as CSV, in batches: however long the log, few rows of it are in memory. `rows` selects the columns of all
 * rows that match, or of those after one, unordered. The first batch is read before this resolves, so that a store that is down still answers
 * with an error. Rejects as `FairQueue.run` does, too.
 */
export function exportRecords<C extends string, DB, TB extends keyof DB>(
  ctx: Ctx,
  file_name: string,
  columns: readonly C[],
  rows: Rows<DB, TB, C>,
): Promise<StreamReply> {
  const make = () => fileOf(file_name, columns, rows);
  return streamInTurn(ctx.runtime.queues, ownerOf(ctx), make, ctx.request.signal());
}

async function fileOf<C extends string, DB, TB extends keyof DB>(
  file_name: string,
  columns: readonly C[],
  rows: Rows<DB, TB, C>,
): Promise<StreamReply> {
  const next = (last?: Place) =>
    rows(last).orderBy(sql`ctime`, 'desc').orderBy(sql`id`, 'desc').limit(BATCH).execute() as Promise<Cells<C>[]>;
  const chunks = csvOf(columns, await next(), next);
  return { media_type: 'text/csv; charset=utf-8', file_name, chunks };
}

async function* csvOf<C extends string>(
  columns: readonly C[],
  first: Cells<C>[],
  next: (last: Place) => Promise<Cells<C>[]>,
): AsyncGenerator<string> {
  // The time as people and spreadsheets read it, in UTC, then the stored columns.
  yield CSV_START + csvRow(['time', ...columns]);
  let rows = first;
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows
      .map((row) => csvRow([new Date(row.ctime).toISOString(), ...columns.map((column) => row[column])]))
      .join('');
    if (rows.length < BATCH) return;
    rows = await next(last);
  }
}
