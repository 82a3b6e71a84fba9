import { AppError } from '@/lib/api/errors';
import { noteAside } from '@/lib/db/aside';
import type { Runtime, ServiceRuntime } from '@/lib/runtime/runtime';
import { readCaller } from './identity';
import { keyPrincipal } from './keys/key-principal';
import { grantsOf } from './permissions';
import { anonymous, type Principal } from './principal';
import type { CachedPrincipal } from './principal-cache';
import { deleteSession, findSession, touchSession } from './session/repository';
import { tokenHash } from './tokens';

const refused = () => new AppError('err.auth.required');

/** `Bearer x` or `ApiKey x`, scheme in any case, one space, visible characters only, at most 512 bytes. */
const CREDENTIALS = /^([A-Za-z]+) ([\x21-\x7e]{1,512})$/;

/** Who sends this Authorization header (spec section 5). Throws 401, for a session 403 on another OEM's host. */
export async function authenticate(
  runtime: Runtime,
  header: string | undefined,
  oem_id: string,
  now: number,
): Promise<Principal> {
  const [, scheme, credentials] = CREDENTIALS.exec(header ?? '') ?? [];
  if (scheme === undefined || credentials === undefined) throw refused();
  if (scheme.toLowerCase() === 'apikey') return keyPrincipal(runtime, credentials, now);
  if (scheme.toLowerCase() !== 'bearer') throw refused();
  const hash = tokenHash(credentials);
  if (isLocalToken(runtime, hash)) return localPrincipal(oem_id);
  return sessionOf(runtime, hash, oem_id, now);
}

/** The caller behind a session token. */
export const sessionPrincipal = (runtime: ServiceRuntime, token: string, oem_id: string, now: number) =>
  sessionOf(runtime, tokenHash(token), oem_id, now);

/** The caller behind the hash of a session token. */
async function sessionOf(runtime: ServiceRuntime, key: string, oem_id: string, now: number): Promise<Principal> {
  const session = runtime.principals.get(key) ?? (await load(runtime, key));
  if (!session) throw refused();
  const idleMs = runtime.config.SESSION_IDLE_S * 1000;
  const seen_at = runtime.principals.lastUse(key, session.seen_at);
  if (session.expires_at <= now || seen_at + idleMs <= now) {
    await noteAside(runtime, (tx) => deleteSession(tx, key));
    runtime.principals.clear();
    throw refused();
  }
  if (session.oem_id !== oem_id) throw new AppError('err.auth.oem_mismatch', { caller: session.principal });
  keepAlive(runtime, key, seen_at, now, idleMs);
  return session.principal;
}

async function load(runtime: ServiceRuntime, key: string): Promise<CachedPrincipal | undefined> {
  const { epoch } = runtime.principals;
  const rows = await findSession(runtime.store.read, { token_hash: key });
  const [session] = rows;
  const caller = readCaller(rows);
  if (!session || !caller) return undefined;
  const principal: Principal = { ...caller, auth_mode: 'session', session_key: key };
  const { session_oem_id: oem_id, seen_at, expires_at } = session;
  const cached = { principal, oem_id, seen_at, expires_at };
  runtime.principals.set(key, cached, epoch);
  return cached;
}

/** Writing at every request would cost more than the request: a tenth of the idle time, at most a minute, is close enough. Nobody waits for it. */
function keepAlive(runtime: ServiceRuntime, key: string, seen_at: number, now: number, idleMs: number): void {
  if (now - seen_at < Math.min(60_000, idleMs / 10)) return;
  runtime.principals.noteUse(key, now);
  void noteAside(runtime, (tx) => touchSession(tx, key, now));
}

/** Compares hashes, which tell nothing of the token however long that takes. */
const isLocalToken = (runtime: Runtime, hash: string) => hash === runtime.localTokenHash;

/** May feed events and nothing else. */
function localPrincipal(oem_id: string): Principal {
  return {
    ...anonymous,
    auth_mode: 'local',
    user_name: 'ingest',
    oem_id,
    role_ids: [1],
    tier: 'platform',
    grants: grantsOf(['analytics.event.ingest']),
  };
}
