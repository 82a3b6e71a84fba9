import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { secret } from '@/lib/api/fields';
import { asWritten } from '@/lib/api/words';

/** Anybody may send one, so it is no larger than a name and a password need. */
const MAX_SIGN_IN = 4 * 1024;

const LoginInput = z.object({
  username: z.string().max(1024),
  /** Base64 of the UTF-8 password (spec 4.1); anything else is a wrong password. */
  password: secret(z.string().max(2048)),
});

export const Login = z.object({
  token: z.string().length(32),
  user_id: z.string(),
  user_name: z.string(),
  nick_name: z.string(),
  need_change_password: z.boolean(),
  /** ISO date-time (spec section 1, Time). */
  expires_at: z.iso.datetime(),
});

/** Who is signed in to the console. Permissions are exact keys: the roles' patterns stay on the server. */
const ConsoleSession = z.object({
  user: z.object({
    user_id: z.string(),
    user_name: z.string(),
    nick_name: z.string(),
    role_ids: z.array(z.int()).readonly(),
  }),
  oem: z.object({ oem_id: z.string(), name: z.string() }),
  permissions: z.array(z.string()).readonly(),
  is_platform: z.boolean(),
  /** How far they see: their brand, their account and its users, or only what is their own. */
  tier: asWritten(z.enum(['platform', 'root', 'user'])),
  need_change_password: z.boolean(),
  insecure_transport: z.boolean(),
});
export type ConsoleSession = z.output<typeof ConsoleSession>;

/** Signing in and out. */
export const auth = contract({
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    permission: 'public',
    summary: 'Sign in with a user name and a base64-encoded password',
    body: LoginInput,
    maxBody: MAX_SIGN_IN,
    data: Login,
    audit: { none: 'the login record tells it' },
    errors: ['err.auth.wrong_credentials', 'err.request.rate_limited'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/auth/logout',
    permission: 'session',
    beforePasswordChange: true,
    summary: 'End the session whose token the request carries',
    data: nothing,
    audit: { resource: 'session' },
  }),
});

/** The console's own way in and out (DESIGN 3): the token is in an HttpOnly cookie and never in an answer. */
export const consoleSession = contract({
  read: endpoint({
    method: 'GET',
    path: '/console/session',
    permission: 'session',
    beforePasswordChange: true,
    summary: 'Read who is signed in to the console',
    data: ConsoleSession,
    extension: true,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/console/session',
    permission: 'public',
    summary: 'Sign in to the console with a user name and a base64-encoded password',
    body: LoginInput,
    maxBody: MAX_SIGN_IN,
    data: ConsoleSession,
    audit: auth.login.audit,
    errors: auth.login.errors,
    extension: true,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/console/session',
    permission: 'session',
    beforePasswordChange: true,
    summary: auth.logout.summary,
    data: nothing,
    audit: { resource: 'session', action: 'auth.session.logout' },
    extension: true,
  }),
});
