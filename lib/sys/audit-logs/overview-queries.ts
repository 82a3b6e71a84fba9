import { sql } from 'kysely';
import { AUDIT_OK } from '@/lib/audit/record';
import { ofOutcome, type RecordQuery, recordsInScope } from '@/lib/audit/visibility';
import { LOGIN_FAILURE } from '@/lib/auth/session/login-records';
import type { Db } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';

/** A range of time cut into buckets of the same length, aligned to the epoch. */
export type Range = { start_time: number; end_time: number; bucket_ms: number };

/** Written into the statement: as a parameter PostgreSQL would take the two places for two expressions. */
const bucketOf = ({ bucket_ms }: Range) => sql<number>`ctime / ${sql.lit(bucket_ms)}`;

function within<T extends 'audit_logs' | 'login_records'>(
  db: Db,
  scope: Scope,
  table: T,
  range: Range,
): RecordQuery<T> {
  return recordsInScope(db, scope, table)
    .where(sql<boolean>`ctime >= ${range.start_time}`)
    .where(sql<boolean>`ctime <= ${range.end_time}`);
}

/** 1 for what was done on somebody else's object. */
const onBehalf = sql<number>`case when on_behalf_user_id <> '' then 1 else 0 end`;

/** Operations by bucket, outcome, channel, action and whether for somebody; an index holds all of these. */
export function countOperations(db: Db, scope: Scope, range: Range) {
  return within(db, scope, 'audit_logs', range)
    .select(['status', 'actor_type', 'action'])
    .select([bucketOf(range).as('bucket'), onBehalf.as('on_behalf')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(['status', 'actor_type', 'action'])
    .groupBy([bucketOf(range), onBehalf])
    .execute();
}

/** Changes of users that gave them other roles; the diff is JSON text, in which only a changed field has an old value. */
export async function countRoleAssignments(db: Db, scope: Scope, range: Range): Promise<number> {
  const row = await within(db, scope, 'audit_logs', range)
    .where('action', '=', 'sys.user.edit')
    .where('status', '=', AUDIT_OK)
    .where('detail', 'like', '%"role_ids":{"old":%')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

const failedSignIns = (db: Db, scope: Scope, range: Range) =>
  ofOutcome(within(db, scope, 'login_records', range), scope, LOGIN_FAILURE);

export function countFailedSignIns(db: Db, scope: Scope, range: Range) {
  return failedSignIns(db, scope, range)
    .select(bucketOf(range).as('bucket'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(bucketOf(range))
    .execute();
}

const TOP = 5;

/** The names or addresses with most failed sign-ins. */
export function topFailedSignIns<C extends 'user_name' | 'ip'>(db: Db, scope: Scope, range: Range, column: C) {
  return failedSignIns(db, scope, range)
    .select(sql<string>`${sql.ref(column)}`.as('value'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy(sql.ref(column))
    .orderBy(sql`count(*)`, 'desc')
    .orderBy(sql.ref(column))
    .limit(TOP)
    .execute();
}
