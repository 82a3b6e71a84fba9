import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import type { AuditLogRow } from '@/lib/audit/record';
import { matching, recordsInScope } from '@/lib/audit/visibility';
import { paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';
import type { AuditLog, AuditLogFilter, AuditLogQuery } from './contract';

export const COLUMNS = [
  'id',
  'ctime',
  'action',
  'message',
  'resource_type',
  'resource_id',
  'resource_label',
  'actor_type',
  'actor_name',
  'user_id',
  'remote_ip',
  'user_agent',
  'request_id',
  'status',
  'http_status',
  'biz_code',
  'detail',
  'on_behalf_user_id',
  'on_behalf_user_name',
  'delegation_user_id',
  'delegation_user_name',
] as const;

function found(db: Db, scope: Scope, filter: AuditLogFilter) {
  let query = matching(recordsInScope(db, scope, 'audit_logs'), filter);
  for (const type of [filter.channel, filter.actor_type]) if (type) query = query.where('actor_type', '=', type);
  return query;
}

export function listAuditLogs(db: Db, scope: Scope, filter: AuditLogQuery): Promise<Page<AuditLog>> {
  const counted = found(db, scope, filter);
  const rows = counted.select(COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc');
  return paginate(counted, rows, filter, (row) => ({ ...row, detail: JSON.parse(row.detail) }));
}

/** The stored columns the API shows; `detail` is JSON text. */
export type ShownRow = Pick<AuditLogRow, (typeof COLUMNS)[number]>;

/** At most `count` rows in the order of the list, those after `last`. */
export function auditLogsAfter(
  db: Db,
  scope: Scope,
  filter: AuditLogFilter,
  last: Pick<ShownRow, 'ctime' | 'id'> | undefined,
  count: number,
): Promise<ShownRow[]> {
  const all = found(db, scope, filter);
  const rest = last ? all.where(sql<boolean>`(ctime, id) < (${last.ctime}, ${last.id})`) : all;
  return rest.select(COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc').limit(count).execute();
}
