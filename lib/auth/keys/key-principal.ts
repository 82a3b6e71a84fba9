import { timingSafeEqual } from 'node:crypto';
import { AppError } from '@/lib/api/errors';
import type { Runtime } from '@/lib/runtime/runtime';
import { readCaller } from '../identity';
import { narrowed } from '../permissions';
import type { CallerKey, Principal } from '../principal';
import type { CachedPrincipal } from '../principal-cache';
import { tokenHash } from '../tokens';
import { allows, readCidrs } from './cidr';
import { readKeyText } from './key-text';
import { takeShared } from './rate-limit';
import { type ApiKeyRow, findKeyByPrefix } from './repository';

const refused = () => new AppError('err.auth.required');

/** The last use is written at most this often. */
const USE_MS = 60_000;

/**
 * The holder behind `<prefix>.<secret>`, with what the key's scopes leave of their permissions (spec section 5). Throws
 * 401 for a key that is wrong, revoked, expired, or of a holder locked or deleted.
 */
export async function keyPrincipal(runtime: Runtime, text: string, now: number): Promise<Principal> {
  const parts = readKeyText(text);
  if (!parts) throw refused();
  const hash = tokenHash(text);
  const rate = takeBefore(runtime, hash);
  if (rate && !rate.isTaken) return marked(rate.caller, 'refused');
  const found = runtime.principals.get(hash) ?? (await load(runtime, parts.prefix, parts.secret, hash));
  const known = found && found.expires_at > now ? found.principal : undefined;
  runtime.keyRate.note(hash, known);
  if (!known) throw refused();
  return rate ? marked(known, 'taken') : known;
}

/** A key that floods is refused by what its last call showed, so that it does not keep the store from everybody else. */
function takeBefore({ keyRate }: Runtime, hash: string): { caller: Principal; isTaken: boolean } | undefined {
  const caller = keyRate.caller(hash);
  return caller?.key && { caller, isTaken: keyRate.take(caller.key.key_id, performance.now()) };
}

function marked(principal: Principal, rate: 'taken' | 'refused'): Principal {
  return principal.key ? { ...principal, key: { ...principal.key, rate } } : principal;
}

const NO_HASH = tokenHash('');

/** Whether the secret is the key's; takes the same time where there is no such key. */
function fits(secret: string, key: Pick<ApiKeyRow, 'secret_hash'> | undefined): boolean {
  return timingSafeEqual(Buffer.from(tokenHash(secret)), Buffer.from(key?.secret_hash ?? NO_HASH));
}

async function load(
  runtime: Runtime,
  prefix: string,
  secret: string,
  hash: string,
): Promise<CachedPrincipal | undefined> {
  const { epoch } = runtime.principals;
  const rows = await findKeyByPrefix(runtime.store.read, { prefix });
  const [key] = rows;
  const holder = readCaller(rows);
  if (!fits(secret, key) || !key || !holder) return undefined;
  const scopes: string[] = JSON.parse(key.scopes);
  const allowed_ip_cidrs: string[] = JSON.parse(key.allowed_ip_cidrs);
  const caller = {
    key_id: key.key_id,
    held: holder.grants,
    scopes,
    allowed_ip_cidrs,
    ranges: readCidrs(allowed_ip_cidrs),
    use: { at: key.last_used_at },
  };
  const principal: Principal = {
    ...holder,
    auth_mode: 'apikey',
    session_key: '',
    grants: narrowed(holder.grants, scopes),
    key: caller,
  };
  const cached = { principal, oem_id: key.key_oem_id, seen_at: key.last_used_at, expires_at: key.expires_at };
  runtime.principals.set(hash, cached, epoch);
  return cached;
}

/**
 * Whether a key may be used here and now: at its own OEM's host (1056), from an address it allows, and not more often
 * than the rate. Refusals for the first two cost no tokens, so that a stolen key cannot starve its holder.
 */
export async function admitKey(
  runtime: Runtime,
  principal: Principal,
  at: { oem_id: string; peer: string; now: number },
): Promise<void> {
  const { key } = principal;
  if (!key) return;
  const isForeign = principal.oem_id !== at.oem_id;
  if (isForeign || !allows(key.ranges, at.peer)) {
    if (key.rate === 'taken') runtime.keyRate.giveBack(key.key_id);
    throw new AppError(isForeign ? 'err.sys.apikey.oem_mismatch' : 'err.sys.apikey.ip_refused', { caller: principal });
  }
  if (key.rate === 'refused' || !(await withinRate(runtime, key))) {
    throw new AppError('err.request.rate_limited', { values: { seconds: 1 }, headers: { 'Retry-After': '1' } });
  }
  if (at.now - key.use.at < USE_MS) return;
  key.use.at = at.now;
  runtime.keyCalls.used(key.key_id, { at: at.now, ip: at.peer });
}

/** What this process refuses by itself never reaches the shared store, so a flood does not either. */
async function withinRate({ keyRate, store }: Runtime, { key_id, rate }: CallerKey): Promise<boolean> {
  if (rate !== 'taken' && !keyRate.take(key_id, performance.now())) return false;
  return store.kind === 'embedded' || takeShared(store.read, key_id);
}
