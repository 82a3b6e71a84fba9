import { sql } from 'kysely';
import { authorise, authoriseInput } from '@/lib/api/authorise';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { planned } from '@/lib/db/prepared';
import type { Db } from '@/lib/db/store';
import { callers, readCaller } from './identity';
import { KEY_ACTIVE } from './keys/repository';
import { narrowed } from './permissions';
import type { Principal } from './principal';

/** In Unix milliseconds: later than any moment. */
const NEVER = Number.MAX_SAFE_INTEGER;

type Asked = { user_id: string; key_id?: string; session_key?: string };

/** Of who needs nothing but their account. */
const NOTHING = { scopes: sql<null>`null`, ends_at: sql.lit(NEVER) };

/** What lets a caller in. */
function credentials(db: Db, { key_id, session_key }: Asked) {
  if (key_id !== undefined) {
    const keys = db.selectFrom('api_keys').where('key_id', '=', key_id).where('status', '=', KEY_ACTIVE);
    return { scopes: keys.select('scopes'), ends_at: keys.select('expires_at') };
  }
  if (session_key === undefined) return NOTHING;
  const sessions = db.selectFrom('sessions').where('token_hash', '=', session_key);
  return { ...NOTHING, ends_at: sessions.select('expires_at') };
}

const askedOf = ({ user_id, auth_mode, session_key, key }: Principal): Asked => ({
  ...{ user_id, key_id: key?.key_id },
  session_key: auth_mode === 'session' ? session_key : undefined,
});

/** `ends_at`: null where what let the caller in is no more; it names no moment, so that an answer is true until a write. */
const callerRows = planned((db, asked: Asked) => {
  const { scopes, ends_at } = credentials(db, asked);
  return callers(db)
    .select([scopes.as('scopes'), ends_at.as('ends_at')])
    .where('users.user_id', '=', asked.user_id)
    .where('users.locked', '=', 0);
});

/**
 * The caller with the roles, permissions and scopes they have now, in one query; undefined where their session or key
 * has ended or they were locked or deleted. Who calls without an account stays who they are.
 */
export async function currentCaller(db: Db, principal: Principal): Promise<Principal | undefined> {
  const { auth_mode, key } = principal;
  if (auth_mode === 'local' || auth_mode === 'anonymous') return principal;
  const rows = await callerRows(db, askedOf(principal));
  const caller = readCaller(rows);
  const [first] = rows;
  if (!caller || Number(first?.ends_at ?? 0) <= Date.now()) return undefined;
  if (!key) return { ...principal, ...caller };
  const scopes: readonly string[] = JSON.parse(first?.scopes ?? '[]');
  return {
    ...principal,
    ...caller,
    grants: narrowed(caller.grants, scopes),
    key: { ...key, held: caller.grants, scopes },
  };
}

const TIERS = ['user', 'root', 'platform'] as const;

/**
 * Asks once more what let a request in: whether its session or key goes on, its endpoint's permission is still granted,
 * and its caller still sees what they saw. Throws 401, or the 403 that the request would get if it began now.
 */
export async function requireStillAllowed(db: Db, ctx: Pick<Ctx, 'principal' | 'route' | 'request'>): Promise<void> {
  const { principal, route, request } = ctx;
  const caller = await currentCaller(db, principal);
  if (!caller) throw new AppError('err.auth.required');
  const params = request.params as Record<string, string>;
  authorise(caller, route.endpoint, params);
  authoriseInput(caller, route.endpoint, { params, body: params });
  if (TIERS.indexOf(caller.tier) < TIERS.indexOf(principal.tier)) {
    throw new AppError('err.auth.permission', { values: { permission: route.action } });
  }
}
