import type { Ctx } from '@/lib/api/context';
import type { Page } from '@/lib/api/fields';
import type { AuditLog, AuditLogQuery } from './contract';
import * as repository from './repository';

/** Operations the caller may know of, newest first (spec 4.4). */
export function listAuditLogs(ctx: Ctx, query: AuditLogQuery): Promise<Page<AuditLog>> {
  return repository.listAuditLogs(ctx.runtime.store.scan, ctx.scope, query);
}
