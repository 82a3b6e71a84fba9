import type { SelectQueryBuilder } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains } from '@/lib/db/dialect';
import { paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import type { Scope } from '@/lib/tenancy/scope';
import type { LoginRecord, LoginRecordQuery } from './contract';

const COLUMNS = [
  'id',
  'ctime',
  'user_name',
  'user_id',
  'nick_name',
  'ip',
  'login_district',
  'user_agent',
  'request_id',
  'auth_channel',
  'login_status',
  'failure_reason',
  'ttl_seconds',
  'staff_user_id',
  'staff_user_name',
  'on_behalf_user_id',
  'on_behalf_user_name',
  'delegation_user_id',
  'delegation_user_name',
] as const;

type Query = SelectQueryBuilder<Tables, 'login_records', object>;

/** The same visibility as the audit log's (spec 4.4). */
function inScope(db: Db, scope: Scope): Query {
  const rows = db.selectFrom('login_records');
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
        .where('auth_channel', '=', 'staff')
        .where('user_id', '<>', scope.user_id);
      return db.selectFrom(own.unionAll(onBehalf).as('login_records'));
    }
  }
}

function filtered(query: Query, filter: LoginRecordQuery): Query {
  let found = query;
  if (filter.status) found = found.where('login_status', '=', filter.status);
  if (filter.start_time !== undefined) found = found.where('ctime', '>=', filter.start_time);
  if (filter.end_time !== undefined) found = found.where('ctime', '<=', filter.end_time);
  return filter.keyword ? found.where(contains('search', filter.keyword)) : found;
}

const loginTime = (ctime: number) => new Date(ctime).toISOString().slice(0, 19).replace('T', ' ');

export function listLoginRecords(db: Db, scope: Scope, filter: LoginRecordQuery): Promise<Page<LoginRecord>> {
  const found = filtered(inScope(db, scope), filter);
  const rows = found.select(COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc');
  return paginate(found, rows, filter, (row) => ({ ...row, login_time: loginTime(row.ctime) }));
}
