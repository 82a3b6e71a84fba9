import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { type Role, rolesOfAll, type UserRow } from '@/lib/auth/identity';
import { SUPER_ADMIN } from '@/lib/auth/roles';
import { skeleton } from '@/lib/auth/skeleton';
import { contains, forChange, searchText } from '@/lib/db/dialect';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { resources } from '@/lib/generated/resources';
import type { Scope } from '@/lib/tenancy/scope';
import type { OwnedKind, User, UserDetails } from './contract';

/** Whom a caller sees: platform staff their OEM, a business root its chain, everybody else themselves (DESIGN 2). */
export function usersInScope(db: Db, { tier, oem_id, user_id }: Scope) {
  const users = db.selectFrom('users');
  switch (tier) {
    case 'platform':
      return users.where('users.oem_id', '=', oem_id);
    case 'root':
      return users.where((eb) => eb.or([eb('users.first_id', '=', user_id), eb('users.user_id', '=', user_id)]));
    case 'user':
      return users.where('users.user_id', '=', user_id);
  }
}

/** What lists show of a user; nobody's password hash is read for them. */
const LISTED = ['user_id', 'user_name', 'nick_name', 'email', 'mobile', 'locked', 'ctime'] as const;
type ListedUser = Pick<UserRow, (typeof LISTED)[number]>;

/** Newest first. */
export const listed = (found: ReturnType<typeof usersInScope>) =>
  found.select(LISTED).orderBy('ctime', 'desc').orderBy('user_id', 'desc');

export async function listUsers(db: Db, scope: Scope, params: Paging & { keyword?: string }): Promise<Page<User>> {
  let found = usersInScope(db, scope);
  if (params.keyword) found = found.where(contains('users.search', params.keyword));
  const page = await paginate(found, listed(found), params, (row) => row);
  const roles = await rolesOfAll(
    db,
    page.list.map((row) => row.user_id),
  );
  return { ...page, list: page.list.map((row) => toUser(row, roles.get(row.user_id) ?? [])) };
}

const searchOf = (row: Pick<UserRow, 'user_name' | 'nick_name' | 'email' | 'mobile'>) =>
  searchText(row.user_name, row.nick_name, row.email, row.mobile);

/** Throws a unique violation where the name is taken in the OEM, or looks like one that is. */
export async function insertUser(tx: Tx, row: Omit<UserRow, 'search'>): Promise<void> {
  await tx
    .insertInto('users')
    .values({ ...row, search: searchOf(row) })
    .execute();
  const { oem_id, user_id, user_name } = row;
  await tx
    .insertInto('user_skeletons')
    .values({ oem_id, user_id, skeleton: skeleton(user_name) })
    .execute();
}

export async function updateUser(
  tx: Tx,
  row: Omit<
    UserRow,
    'oem_id' | 'user_key' | 'password_hash' | 'search' | 'need_change_password' | 'parent_id' | 'ctime'
  >,
): Promise<void> {
  const { nick_name, email, mobile, comment, locked, first_id, utime } = row;
  await tx
    .updateTable('users')
    .set({ nick_name, email, mobile, comment, locked, first_id, utime, search: searchOf(row) })
    .where('user_id', '=', row.user_id)
    .execute();
}

/** Deletes the user; sessions, roles and allocations go with the row, those they created move to who created them. */
export async function deleteUser(tx: Tx, user: UserRow): Promise<void> {
  await tx.updateTable('users').set({ parent_id: user.parent_id }).where('parent_id', '=', user.user_id).execute();
  await tx.deleteFrom('users').where('user_id', '=', user.user_id).execute();
}

export async function updatePassword(
  tx: Tx,
  user_id: string,
  change: Pick<UserRow, 'password_hash' | 'need_change_password' | 'utime'>,
): Promise<void> {
  await tx.updateTable('users').set(change).where('user_id', '=', user_id).execute();
}

export async function setRoles(tx: Tx, user_id: string, role_ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('user_roles').where('user_id', '=', user_id).execute();
  for (const role_id of new Set(role_ids)) await tx.insertInto('user_roles').values({ user_id, role_id }).execute();
}

/** The OEM's super administrators who can sign in, locked until the transaction ends. */
export async function lockSuperAdmins(tx: Tx, oem_id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('users')
    .select('user_id')
    .where('oem_id', '=', oem_id)
    .where('locked', '=', 0)
    .where('user_id', 'in', (eb) => eb.selectFrom('user_roles').select('user_id').where('role_id', '=', SUPER_ADMIN))
    .orderBy('user_id')
    .modifyEnd(forChange(tx))
    .execute();
  return rows.map((row) => row.user_id);
}

/** What would be left without an owner, by the type of its descriptor; kinds of which there is nothing are left out. */
export async function countOwned(db: Db, user_id: string): Promise<OwnedKind[]> {
  const counted = resources.map(async ({ type, owned }) => {
    if (!owned) return { type, count: 0 };
    const counting = sql<{
      n: number;
    }>`select count(*) as n from ${sql.table(owned.table)} where ${sql.ref(owned.column)} = ${user_id}`;
    const { rows } = await counting.execute(db);
    return { type, count: Number(rows[0]?.n) };
  });
  return (await Promise.all(counted)).filter(({ count }) => count > 0);
}

export function toUser(row: ListedUser, roles: readonly Role[]): User {
  const { user_id, user_name, nick_name, email, mobile, locked, ctime } = row;
  return {
    user_id,
    user_name,
    nick_name,
    email,
    mobile,
    locked,
    role_ids: roles.map((role) => role.role_id),
    roles: roles.map(({ role_id, name, level }) => ({ role_id, name, level })),
    ctime,
  };
}

export function toDetails(row: UserRow, roles: readonly Role[]): UserDetails {
  const { comment, first_id, parent_id, utime } = row;
  const need_change_password = row.need_change_password !== 0;
  return { ...toUser(row, roles), comment, need_change_password, first_id, parent_id, utime };
}
