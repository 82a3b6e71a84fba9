import { type SelectQueryBuilder, sql } from 'kysely';
import type { Ctx } from '@/lib/api/context';
import { CSV_START, type CsvCell, csvRow } from '@/lib/api/csv';
import type { StreamReply } from '@/lib/api/envelope';
import { ownerOf } from '@/lib/queues/owner';
import { streamInTurn } from '@/lib/queues/stream';

type Place = { ctime: number; id: number };
type Cells<C extends string> = Place & Record<C, CsvCell>;

/** Rows read at a time: with details of at most 8 KB, and headers of at most 16 KB, some 2 MB. */
const BATCH = 80;

/** Rows after `last` in the order of every record list: newest first, ids break ties. */
function after<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  last: Place | undefined,
): SelectQueryBuilder<DB, TB, O> {
  return last ? query.where(sql<boolean>`(ctime, id) < (${last.ctime}, ${last.id})`) : query;
}

/**
 * Records as CSV, in batches: however long the log, few rows of it are in memory. `query` selects the columns of all
 * rows that match, unordered. The first batch is read before this resolves, so that a store that is down still answers
 * with an error. Rejects as `FairQueue.run` does, too.
 */
export function exportRecords<C extends string, DB, TB extends keyof DB>(
  ctx: Ctx,
  file_name: string,
  columns: readonly C[],
  query: SelectQueryBuilder<DB, TB, Cells<C>>,
): Promise<StreamReply> {
  const make = () => fileOf(file_name, columns, query);
  return streamInTurn(ctx.runtime.queues, ownerOf(ctx), make, ctx.request.signal);
}

async function fileOf<C extends string, DB, TB extends keyof DB>(
  file_name: string,
  columns: readonly C[],
  query: SelectQueryBuilder<DB, TB, Cells<C>>,
): Promise<StreamReply> {
  const ordered = (rows: typeof query) =>
    rows.orderBy(sql`ctime`, 'desc').orderBy(sql`id`, 'desc').limit(BATCH).execute() as Promise<Cells<C>[]>;
  const first = await ordered(query);
  const chunks = csvOf(columns, first, (last) => ordered(after(query, last)));
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
