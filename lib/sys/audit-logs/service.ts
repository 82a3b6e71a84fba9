import type { Ctx } from '@/lib/api/context';
import { CSV_START, csvRow } from '@/lib/api/csv';
import type { StreamReply } from '@/lib/api/envelope';
import type { Page } from '@/lib/api/fields';
import type { AuditLog, AuditLogFilter, AuditLogQuery } from './contract';
import * as repository from './repository';

/** Operations the caller may know of, newest first (spec 4.4). */
export function listAuditLogs(ctx: Ctx, query: AuditLogQuery): Promise<Page<AuditLog>> {
  return repository.listAuditLogs(ctx.runtime.store.scan, ctx.scope, query);
}

const EXPORT_BATCH = 500;

/** The same as CSV, in batches: however long the log, few rows of it are in memory. */
export async function exportAuditLogs(ctx: Ctx, filter: AuditLogFilter): Promise<StreamReply> {
  const next = (last?: repository.ShownRow) =>
    repository.auditLogsAfter(ctx.runtime.store.scan, ctx.scope, filter, last, EXPORT_BATCH);
  // The first batch is read before the answer begins, so that a store that is down still answers with an error.
  const chunks = csvOf(await next(), next);
  return { media_type: 'text/csv; charset=utf-8', file_name: 'audit-logs.csv', chunks };
}

async function* csvOf(
  first: repository.ShownRow[],
  next: (last: repository.ShownRow) => Promise<repository.ShownRow[]>,
): AsyncGenerator<string> {
  yield CSV_START + csvRow(['time', ...repository.COLUMNS]);
  let rows = first;
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows.map(lineOf).join('');
    if (rows.length < EXPORT_BATCH) return;
    rows = await next(last);
  }
}

/** Begins with the time as people and spreadsheets read it, in UTC. */
function lineOf(row: repository.ShownRow): string {
  return csvRow([new Date(row.ctime).toISOString(), ...repository.COLUMNS.map((column) => row[column])]);
}
