import type { Ctx } from '@/lib/api/context';
import type { StreamReply } from '@/lib/api/envelope';
import type { Page } from '@/lib/api/fields';
import { exportRecords } from '@/lib/audit/export';
import type { Place } from '@/lib/audit/visibility';
import type { LoginRecord, LoginRecordFilter, LoginRecordQuery } from './contract';
import * as repository from './repository';

/** Sign-ins the caller may know of, newest first (spec 4.4). */
export function listLoginRecords(ctx: Ctx, query: LoginRecordQuery): Promise<Page<LoginRecord>> {
  return repository.listLoginRecords(ctx.runtime.store.scan, ctx.scope, query);
}

/** The same as CSV, all pages of it. */
export function exportLoginRecords(ctx: Ctx, filter: LoginRecordFilter): Promise<StreamReply> {
  const rows = (after?: Place) => repository.allLoginRecords(ctx.runtime.store.scan, ctx.scope, { ...filter, after });
  return exportRecords(ctx, 'login-records.csv', repository.COLUMNS, rows);
}
