import { type WithHeaders, withHeaders } from '@/lib/api/bind';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { operatorPermissions, permissions } from '@/lib/api/registry';
import { sessionPrincipal } from '@/lib/auth/authenticate';
import type { Principal } from '@/lib/auth/principal';
import type { Runtime } from '@/lib/runtime/runtime';
import { isInsecure, type Oem } from '@/lib/tenancy/oem';
import { isOperator } from '@/lib/tenancy/operator';
import type { ConsoleSession } from './contract';
import { keepToken, tokenIn } from './cookie';
import { logout, signIn } from './service';

/** What the console knows about whoever is signed in. */
export const read = async (ctx: Ctx): Promise<ConsoleSession> => sessionOf(ctx.principal, ctx.oem, ctx.request);

/** Signs in as `signIn` does; the token is in the cookie alone. */
export async function begin(
  ctx: Ctx,
  input: { username: string; password: string },
): Promise<WithHeaders<ConsoleSession>> {
  const { runtime, oem, request } = ctx;
  const { user, token } = await signIn(ctx, input);
  const principal = await sessionPrincipal(runtime, token, user.oem_id, ctx.now);
  const cookie = keepToken(request.secure, token, runtime.config.SESSION_MAX_S);
  return withHeaders(sessionOf(principal, oem, request), cookie);
}

/** Ends the caller's own session and takes the cookie away. */
export async function end(ctx: Ctx): Promise<WithHeaders<null>> {
  return withHeaders(await logout(ctx), keepToken(ctx.request.secure, '', 0));
}

type From = { host: string; secure: boolean };

function sessionOf(principal: Principal, { oem_id, name }: Oem, { host, secure }: From): ConsoleSession {
  const { user_id, user_name, nick_name, role_ids } = principal;
  return {
    user: { user_id, user_name, nick_name, role_ids },
    oem: { oem_id, name },
    permissions: permissions.filter(
      (key) => principal.grants.has(key) && (isOperator(principal) || !operatorPermissions.has(key)),
    ),
    is_platform: principal.tier === 'platform',
    tier: principal.tier,
    need_change_password: principal.must_change_password,
    insecure_transport: isInsecure(host, secure),
  };
}

/** The session behind a page request, or undefined: pages ask before they render anything. */
export async function currentSession(
  runtime: Runtime,
  from: From & { cookies: string | undefined },
): Promise<ConsoleSession | undefined> {
  const token = tokenIn(from.cookies, from.secure);
  if (!token) return undefined;
  const oem = await runtime.oemOf(from.host);
  try {
    return sessionOf(await sessionPrincipal(runtime, token, oem.oem_id, Date.now()), oem, from);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
