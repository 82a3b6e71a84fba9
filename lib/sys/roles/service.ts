import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { permissions } from '@/lib/api/registry';
import { matches } from '@/lib/auth/permissions';
import { requireStillAllowed } from '@/lib/auth/still-allowed';
import { change } from '@/lib/change/change';
import { foldCase, isForeignKeyViolation } from '@/lib/db/dialect';
import type { Paging } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { outranker } from '@/lib/sys/users/visible';
import type { Role, RoleChange, RoleHolder, RoleInput } from './contract';
import type { RoleRow } from './repository';
import * as repository from './repository';

/** Roles the caller may know of, by role_id. */
export async function listRoles(ctx: Ctx, query: Paging): Promise<Page<Role>> {
  const page = await repository.listRoles(ctx.db, ctx.scope, query);
  const see = await viewer(ctx, ctx.db);
  return { ...page, list: page.list.map(see) };
}

export async function readRole(ctx: Ctx, id: string): Promise<Role> {
  const row = await find(ctx, ctx.db, id);
  return (await viewer(ctx, ctx.db))(row);
}

/** The users the caller sees who have a role. */
export async function listUsersOf(ctx: Ctx, id: string, query: Paging): Promise<Page<RoleHolder>> {
  const role = await find(ctx, ctx.db, id);
  return repository.listHolders(ctx.db, ctx.scope, [role], query);
}

/** How roles look to the caller. */
async function viewer(ctx: Ctx, db: Db): Promise<(row: RoleRow) => Role> {
  const isGrantable = await outranker(ctx, db);
  const users = await repository.countSeenHolders(db, ctx.scope);
  return ({ oem_id, ...row }) => ({
    ...row,
    read_only: oem_id === '',
    grantable: isGrantable([row]),
    users: users.get(row.role_id) ?? 0,
  });
}

/** What is recorded of a role. */
const recorded = ({ oem_id: _, ...row }: RoleRow) => row;

async function find(ctx: Ctx, db: Db, id: string): Promise<RoleRow> {
  const row = /^\d{1,9}$/.test(id) ? await repository.findRole(db, ctx.scope, Number(id)) : undefined;
  if (!row) throw notFound();
  return row;
}

/** Throws where the role would allow what the caller may not do, or names what nobody can do, or a name in use. */
async function check(ctx: Ctx, tx: Tx, role: RoleRow): Promise<void> {
  const unknown = role.permissions.findIndex((pattern) => !permissions.some((key) => matches(pattern, key)));
  if (unknown >= 0) throw new AppError('err.sys.role.permission_unknown', { field: `permissions.${unknown}` });
  await requireGranted(ctx, tx, role, 'permissions');
  const name = foldCase(role.name);
  const others = await repository.namesInScope(tx, ctx.scope);
  if (others.some((other) => other.role_id !== role.role_id && foldCase(other.name) === name)) {
    throw new AppError('err.sys.role.name_taken', { field: 'name' });
  }
}

async function requireGranted(ctx: Ctx, tx: Tx, role: RoleRow, field?: string): Promise<void> {
  const isHeld = await outranker(ctx, tx);
  if (!isHeld([role])) throw new AppError('err.sys.role.beyond', field === undefined ? {} : { field });
}

/** Creates a role of business level, of the caller's site and nobody else's. Throws what `check` does. */
export function createRole(ctx: Ctx, input: RoleInput): Promise<Role> {
  return change(ctx, async (tx) => {
    await repository.lockRoles(tx);
    const role_id = await repository.nextRoleId(tx);
    const role = { ...input, permissions: [...new Set(input.permissions)] };
    const row = { ...role, role_id, oem_id: ctx.scope.oem_id, ctime: ctx.now };
    await check(ctx, tx, row);
    await repository.insertRole(tx, row);
    return done(ctx, tx, null, row);
  });
}

/** The site's own role that does not exceed the caller. */
async function target(ctx: Ctx, tx: Tx, id: string): Promise<RoleRow> {
  await repository.lockRoles(tx);
  const row = await find(ctx, tx, id);
  if (row.oem_id === '') throw new AppError('err.sys.role.read_only');
  await requireGranted(ctx, tx, row);
  return row;
}

/** Changes a role; who has it may do what it now says from the next call on. */
export function updateRole(ctx: Ctx, id: string, input: RoleChange): Promise<Role> {
  return change(ctx, async (tx) => {
    const before = await target(ctx, tx, id);
    const role = { ...before, ...input };
    const row = { ...role, permissions: [...new Set(role.permissions)] };
    await check(ctx, tx, row);
    // It may be a role of the caller's own that loses the permission to change roles.
    const endsCaller = ctx.principal.role_ids.includes(row.role_id);
    if (endsCaller) await requireStillAllowed(tx, ctx);
    await repository.updateRole(tx, row);
    return { ...(await done(ctx, tx, before, row)), endsCaller };
  });
}

async function done(ctx: Ctx, tx: Tx, before: RoleRow | null, after: RoleRow) {
  return {
    id: String(after.role_id),
    label: after.name,
    before: before && recorded(before),
    after: recorded(after),
    identityChanged: true,
    data: (await viewer(ctx, tx))(after),
  };
}

const inUse = (users: number) => new AppError('err.sys.role.in_use', { values: { users } });

/** Deletes a role nobody has: taking it from users is a decision about each of them. */
export async function deleteRole(ctx: Ctx, id: string): Promise<null> {
  try {
    return await change(ctx, async (tx) => {
      const row = await target(ctx, tx, id);
      const users = await repository.countHolders(tx, row.role_id);
      if (users > 0) throw inUse(users);
      await repository.deleteRole(tx, row.role_id);
      const { role_id, name: label } = row;
      return { id: String(role_id), label, before: recorded(row), after: null, identityChanged: true, data: null };
    });
  } catch (error) {
    // Given to somebody meanwhile.
    if (isForeignKeyViolation(error)) throw inUse(await repository.countHolders(ctx.db, Number(id)));
    throw error;
  }
}
