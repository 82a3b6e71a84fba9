import { sessionPrincipal } from '@/lib/auth/authenticate';
import type { Principal } from '@/lib/auth/principal';
import { type ConsoleSession, LoginInput, MAX_SIGN_IN } from '@/lib/auth/session/contract';
import { signIn } from '@/lib/auth/session/service';
import { translator } from '@/lib/i18n/translate';
import type { Runtime } from '@/lib/runtime/runtime';
import { isLoopback } from '@/lib/tenancy/oem';
import type { ApiCall, ApiReply } from './call';
import { AppError } from './errors';
import { parseJson } from './json';
import { parseWith } from './parse';
import { answerEndpoint, contextOf, type Passage } from './pipeline';
import { permissions, routes } from './registry';
import { successReply } from './reply';

/**
 * The console's own door (DESIGN 3): the same endpoints behind an HttpOnly cookie. The token never reaches a script,
 * and a request that another site could have caused is refused.
 */
export async function answerConsole(passage: Passage): Promise<ApiReply> {
  const { call } = passage;
  refuseCrossSite(call);
  if (call.path === '/console/session') return answerSession(passage);
  if (!call.path.startsWith('/console/api/')) throw new AppError('err.request.no_route');
  return answerEndpoint(passage, call.path.slice('/console'.length), () => cookiePrincipal(passage));
}

const originOf = (url: string) => (URL.canParse(url) ? new URL(url).origin : '');

function refuseCrossSite(call: ApiCall): void {
  const site = call.header('sec-fetch-site');
  const origin = call.header('origin');
  const own = `${call.secure ? 'https' : 'http'}://${call.host}`;
  // The same host on another port, or without TLS, is somebody else. URL drops the scheme's own port.
  const sameOrigin = origin === undefined || (URL.canParse(origin) && new URL(origin).origin === originOf(own));
  if (call.header('x-console') !== '1' || (site !== undefined && site !== 'same-origin') || !sameOrigin) {
    throw new AppError('err.auth.cross_site');
  }
}

/** `__Host-` and Secure need https; over plain http the cookie has neither, and the console says so. */
const cookieName = (secure: boolean) => (secure ? '__Host-sid' : 'sid');

export function tokenOf(cookies: string | undefined, secure: boolean): string | undefined {
  const wanted = `${cookieName(secure)}=`;
  const pair = cookies?.split(/;\s*/).find((part) => part.startsWith(wanted));
  const token = pair?.slice(wanted.length);
  return token && /^[A-Za-z0-9]{32}$/.test(token) ? token : undefined;
}

function setCookie(secure: boolean, token: string, maxAge: number): string {
  return `${cookieName(secure)}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${maxAge}${secure ? '; Secure' : ''}`;
}

function cookiePrincipal(passage: Passage): Promise<Principal> {
  const { runtime, call, oem, now } = passage;
  const token = tokenOf(call.header('cookie'), call.secure);
  if (!token) throw new AppError('err.auth.required');
  return sessionPrincipal(runtime, token, oem.oem_id, now);
}

async function answerSession(passage: Passage): Promise<ApiReply> {
  switch (passage.call.method) {
    case 'GET':
    case 'HEAD':
      passage.principal = await cookiePrincipal(passage);
      return successReply(200, sessionOf(passage.principal, passage));
    case 'POST':
      return signInWithCookie(passage);
    case 'DELETE': {
      const reply = await answerEndpoint(
        { ...passage, call: { ...passage.call, method: 'POST' } },
        '/api/auth/logout',
        () => cookiePrincipal(passage),
      );
      reply.headers['Set-Cookie'] = setCookie(passage.call.secure, '', 0);
      return reply;
    }
    default:
      throw new AppError('err.request.method', { headers: { Allow: 'DELETE, GET, HEAD, POST' } });
  }
}

const loginRoute = routes.find((route) => route.endpoint.path === '/api/auth/login');

async function signInWithCookie(passage: Passage): Promise<ApiReply> {
  const { runtime, call, locale } = passage;
  if (!loginRoute) throw new Error('the login endpoint is missing');
  if (!/^application\/json/i.test(call.header('content-type') ?? '')) throw new AppError('err.request.media_type');
  const body = parseWith(LoginInput, parseJson(await call.body(MAX_SIGN_IN)), translator(locale));
  const { user, token } = await signIn(contextOf(passage, loginRoute), body);
  const principal = await sessionPrincipal(runtime, token, user.oem_id, passage.now);
  return successReply(200, sessionOf(principal, passage), {
    'Set-Cookie': setCookie(call.secure, token, runtime.config.SESSION_MAX_S),
  });
}

function sessionOf(
  principal: Principal,
  from: { oem: { oem_id: string; name: string }; call: { secure: boolean; host: string } },
): ConsoleSession {
  const { user_id, user_name, nick_name, role_ids } = principal;
  return {
    user: { user_id, user_name, nick_name, role_ids },
    oem: { oem_id: from.oem.oem_id, name: from.oem.name },
    permissions: permissions.filter((key) => principal.grants.has(key)),
    is_platform: principal.tier === 'platform',
    need_change_password: principal.must_change_password,
    insecure_transport: !from.call.secure && !isLoopback(from.call.host),
  };
}

/** The session behind a page request, or undefined: pages ask before they render anything. */
export async function currentSession(
  runtime: Runtime,
  from: { cookies: string | undefined; host: string; secure: boolean },
): Promise<ConsoleSession | undefined> {
  const token = tokenOf(from.cookies, from.secure);
  if (!token) return undefined;
  const oem = runtime.oemOf(from.host);
  try {
    const principal = await sessionPrincipal(runtime, token, oem.oem_id, Date.now());
    return sessionOf(principal, { oem, call: from });
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
