import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { findById, keepRoles, type Role, rolesOf, type UserRow, userKey } from '@/lib/auth/identity';
import { SUPER_ADMIN, TENANT_ADMIN, TENANT_OPERATOR } from '@/lib/auth/roles';
import { deleteSessionsOf } from '@/lib/auth/session/repository';
import { type Cascade, change } from '@/lib/change/change';
import { isForeignKeyViolation } from '@/lib/db/dialect';
import type { Paging } from '@/lib/db/paginate';
import type { Tx } from '@/lib/db/store';
import { translator } from '@/lib/i18n/translate';
import { ownerOf } from '@/lib/queues/owner';
import { toApiKey } from '@/lib/sys/api-keys/repository';
import { viewsOf } from '@/lib/sys/views/repository';
import { chainAfter } from './chain';
import type { OwnedKind, User, UserChange, UserDetails, UserInput } from './contract';
import * as repository from './repository';
import { lockVisible, outranks, requireOutranked, visibleUser } from './visible';

/** Users the caller sees, newest first (spec 4.2). */
export function listUsers(ctx: Ctx, query: Paging & { keyword?: string }): Promise<Page<User>> {
  return repository.listUsers(ctx.db, ctx.scope, query);
}

export async function readUser(ctx: Ctx, user_id: string): Promise<User> {
  const row = visibleUser(ctx.scope, await findById(ctx.db, user_id));
  return repository.toUser(row, await rolesOf(ctx.db, user_id));
}

export async function readDetails(ctx: Ctx, user_id: string): Promise<UserDetails> {
  const row = visibleUser(ctx.scope, await findById(ctx.db, user_id));
  return repository.toDetails(row, await rolesOf(ctx.db, user_id));
}

/**
 * Creates a user in the caller's OEM: a business root below platform staff, else a member of the caller's chain
 * (DESIGN 2). They choose their own password at the first sign-in. Throws name_taken, role_unknown, role_beyond.
 */
export async function createUser(ctx: Ctx, input: UserInput): Promise<User> {
  const { principal } = ctx;
  const isByPlatform = principal.tier === 'platform';
  const row = {
    user_id: uuid(),
    oem_id: principal.oem_id,
    user_name: input.user_name,
    user_key: userKey(input.user_name),
    password_hash: await ctx.runtime.passwords.hash(ownerOf(ctx), input.password, ctx.request.signal()),
    nick_name: input.nick_name ?? '',
    email: input.email ?? '',
    mobile: input.mobile ?? '',
    comment: input.comment ?? '',
    search: '',
    locked: 0,
    need_change_password: 1,
    first_id: isByPlatform ? '' : principal.first_id || principal.user_id,
    parent_id: principal.user_id,
    ctime: ctx.now,
    utime: ctx.now,
  };
  const role_ids = input.role_ids ?? [isByPlatform ? TENANT_ADMIN : TENANT_OPERATOR];
  return change(
    ctx,
    async (tx) => {
      const roles = await grantable(ctx, tx, role_ids);
      await repository.insertUser(tx, row);
      await repository.setRoles(tx, row.user_id, role_ids);
      const after = repository.toDetails(row, roles);
      const data = repository.toUser(row, roles);
      return { id: row.user_id, label: row.user_name, before: null, after, identityChanged: true, data };
    },
    () => new AppError('err.sys.user.name_taken', { field: 'user_name' }),
  );
}

/** The roles, all of which the caller may hand out. Throws role_unknown, role_beyond. */
async function grantable(ctx: Ctx, tx: Tx, role_ids: readonly number[]): Promise<Role[]> {
  const roles = await keepRoles(tx, ctx.scope.oem_id, role_ids);
  if (roles.length < new Set(role_ids).size) throw new AppError('err.sys.user.role_unknown', { field: 'role_ids' });
  if (!(await outranks(ctx, tx, roles))) throw new AppError('err.sys.user.role_beyond', { field: 'role_ids' });
  return roles;
}

type Target = { user: UserRow; roles: Role[] };

/** The user, locked, reachable and not stronger than the caller. */
async function target(ctx: Ctx, tx: Tx, user_id: string): Promise<Target> {
  const user = await lockVisible(ctx, tx, user_id);
  await requireOutranked(ctx, tx, user);
  return { user, roles: await rolesOf(tx, user_id) };
}

function refuseSelf(ctx: Ctx, user_id: string): void {
  if (user_id === ctx.principal.user_id) throw new AppError('err.sys.user.self');
}

/** An OEM that has a super administrator keeps one who can sign in. */
async function keepSuperAdmin(tx: Tx, { user, roles }: Target): Promise<void> {
  if (!roles.some((role) => role.role_id === SUPER_ADMIN)) return;
  const admins = await repository.lockSuperAdmins(tx, user.oem_id);
  if (admins.every((user_id) => user_id === user.user_id)) throw new AppError('err.sys.user.last_admin');
}

/** Changes a user's data and roles. Roles of one's own stay as they are. */
export function updateUser(ctx: Ctx, user_id: string, input: UserChange): Promise<UserDetails> {
  const { role_ids, ...fields } = input;
  if (role_ids) refuseSelf(ctx, user_id);
  return change(ctx, async (tx) => {
    const found = await target(ctx, tx, user_id);
    if (role_ids && !role_ids.includes(SUPER_ADMIN)) await keepSuperAdmin(tx, found);
    const roles = role_ids ? await grantable(ctx, tx, role_ids) : found.roles;
    const first_id = role_ids ? await chainAfter(tx, found.user, role_ids) : found.user.first_id;
    const user = { ...found.user, ...fields, first_id, utime: ctx.now };
    await repository.updateUser(tx, user);
    if (role_ids) await repository.setRoles(tx, user_id, role_ids);
    return done(found, { user, roles });
  });
}

/** Locks a user, which ends their sessions, or unlocks them. */
export function lockUser(ctx: Ctx, user_id: string, locked: 0 | 1): Promise<UserDetails> {
  refuseSelf(ctx, user_id);
  return change(ctx, async (tx) => {
    const found = await target(ctx, tx, user_id);
    if (locked === 1) {
      await keepSuperAdmin(tx, found);
      await deleteSessionsOf(tx, user_id);
    }
    const user = { ...found.user, locked, utime: ctx.now };
    await repository.updateUser(tx, user);
    return done(found, { user, roles: found.roles });
  });
}

function done(before: Target, after: Target) {
  const data = repository.toDetails(after.user, after.roles);
  return {
    id: after.user.user_id,
    label: after.user.user_name,
    owner: after.user,
    before: repository.toDetails(before.user, before.roles),
    after: data,
    identityChanged: true,
    data,
  };
}

function owns(ctx: Ctx, owned: readonly OwnedKind[]): AppError {
  const t = translator(ctx.locale);
  const named = owned.map(({ type, count }) => t('sys.users.owned', { count, kind: t(`kind.${type}`, { count }) }));
  return new AppError('err.sys.user.owns', { values: { owned: new Intl.ListFormat(ctx.locale).format(named) } });
}

/** What keeps a user from being deleted, for who may delete them. */
export async function readOwned(ctx: Ctx, user_id: string): Promise<{ list: OwnedKind[] }> {
  const user = visibleUser(ctx.scope, await findById(ctx.db, user_id));
  await requireOutranked(ctx, ctx.db, user);
  return { list: await repository.countOwned(ctx.db, user_id) };
}

/**
 * Deletes a user with sessions, roles, API keys and saved views. Whoever still owns something is refused: handing domains over is
 * a decision, not a side effect.
 */
export async function deleteUser(ctx: Ctx, user_id: string): Promise<null> {
  refuseSelf(ctx, user_id);
  try {
    return await change(ctx, async (tx) => {
      const found = await target(ctx, tx, user_id);
      await keepSuperAdmin(tx, found);
      const owned = await repository.countOwned(tx, user_id);
      if (owned.length > 0) throw owns(ctx, owned);
      const cascades = [...(await keysOf(tx, user_id)), ...(await viewsOf(tx, found.user))];
      await repository.deleteUser(tx, found.user);
      const before = repository.toDetails(found.user, found.roles);
      const { user_name: label } = found.user;
      const deleted = { id: user_id, label, owner: found.user, before, after: null, cascades };
      return { ...deleted, identityChanged: true, data: null };
    });
  } catch (error) {
    // Something of a kind not counted, or created in their name meanwhile.
    if (isForeignKeyViolation(error)) throw owns(ctx, await repository.countOwned(ctx.db, user_id));
    throw error;
  }
}

/** API keys end with their owner. */
async function keysOf(tx: Tx, user_id: string): Promise<Cascade[]> {
  const rows = await tx.selectFrom('api_keys').selectAll().where('user_id', '=', user_id).execute();
  return rows.map((row) => ({ type: 'api_key', id: row.key_id, before: toApiKey(row) }));
}
