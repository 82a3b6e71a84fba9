import { authorise, authoriseInput } from '@/lib/api/authorise';
import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { planned } from '@/lib/db/prepared';
import type { Db } from '@/lib/db/store';
import { callers, readCaller } from './identity';
import { KEY_ACTIVE } from './keys/repository';
import { narrowed } from './permissions';
import type { Principal } from './principal';

type Asked = { user_id: string; now: number; key_id?: string; session_key?: string };

/** What lets a caller in, as the store has it now: the scopes of an active key, any text for a session, null: ended. */
function credential(db: Db, { key_id, session_key, now }: Asked) {
  if (key_id !== undefined) {
    const active = db.selectFrom('api_keys').select('scopes as credential').where('key_id', '=', key_id);
    return active.where('status', '=', KEY_ACTIVE).where('expires_at', '>', now);
  }
  if (session_key !== undefined) {
    const open = db.selectFrom('sessions').select('user_id as credential').where('token_hash', '=', session_key);
    return open.where('expires_at', '>', now);
  }
  return db.selectFrom('users').select('user_id as credential').limit(1);
}

const askedOf = ({ user_id, auth_mode, session_key, key }: Principal): Asked => ({
  ...{ user_id, now: Date.now(), key_id: key?.key_id },
  session_key: auth_mode === 'session' ? session_key : undefined,
});

const callerRows = planned((db, asked: Asked) =>
  callers(db)
    .select(credential(db, asked).as('credential'))
    .where('users.user_id', '=', asked.user_id)
    .where('users.locked', '=', 0),
);

/**
 * The caller with the roles, permissions and scopes they have now, in one query; undefined where their session or key
 * has ended or they were locked or deleted. Who calls without an account stays who they are.
 */
export async function currentCaller(db: Db, principal: Principal): Promise<Principal | undefined> {
  const { auth_mode, key } = principal;
  if (auth_mode === 'local' || auth_mode === 'anonymous') return principal;
  const rows = await callerRows(db, askedOf(principal));
  const caller = readCaller(rows);
  const proof = rows[0]?.credential ?? null;
  if (!caller || proof === null) return undefined;
  if (!key) return { ...principal, ...caller };
  const scopes: readonly string[] = JSON.parse(proof);
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
