import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { type Detail, listedDetail, MAX_DETAIL } from '@/lib/audit/detail';
import { matching, type Place, recordsInScope } from '@/lib/audit/visibility';
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

const SHORT = COLUMNS.filter((column) => column !== 'detail');

/** Rows from before details had a bound may hold megabytes, which only the store reads; their detail comes out empty. */
const boundedDetail = [
  sql<string>`case when octet_length(detail) <= ${sql.lit(MAX_DETAIL)} then detail else '' end`.as('detail'),
  sql<number>`octet_length(detail)`.as('bytes'),
] as const;

/** A row with its detail as far as `max` bytes go; without `max` as a list shows it. */
function shown<R extends { detail: string; bytes: number }>({ detail, bytes, ...row }: R, max?: number) {
  return { ...row, detail: listedDetail(detail, Number(bytes), max) satisfies Detail };
}

type Exported = AuditLogFilter & { after?: Place };

function found(db: Db, scope: Scope, filter: Exported, isInOrder = false) {
  let query = matching(recordsInScope(db, scope, 'audit_logs', { isInOrder }), filter);
  // One person's rows are few: the index of types, which covers everybody's, must not tempt the store.
  const column = scope.tier === 'user' ? sql<string>`actor_type || ''` : sql<string>`actor_type`;
  for (const type of [filter.channel, filter.actor_type]) if (type) query = query.where(column, '=', type);
  if (filter.actor_name) query = query.where(sql<boolean>`actor_name = ${filter.actor_name}`);
  // The sign keeps the store from an index that begins with everybody's outcomes.
  if (filter.status !== undefined) query = query.where(sql<boolean>`+status = ${filter.status}`);
  return query;
}

export function listAuditLogs(db: Db, scope: Scope, filter: AuditLogQuery): Promise<Page<AuditLog>> {
  const counted = found(db, scope, filter);
  const rows = found(db, scope, filter, true)
    .select([...SHORT, ...boundedDetail])
    .orderBy('ctime', 'desc')
    .orderBy('id', 'desc');
  return paginate(counted, rows, filter, (row) => shown(row));
}

/** Everything the list shows with these filters, or what of it comes after a row. Ask for them by ctime and id, the last first. */
export function allAuditLogs(db: Db, scope: Scope, filter: Exported) {
  return found(db, scope, filter, true).select([...SHORT, boundedDetail[0]]);
}

/** One row, if it is there and the caller may see it. */
export async function findAuditLog(db: Db, scope: Scope, id: number): Promise<AuditLog | undefined> {
  const row = await recordsInScope(db, scope, 'audit_logs')
    .select([...SHORT, ...boundedDetail])
    .where(sql<boolean>`id = ${id}`)
    .executeTakeFirst();
  return row && shown(row, MAX_DETAIL);
}
