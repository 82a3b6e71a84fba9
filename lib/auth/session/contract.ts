import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { secret } from '@/lib/api/fields';

/** Anybody may send one, so it is no larger than a name and a password need. */
export const MAX_SIGN_IN = 4 * 1024;

export const LoginInput = z.object({
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

/** What `GET /console/session` answers. Permissions are exact keys: the roles' patterns stay on the server. */
export type ConsoleSession = {
  user: { user_id: string; user_name: string; nick_name: string; role_ids: readonly number[] };
  oem: { oem_id: string; name: string };
  permissions: readonly string[];
  is_platform: boolean;
  need_change_password: boolean;
  insecure_transport: boolean;
};

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
