import type { Page } from '@/lib/api/fields';
import { matching, recordsInScope } from '@/lib/audit/visibility';
import { paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';
import type { AuditLog, AuditLogQuery } from './contract';

const COLUMNS = [
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

export function listAuditLogs(db: Db, scope: Scope, filter: AuditLogQuery): Promise<Page<AuditLog>> {
  let found = matching(recordsInScope(db, scope, 'audit_logs'), filter);
  for (const type of [filter.channel, filter.actor_type]) if (type) found = found.where('actor_type', '=', type);
  const rows = found.select(COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc');
  return paginate(found, rows, filter, (row) => ({ ...row, detail: JSON.parse(row.detail) }));
}
