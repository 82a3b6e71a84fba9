import type { Ctx } from '@/lib/api/context';
import type { StreamReply } from '@/lib/api/envelope';
import { notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { exportRecords } from '@/lib/audit/export';
import type { Place } from '@/lib/audit/visibility';
import { plainText } from '@/lib/i18n/translate';
import type { AuditLog, AuditLogDetails, AuditLogFilter, AuditLogQuery } from './contract';
import * as repository from './repository';

/** Operations the caller may know of, newest first (spec 4.4). */
export function listAuditLogs(ctx: Ctx, query: AuditLogQuery): Promise<Page<AuditLog>> {
  return repository.listAuditLogs(ctx.runtime.store.scan, ctx.scope, query);
}

/** The same as CSV, all pages of it. */
export function exportAuditLogs(ctx: Ctx, filter: AuditLogFilter): Promise<StreamReply> {
  const rows = (after?: Place) => repository.allAuditLogs(ctx.runtime.store.scan, ctx.scope, { ...filter, after });
  return exportRecords(ctx, 'audit-logs.csv', repository.COLUMNS, rows);
}

/** One operation, with the error it was refused with in the reader's language. Throws not_found. */
export async function readAuditLog(ctx: Ctx, id: string): Promise<AuditLogDetails> {
  const row = /^\d{1,15}$/.test(id) ? await repository.findAuditLog(ctx.db, ctx.scope, Number(id)) : undefined;
  if (!row) throw notFound();
  const { err_key } = row.detail;
  return { ...row, error: typeof err_key === 'string' ? plainText(ctx.locale, err_key) : '' };
}
