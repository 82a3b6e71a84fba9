import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { businessPermissions, permissions } from '@/lib/api/registry';
import { findById, lockById, type Role, rolesOf, type UserRow } from '@/lib/auth/identity';
import { covers, matches } from '@/lib/auth/permissions';
import { isPlatformRole, SUPER_ADMIN } from '@/lib/auth/roles';
import type { Db, Tx } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';

/** Whom a caller sees: platform staff their OEM, a business root its chain, everybody else themselves (DESIGN 2). */
function sees(scope: Scope, user: UserRow): boolean {
  if (user.user_id === scope.user_id || scope.tier === 'platform') return true;
  return scope.tier === 'root' && user.first_id === scope.user_id;
}

/** The user a caller named by id. Throws 403 across OEMs (spec 2.1), 404 outside the scope. */
export function visibleUser(scope: Scope, user: UserRow | undefined): UserRow {
  if (!user) throw notFound();
  if (user.oem_id !== scope.oem_id) throw new AppError('err.sys.user.oem_mismatch');
  if (!sees(scope, user)) throw notFound();
  return user;
}

/** The same, locked until the transaction ends: nobody waits for the locks of those outside their scope. */
export async function lockVisible(ctx: Ctx, tx: Tx, user_id: string): Promise<UserRow> {
  visibleUser(ctx.scope, await findById(tx, user_id));
  return visibleUser(ctx.scope, await lockById(tx, user_id));
}

/**
 * A test whether the caller holds everything roles grant. Super administrator and platform level are beyond their
 * permissions: only their like may give or touch them.
 */
export async function outranker(
  ctx: Ctx,
  db: Db,
): Promise<(roles: readonly Pick<Role, 'role_id' | 'permissions'>[]) => boolean> {
  const { principal } = ctx;
  const own = await rolesOf(db, principal.user_id);
  const ids = own.map((role) => role.role_id);
  const held = own.flatMap((role) => role.permissions);
  return (roles) =>
    roles.every((role) => {
      if (role.role_id === SUPER_ADMIN && !ids.includes(SUPER_ADMIN)) return false;
      if (isPlatformRole(role.role_id) && !ids.some(isPlatformRole)) return false;
      const known = isPlatformRole(role.role_id) ? permissions : businessPermissions;
      const wanted = known.filter((key) => role.permissions.some((pattern) => matches(pattern, key)));
      // A key's scopes may have narrowed what the caller's roles grant.
      return covers(held, role.permissions, known) && wanted.every((key) => principal.grants.has(key));
    });
}

/** Whether the caller holds everything these roles grant. */
export async function outranks(ctx: Ctx, db: Db, roles: readonly Role[]): Promise<boolean> {
  return (await outranker(ctx, db))(roles);
}

/** Throws where the user could do more than the caller: setting their password would be a way to become them. */
export async function requireOutranked(ctx: Ctx, db: Db, user: UserRow): Promise<void> {
  if (user.user_id === ctx.principal.user_id) return;
  if (!(await outranks(ctx, db, await rolesOf(db, user.user_id)))) throw new AppError('err.sys.user.stronger');
}
