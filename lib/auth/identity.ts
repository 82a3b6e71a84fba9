import { sql } from 'kysely';
import { foldCase, forChange, forShare } from '@/lib/db/dialect';
import type { Db, Tx } from '@/lib/db/store';
import { grantsOf } from './permissions';
import { type Principal, tierOf } from './principal';
import { skeleton } from './skeleton';

declare module '@/lib/db/tables' {
  interface Tables {
    users: UserRow;
    roles: { role_id: number; name: string; level: number; permissions: string; oem_id: string; ctime: number };
    user_roles: { user_id: string; role_id: number };
    /** The confusable skeleton of each user name; unique in an OEM. */
    user_skeletons: { oem_id: string; skeleton: string; user_id: string };
  }
}

export type UserRow = {
  user_id: string;
  oem_id: string;
  user_name: string;
  user_key: string;
  password_hash: string;
  nick_name: string;
  email: string;
  mobile: string;
  comment: string;
  search: string;
  locked: number;
  need_change_password: number;
  first_id: string;
  parent_id: string;
  ctime: number;
  utime: number;
};

/** What makes a user name unique in its OEM (DESIGN 2). */
export const userKey = (user_name: string) => foldCase(user_name.trim());

export function findByName(db: Db, oem_id: string, user_name: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('oem_id', '=', oem_id)
    .where('user_key', '=', userKey(user_name))
    .executeTakeFirst();
}

/** Whose name has the skeleton of this one, the name itself included. */
export function findBySkeleton(db: Db, oem_id: string, user_name: string): Promise<{ user_name: string } | undefined> {
  return db
    .selectFrom('user_skeletons')
    .innerJoin('users', 'users.user_id', 'user_skeletons.user_id')
    .select('users.user_name')
    .where('user_skeletons.oem_id', '=', oem_id)
    .where('skeleton', '=', skeleton(user_name))
    .executeTakeFirst();
}

export function findById(db: Db, user_id: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('user_id', '=', user_id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockById(tx: Tx, user_id: string): Promise<UserRow | undefined> {
  const one = tx.selectFrom('users').selectAll().where('user_id', '=', user_id);
  return one.modifyEnd(forChange(tx)).executeTakeFirst();
}

export type Role = { role_id: number; name: string; level: number; permissions: string[] };

const ROLE = ['roles.role_id', 'roles.name', 'roles.level', 'roles.permissions'] as const;

const toRole = (row: { role_id: number; name: string; level: number; permissions: string }): Role => ({
  role_id: row.role_id,
  name: row.name,
  level: row.level,
  permissions: JSON.parse(row.permissions),
});

/**
 * The roles with their permission patterns, in order of role_id, unchanged until the transaction ends; what does not
 * exist or belongs to another OEM is left out.
 */
export async function keepRoles(tx: Tx, oem_id: string, role_ids: readonly number[]): Promise<Role[]> {
  if (role_ids.length === 0) return [];
  const found = tx.selectFrom('roles').select(ROLE).where('role_id', 'in', role_ids);
  const known = found.where('oem_id', 'in', ['', oem_id]).orderBy('role_id');
  const rows = await known.modifyEnd(forShare(tx)).execute();
  return rows.map(toRole);
}

/** The roles of several users by user_id, each in order of role_id. */
export async function rolesOfAll(db: Db, user_ids: readonly string[]): Promise<Map<string, Role[]>> {
  const roles = new Map<string, Role[]>();
  if (user_ids.length === 0) return roles;
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.role_id', 'user_roles.role_id')
    .select(['user_roles.user_id', ...ROLE])
    .where('user_roles.user_id', 'in', user_ids)
    .orderBy('roles.role_id')
    .execute();
  for (const row of rows) roles.set(row.user_id, [...(roles.get(row.user_id) ?? []), toRole(row)]);
  return roles;
}

/** The user's roles with their permission patterns, in order of role_id. */
export async function rolesOf(db: Db, user_id: string): Promise<Role[]> {
  return (await rolesOfAll(db, [user_id])).get(user_id) ?? [];
}

const CALLER = ['user_id', 'user_name', 'nick_name', 'oem_id', 'first_id', 'locked', 'need_change_password'] as const;

/** Users with what it takes to know them as callers, a row for each role; no secret is read for it. */
export const callers = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('user_roles', 'user_roles.user_id', 'users.user_id')
    .leftJoin('roles', 'roles.role_id', 'user_roles.role_id')
    .select(CALLER.map((column) => `users.${column}` as const))
    .select(['roles.role_id', 'roles.permissions'])
    .orderBy('roles.role_id');

type CallerRow = Pick<UserRow, (typeof CALLER)[number]> & { role_id: number | null; permissions: string | null };

/** Of rows that the store gives again as long as they are true. */
const read = new WeakMap<readonly CallerRow[], ReturnType<typeof callerOf>>();

/** What the rows of one user say of them as a caller; undefined where there are none. */
export function readCaller(rows: readonly CallerRow[]) {
  const [user] = rows;
  if (!user) return undefined;
  const caller = read.get(rows) ?? callerOf(user, rows);
  read.set(rows, caller);
  return caller;
}

function callerOf(user: CallerRow, rows: readonly CallerRow[]) {
  const { user_id, user_name, nick_name, oem_id, first_id } = user;
  const role_ids = rows.flatMap(({ role_id }) => role_id ?? []);
  return {
    ...{ user_id, user_name, nick_name, oem_id, first_id, role_ids },
    tier: tierOf(role_ids, first_id),
    grants: grantsOf(rows.flatMap(({ permissions }) => JSON.parse(permissions ?? '[]') as string[])),
    must_change_password: user.need_change_password !== 0,
  };
}

/** A user as a caller, with the roles they have now, in one query; undefined where they are locked or gone. */
export async function findCaller(
  db: Db,
  user_id: string,
  how: Pick<Principal, 'auth_mode' | 'session_key'>,
): Promise<Principal | undefined> {
  const rows = await callers(db).where('users.user_id', '=', user_id).where('users.locked', '=', 0).execute();
  const caller = readCaller(rows);
  return caller && { ...how, ...caller };
}

/** Whether any user exists: the very first start creates the administrator. */
export async function hasUsers(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select(sql<number>`1`.as('one')).limit(1).executeTakeFirst();
  return row !== undefined;
}
