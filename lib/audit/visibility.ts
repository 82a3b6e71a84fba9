import { type SelectQueryBuilder, sql } from 'kysely';
import { contains } from '@/lib/db/dialect';
import type { Db } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import type { Scope } from '@/lib/tenancy/scope';

type RecordTable = 'audit_logs' | 'login_records';
export type RecordQuery<T extends RecordTable> = SelectQueryBuilder<Tables, T, object>;

/** What says that staff acted, in each table. */
const BY_STAFF = { audit_logs: sql`actor_type = 'staff'`, login_records: sql`auth_channel = 'staff'` };

/**
 * Audit visibility (spec 4.4): platform everything, a business root its OEM, everybody else their own rows and those
 * where staff acted for them. Those two are disjoint and each in order of its index, so a page is a merge.
 * The store takes the index of the latter, which leaves out the empty, only where the query names them.
 */
export function recordsInScope<T extends RecordTable>(db: Db, scope: Scope, table: T): RecordQuery<T> {
  const from = (source: unknown) => db.selectFrom(source as never) as unknown as RecordQuery<T>;
  switch (scope.tier) {
    case 'platform':
      return from(table);
    case 'root':
      return from(table).where(sql<boolean>`oem_id = ${scope.oem_id}`);
    case 'user':
      return from(
        sql`(select * from ${sql.table(table)} where user_id = ${scope.user_id} union all select * from ${sql.table(table)}
          where on_behalf_user_id = ${scope.user_id} and on_behalf_user_id <> '' and ${BY_STAFF[table]}
          and user_id <> ${scope.user_id})`.as(table),
      );
  }
}

/** The filters both kinds of record share; times in Unix milliseconds, both ends included. */
export function matching<T extends RecordTable>(
  query: RecordQuery<T>,
  filter: { start_time?: number; end_time?: number; keyword?: string },
): RecordQuery<T> {
  let found = query;
  if (filter.start_time !== undefined) found = found.where(sql<boolean>`ctime >= ${filter.start_time}`);
  if (filter.end_time !== undefined) found = found.where(sql<boolean>`ctime <= ${filter.end_time}`);
  return filter.keyword ? found.where(contains('search', filter.keyword)) : found;
}

/**
 * Sign-ins of one outcome. The sign before the column keeps SQLite from an index of everybody's outcomes where the rows
 * of one person are wanted; it changes nothing else.
 */
export function ofOutcome(query: RecordQuery<'login_records'>, scope: Scope, login_status: number) {
  return query.where(
    scope.tier === 'user'
      ? sql<boolean>`+login_status = ${login_status}`
      : sql<boolean>`login_status = ${login_status}`,
  );
}
