import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { findById, lockById, rolesOf, type UserRow } from '@/lib/auth/identity';
import { deleteSessionsOf } from '@/lib/auth/session/repository';
import { proofsSince, throttleProof } from '@/lib/auth/session/throttle';
import { change } from '@/lib/change/change';
import { ownerOf } from '@/lib/queues/owner';
import type { PasswordInput } from './contract';
import * as proofs from './proofs';
import * as repository from './repository';
import { lockVisible, requireOutranked, visibleUser } from './visible';

/**
 * Sets a password (spec 4.2). Somebody else's: they must choose another at their next sign-in, and their sessions
 * end. One's own: the demand is met, and one's other sessions end.
 */
export async function setPassword(ctx: Ctx, user_id: string, input: PasswordInput): Promise<null> {
  const password = chosen(input);
  const present = visibleUser(ctx.scope, await findById(ctx.db, user_id));
  const isOwn = user_id === ctx.principal.user_id;
  if (isOwn) await proveOwn(ctx, present, password, input.old_password);
  else await requireOutranked(ctx, ctx.db, present);
  // Hashing takes some 45 ms: too long to keep other writers waiting.
  const password_hash = await ctx.runtime.passwords.hash(ownerOf(ctx), password, ctx.request.signal());
  return change(ctx, async (tx) => {
    const user = await lockVisible(ctx, tx, user_id);
    await requireOutranked(ctx, tx, user);
    if (isOwn && user.password_hash !== present.password_hash) throw wrongOldPassword();
    const set = { password_hash, need_change_password: isOwn ? 0 : 1, utime: ctx.now };
    await repository.updatePassword(tx, user_id, set);
    await deleteSessionsOf(tx, user_id, isOwn ? ctx.principal.session_key : undefined);
    const roles = await rolesOf(tx, user_id);
    return {
      id: user_id,
      label: user.user_name,
      owner: user,
      before: repository.toDetails(user, roles),
      after: repository.toDetails({ ...user, ...set }, roles),
      identityChanged: true,
      data: null,
    };
  });
}

function chosen({ password, new_password }: PasswordInput): string {
  if (password !== undefined && new_password !== undefined && password !== new_password) {
    throw new AppError('err.sys.user.passwords_differ', { field: 'new_password' });
  }
  return password ?? new_password ?? '';
}

const wrongOldPassword = () => new AppError('err.sys.user.wrong_old_password', { field: 'old_password' });

const fits = (ctx: Ctx, password_hash: string, password: string | undefined) =>
  ctx.runtime.passwords.verify(ownerOf(ctx), password_hash, password, ctx.request.signal());

/** Who changes their own password knows the present one, unless its choice was not theirs; the new one is another. */
async function proveOwn(ctx: Ctx, user: UserRow, password: string, old_password: string | undefined): Promise<void> {
  if (user.need_change_password === 0) await provePresent(ctx, user, old_password);
  if (await fits(ctx, user.password_hash, password)) {
    throw new AppError('err.sys.user.same_password', { field: 'password' });
  }
}

/** Counted one after another, so that guesses sent all at once are answered no more than ten times either. */
async function provePresent(ctx: Ctx, { user_id, password_hash }: UserRow, old_password?: string): Promise<void> {
  const since = proofsSince(ctx.now);
  throttleProof(await proofs.countWrong(ctx.db, user_id, since), ctx.now);
  const isRight = await fits(ctx, password_hash, old_password);
  await ctx.runtime.store.transaction(async (tx) => {
    await lockById(tx, user_id);
    throttleProof(await proofs.countWrong(tx, user_id, since), ctx.now);
    if (!isRight) await proofs.insertWrong(tx, { user_id, ctime: ctx.now }, since);
  });
  if (!isRight) throw wrongOldPassword();
}
