import type { Page } from '@/lib/api/fields';
import { matching, ofOutcome, type Place, recordsInScope } from '@/lib/audit/visibility';
import { paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';
import type { LoginRecord, LoginRecordFilter, LoginRecordQuery } from './contract';

export const COLUMNS = [
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

const loginTime = (ctime: number) => new Date(ctime).toISOString().slice(0, 19).replace('T', ' ');

type Exported = LoginRecordFilter & { after?: Place };

function found(db: Db, scope: Scope, filter: Exported, isInOrder = false) {
  const query = matching(recordsInScope(db, scope, 'login_records', { isInOrder }), filter);
  return filter.status ? ofOutcome(query, scope, filter.status) : query;
}

export function listLoginRecords(db: Db, scope: Scope, filter: LoginRecordQuery): Promise<Page<LoginRecord>> {
  const counted = found(db, scope, filter);
  const rows = found(db, scope, filter, true).select(COLUMNS).orderBy('ctime', 'desc').orderBy('id', 'desc');
  return paginate(counted, rows, filter, (row) => ({ ...row, login_time: loginTime(row.ctime) }));
}

/** Everything the list shows with these filters, or what of it comes after a row. Ask for them by ctime and id, the last first. */
export function allLoginRecords(db: Db, scope: Scope, filter: Exported) {
  return found(db, scope, filter, true).select(COLUMNS);
}
