import { findById, rolesOf, type UserRow } from '@/lib/auth/identity';
import { isPlatformRole } from '@/lib/auth/roles';
import type { Db } from '@/lib/db/store';

/** The `first_id` of a user with these roles: platform users are in no chain, and their children are business roots (DESIGN 2). */
export async function chainOf(db: Db, parent: UserRow | undefined, role_ids: readonly number[]): Promise<string> {
  if (!parent || role_ids.some(isPlatformRole)) return '';
  const roles = await rolesOf(db, parent.user_id);
  return roles.some(({ role_id }) => isPlatformRole(role_id)) ? '' : parent.first_id || parent.user_id;
}

/**
 * The same once a user has other roles: who becomes platform staff leaves their chain, whose root would see all that they make,
 * and comes back when they are staff no more.
 */
export async function chainAfter(db: Db, user: UserRow, role_ids: readonly number[]): Promise<string> {
  const before = (await rolesOf(db, user.user_id)).some(({ role_id }) => isPlatformRole(role_id));
  if (before === role_ids.some(isPlatformRole)) return user.first_id;
  return chainOf(db, await findById(db, user.parent_id), role_ids);
}
