import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { rolesOfAll } from '@/lib/auth/identity';
import { FIRST_BUSINESS_ROLE, SUPER_ADMIN } from '@/lib/auth/roles';
import { forUpdate } from '@/lib/db/dialect';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { listed, toUser, usersInScope } from '@/lib/sys/users/repository';
import type { Scope } from '@/lib/tenancy/scope';
import type { RoleHolder } from './contract';

export type RoleRow = {
  role_id: number;
  name: string;
  level: number;
  permissions: string[];
  oem_id: string;
  ctime: number;
};

/** Roles the operator gives are below this. */
const FIRST_OWN = 100;

type Stored = Omit<RoleRow, 'permissions'> & { permissions: string };
const toRow = (row: Stored): RoleRow => ({ ...row, permissions: JSON.parse(row.permissions) });

/** The shared roles and the site's own; business users see none of platform level. */
function inScope(db: Db, { tier, oem_id }: Scope) {
  const found = db.selectFrom('roles').where('oem_id', 'in', ['', oem_id]);
  return tier === 'platform' ? found : found.where('role_id', '>=', FIRST_BUSINESS_ROLE);
}

/** Every role users of a site can have, with those a business user does not see. */
export async function rolesOfSite(db: Db, oem_id: string): Promise<RoleRow[]> {
  const rows = await db
    .selectFrom('roles')
    .where('oem_id', 'in', ['', oem_id])
    .selectAll()
    .orderBy('role_id')
    .execute();
  return rows.map(toRow);
}

export function listRoles(db: Db, scope: Scope, paging: Paging): Promise<Page<RoleRow>> {
  const found = inScope(db, scope);
  return paginate(found, found.selectAll().orderBy('role_id'), paging, toRow);
}

export async function findRole(db: Db, scope: Scope, role_id: number): Promise<RoleRow | undefined> {
  const row = await inScope(db, scope).selectAll().where('role_id', '=', role_id).executeTakeFirst();
  return row && toRow(row);
}

/** Roles change one at a time: their names and numbers are chosen by looking at the others. */
export async function lockRoles(tx: Tx): Promise<void> {
  const first = tx.selectFrom('roles').select('role_id').where('role_id', '=', SUPER_ADMIN);
  await first.modifyEnd(forUpdate(tx)).execute();
}

export async function namesInScope(tx: Tx, scope: Scope): Promise<{ role_id: number; name: string }[]> {
  return inScope(tx, scope).select(['role_id', 'name']).execute();
}

/** The number after the highest one there is or ever was, so that records of a deleted role stay its own. */
export async function nextRoleId(tx: Tx): Promise<number> {
  const present = tx.selectFrom('roles').select((eb) => eb.fn.max('role_id').as('last'));
  const past = tx
    .selectFrom('revisions')
    .select(sql<number | null>`max(cast(object_id as integer))`.as('last'))
    .where('object_type', '=', 'role');
  const lasts = [await present.executeTakeFirst(), await past.executeTakeFirst()];
  return Math.max(FIRST_OWN, ...lasts.map((row) => Number(row?.last ?? 0) + 1));
}

export async function insertRole(tx: Tx, role: RoleRow): Promise<void> {
  await tx
    .insertInto('roles')
    .values({ ...role, permissions: JSON.stringify(role.permissions) })
    .execute();
}

export async function updateRole(tx: Tx, { role_id, name, level, permissions }: RoleRow): Promise<void> {
  await tx
    .updateTable('roles')
    .set({ name, level, permissions: JSON.stringify(permissions) })
    .where('role_id', '=', role_id)
    .execute();
}

export async function deleteRole(tx: Tx, role_id: number): Promise<void> {
  await tx.deleteFrom('roles').where('role_id', '=', role_id).execute();
}

export async function countHolders(db: Db, role_id: number): Promise<number> {
  const query = db.selectFrom('user_roles').select((eb) => eb.fn.countAll<number>().as('n'));
  const row = await query.where('role_id', '=', role_id).executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many of the users in scope have each role. */
export async function countSeenHolders(db: Db, scope: Scope): Promise<Map<number, number>> {
  const rows = await usersInScope(db, scope)
    .innerJoin('user_roles', 'user_roles.user_id', 'users.user_id')
    .select((eb) => ['user_roles.role_id', eb.fn.countAll<number>().as('n')])
    .groupBy('user_roles.role_id')
    .execute();
  return new Map(rows.map((row) => [row.role_id, Number(row.n)]));
}

/**
 * The users in scope who have one of the `granting` roles, newest first; with `platform_only` of those only platform
 * staff, whichever role of theirs grants it.
 */
export async function listHolders(
  db: Db,
  scope: Scope,
  granting: readonly { role_id: number }[],
  { platform_only, ...paging }: Paging & { platform_only?: boolean },
): Promise<Page<RoleHolder>> {
  const role_ids = granting.map((role) => role.role_id);
  if (role_ids.length === 0) return { list: [], total: 0, page: paging.page, size: paging.size };
  let found = usersInScope(db, scope).where('users.user_id', 'in', (eb) =>
    eb.selectFrom('user_roles').select('user_id').where('role_id', 'in', role_ids),
  );
  if (platform_only) {
    found = found.where('users.user_id', 'in', (eb) =>
      eb.selectFrom('user_roles').select('user_id').where('role_id', '<', FIRST_BUSINESS_ROLE),
    );
  }
  const page = await paginate(found, listed(found), paging, (row) => row);
  const user_ids = page.list.map((row) => row.user_id);
  const roles = await rolesOfAll(db, user_ids);
  const through = (user_id: string) => (roles.get(user_id) ?? []).filter((role) => role_ids.includes(role.role_id));
  return { ...page, list: page.list.map((row) => toHolder(toUser(row, through(row.user_id)))) };
}

const toHolder = ({ user_id, user_name, nick_name, locked, role_ids, roles }: RoleHolder): RoleHolder => ({
  user_id,
  user_name,
  nick_name,
  locked,
  role_ids,
  roles,
});
