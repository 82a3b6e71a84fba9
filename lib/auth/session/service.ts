import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { lockChain } from '@/lib/audit/chain';
import { findByName, lockById, type UserRow, userKey } from '@/lib/auth/identity';
import { decodeBase64Password } from '@/lib/auth/password';
import { randomBase62, tokenHash } from '@/lib/auth/tokens';
import { change } from '@/lib/change/change';
import { networkOf } from '@/lib/queues/owner';
import { cut } from '@/lib/text/well-formed';
import { LOGIN_FAILURE, LOGIN_SUCCESS, recordSignIn, type SignInAttempt } from './login-records';
import * as repository from './repository';
import { countAttempt, throttleSignIn } from './throttle';

type Outcome = { user: UserRow; token: string; expires_at: number };

/**
 * Checks the credentials and starts a session. Every failure is the same 401 in the same time; its reason is
 * only in the login record (DESIGN 5, Login body).
 */
export async function signIn(ctx: Ctx, input: { username: string; password: string }): Promise<Outcome> {
  const user_key = userKey(input.username);
  const { oem_id } = ctx.oem;
  const throttle = () => throttleSignIn(ctx.db, { ip: ctx.request.peer, oem_id, user_key }, ctx.now);
  await throttle();

  const user = await findByName(ctx.db, oem_id, input.username);
  const password = decodeBase64Password(input.password);
  // Nobody is signed in yet: the name that is tried is the account, as far as turns go.
  const owner = { oem_id, account: user_key, address: networkOf(ctx.request.peer) };
  const fits = await ctx.runtime.passwords.verify(owner, user?.password_hash, password, ctx.request.signal());
  // Guesses sent all at once passed the first check together; by now the earlier ones are counted.
  await throttle();
  const failure_reason = reasonOf(user, password, fits);

  const attempt: SignInAttempt = {
    ctime: ctx.now,
    oem_id,
    user_id: user?.user_id ?? '',
    user_name: cut(input.username, 255),
    user_key,
    nick_name: user?.nick_name ?? '',
    ip: ctx.request.peer,
    login_district: ctx.runtime.analytics.countryOf(ctx.request.peer),
    user_agent: ctx.request.user_agent,
    request_id: ctx.request.id,
    login_status: failure_reason === '' ? LOGIN_SUCCESS : LOGIN_FAILURE,
    failure_reason,
    ttl_seconds: failure_reason === '' ? ctx.runtime.config.SESSION_MAX_S : 0,
  };
  if (failure_reason !== '' || !user) return refuse(ctx, attempt);
  return startSession(ctx, user, attempt);
}

async function refuse(ctx: Ctx, attempt: SignInAttempt): Promise<never> {
  ctx.runtime.metrics.signIns.inc({ outcome: attempt.failure_reason });
  await ctx.runtime.store.transaction(async (tx) => {
    // Records are written one after another, so only here are all earlier guesses counted.
    await lockChain(tx, 'sign_ins');
    await throttleSignIn(tx, attempt, ctx.now);
    await recordSignIn(tx, attempt);
    await countAttempt(tx, attempt, ctx.now);
  });
  throw new AppError('err.auth.wrong_credentials');
}

function reasonOf(user: UserRow | undefined, password: string | undefined, fits: boolean): string {
  if (!user) return 'unknown_user';
  if (password === undefined) return 'malformed_password';
  if (!fits) return 'wrong_password';
  return user.locked === 0 ? '' : 'locked';
}

async function startSession(ctx: Ctx, user: UserRow, attempt: SignInAttempt): Promise<Outcome> {
  const token = randomBase62(32);
  const expires_at = ctx.now + ctx.runtime.config.SESSION_MAX_S * 1000;
  const isStarted = await ctx.runtime.store.transaction(async (tx) => {
    // Between the check and here the user may have been locked, deleted, or given another password.
    const current = await lockById(tx, user.user_id);
    if (current?.password_hash !== user.password_hash || current.locked !== 0) return false;
    await repository.insertSession(tx, {
      token_hash: tokenHash(token),
      user_id: user.user_id,
      oem_id: user.oem_id,
      ctime: ctx.now,
      seen_at: ctx.now,
      expires_at,
    });
    await recordSignIn(tx, attempt);
    return true;
  });
  if (!isStarted) {
    return refuse(ctx, { ...attempt, login_status: LOGIN_FAILURE, failure_reason: 'user_changed', ttl_seconds: 0 });
  }
  ctx.runtime.metrics.signIns.inc({ outcome: 'success' });
  return { user, token, expires_at };
}

export async function login(ctx: Ctx, input: { username: string; password: string }) {
  const { user, token, expires_at } = await signIn(ctx, input);
  return {
    token,
    user_id: user.user_id,
    user_name: user.user_name,
    nick_name: user.nick_name,
    need_change_password: user.need_change_password !== 0,
    expires_at: new Date(expires_at).toISOString(),
  };
}

/** Ends the caller's own session; other sessions of the user go on. */
export function logout(ctx: Ctx): Promise<null> {
  const { principal } = ctx;
  return change(ctx, async (tx) => {
    await repository.deleteSession(tx, principal.session_key);
    return { id: principal.user_id, label: principal.user_name, identityChanged: true, endsCaller: true, data: null };
  });
}
