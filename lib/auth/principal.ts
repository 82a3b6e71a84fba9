import type { Scope } from '@/lib/tenancy/scope';
import type { Range } from './keys/cidr';
import { type Grants, grantsOf } from './permissions';

/** Who is calling. Session, API key and the console's cookie all become one before any handler runs (DESIGN 2). */
export type Principal = Readonly<{
  /**
   * `local`: the token in DATA_DIR/server.json, for the ingest command on the same machine. `deferred`: somebody whose
   * decision takes effect after their request.
   */
  auth_mode: 'anonymous' | 'session' | 'apikey' | 'local' | 'deferred';
  user_id: string;
  user_name: string;
  nick_name: string;
  oem_id: string;
  /** user_id of the business root; empty for a root itself and for platform users. */
  first_id: string;
  role_ids: readonly number[];
  tier: Scope['tier'];
  grants: Grants;
  must_change_password: boolean;
  /** SHA-256 of the session token; empty outside sessions. */
  session_key: string;
  /** The key that carries the call; undefined outside API keys. */
  key?: CallerKey;
}>;

/** What narrows a call made with an API key. */
export type CallerKey = Readonly<{
  key_id: string;
  /** What the holder's roles grant, before the scopes narrow it. */
  held: Grants;
  /** Exact permission keys; empty for all that is held. */
  scopes: readonly string[];
  allowed_ip_cidrs: readonly string[];
  ranges: readonly Range[];
  /** When it was last used, as far as written or about to be. */
  use: { at: number };
  /** Whether this call got its token already, or was found to get none. */
  rate?: 'taken' | 'refused';
}>;

export const anonymous: Principal = {
  auth_mode: 'anonymous',
  user_id: '',
  user_name: '',
  nick_name: '',
  oem_id: '',
  first_id: '',
  role_ids: [],
  tier: 'user',
  grants: grantsOf([]),
  must_change_password: false,
  session_key: '',
};

export function scopeOf(principal: Principal): Scope {
  return { oem_id: principal.oem_id, tier: principal.tier, user_id: principal.user_id };
}

/** The rows a principal sees follow from its tier: any platform role makes a platform user. */
export function tierOf(role_ids: readonly number[], first_id: string): Scope['tier'] {
  if (role_ids.some((id) => id < 10)) return 'platform';
  return first_id === '' ? 'root' : 'user';
}
