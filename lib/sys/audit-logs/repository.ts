import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains } from '@/lib/db/dialect';
import { paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
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

type Query = SelectQueryBuilder<Tables, 'audit_logs', object>;

/**
 * Audit visibility (spec 4.4): platform everything, a business root its OEM, everybody else their own rows and those
 * where staff acted for them. Those two are disjoint and each in order of its index, so a page is a merge.
 */
function inScope(db: Db, scope: Scope): Query {
  const rows = db.selectFrom('audit_logs');
  switch (scope.tier) {
    case 'platform':
      return rows;
    case 'root':
      return rows.where('oem_id', '=', scope.oem_id);
    case 'user': {
      const own = rows.selectAll().where('user_id', '=', scope.user_id);
      const onBehalf = rows
        .selectAll()
        .where('on_behalf_user_id', '=', scope.user_id)
        .where('actor_type', '=', 'staff')
        .where('user_id', '<>', scope.user_id);
      return db.selectFrom(own.unionAll(onBehalf).as('audit_logs'));
    }
  }
}

function filtered(query: Query, filter: AuditLogQuery): Query {
  let found = query;
  for (const type of [filter.channel, filter.actor_type]) if (type) found = found.where('actor_type', '=', type);
  if (filter.start_time !== undefined) found = found.where('ctime', '>=', filter.start_time);
  if (filter.end_time !== undefined) found = found.where('ctime', '<=', filter.end_time);
  return filter.keyword ? found.where(contains('search', filter.keyword)) : found;
}

export function listAuditLogs(db: Db, scope: Scope, filter: AuditLogQuery): Promise<Page<AuditLog>> {
  const found = filtered(inScope(db, scope), filter);
  const rows = found.select(COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc');
  return paginate(found, rows, filter, (row) => ({ ...row, detail: JSON.parse(row.detail) }));
}
