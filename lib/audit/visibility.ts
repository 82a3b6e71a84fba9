import { type SelectQueryBuilder, sql } from 'kysely';
import { contains, isPostgres } from '@/lib/db/dialect';
import type { Db } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import type { Scope } from '@/lib/tenancy/scope';

type RecordTable = 'audit_logs' | 'login_records';
export type RecordQuery<T extends RecordTable> = SelectQueryBuilder<Tables, T, object>;

/** What says that staff acted, in each table. */
const BY_STAFF = { audit_logs: sql`actor_type = 'staff'`, login_records: sql`auth_channel = 'staff'` };

/**
 * Audit visibility (spec 4.4): platform everything, a business root its OEM, everybody else their own rows and those
 * where staff acted for them. Those two are disjoint and each in order of its index, so a page is a merge, where rows are wanted in order.
 * The store takes the index of the latter, which leaves out the empty, only where the query names them.
 */
export function recordsInScope<T extends RecordTable>(
  db: Db,
  scope: Scope,
  table: T,
  { isInOrder = false }: { isInOrder?: boolean } = {},
): RecordQuery<T> {
  const from = (source: unknown) => db.selectFrom(source as never) as unknown as RecordQuery<T>;
  switch (scope.tier) {
    case 'platform':
      return from(table);
    case 'root':
      return from(table).where(sql<boolean>`oem_id = ${scope.oem_id}`);
    case 'user': {
      const own = sql`select * from ${sql.table(table)} where user_id = ${scope.user_id}`;
      const behalf = sql`select * from ${sql.table(table)}
        where on_behalf_user_id = ${scope.user_id} and on_behalf_user_id <> '' and ${BY_STAFF[table]} and user_id <> ${scope.user_id}`;
      // PostgreSQL merges only what is in order by itself; the embedded store takes the order of the whole, and none of a part.
      const order = isInOrder && isPostgres(db) ? sql` order by ctime desc, id desc` : undefined;
      return from(
        (order ? sql`((${own}${order}) union all (${behalf}${order}))` : sql`(${own} union all ${behalf})`).as(table),
      );
    }
  }
}

/** Where a record is in the order of every list of records: newest first, ids break ties. */
export type Place = { ctime: number; id: number };

/**
 * The filters both kinds of record share; times in Unix milliseconds, both ends included. With `after`, a record of which that is
 * true, those that come after it.
 */
export function matching<T extends RecordTable>(
  query: RecordQuery<T>,
  filter: { start_time?: number; end_time?: number; keyword?: string; after?: Place },
): RecordQuery<T> {
  const { start_time, end_time, after } = filter;
  let found = query;
  if (start_time !== undefined) found = found.where(sql<boolean>`ctime >= ${start_time}`);
  // One upper end alone: of two the embedded store begins at one, which would be the later one.
  if (after) found = found.where(sql<boolean>`(ctime, id) < (${after.ctime}, ${after.id})`);
  else if (end_time !== undefined) found = found.where(sql<boolean>`ctime <= ${end_time}`);
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
