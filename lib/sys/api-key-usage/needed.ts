import { permissionAt } from '@/lib/api/authorise';
import { match } from '@/lib/api/match';
import { permissions, routes } from '@/lib/api/registry';
import { callers, readCaller } from '@/lib/auth/identity';
import { narrowed } from '@/lib/auth/permissions';
import type { Db } from '@/lib/db/store';
import type { StoredKey } from '@/lib/sys/api-keys/repository';
import type { NeededBy } from './repository';

/**
 * The permission a call needed that was recorded as `<METHOD> <PATH>` alone: what its endpoint asks for. Undefined
 * where that cannot be known any more: no such endpoint, or one whose permission was in the body.
 */
export function permissionOfAction(action: string): string | undefined {
  const at = action.indexOf(' ');
  const found = at < 0 ? undefined : matchOrNothing(action.slice(0, at), action.slice(at + 1));
  if (!found || 'allow' in found) return undefined;
  const { permission } = found.route.endpoint;
  if (typeof permission === 'function') return undefined;
  return permission === 'public' || permission === 'session' ? '' : permissionAt(permission, found.params);
}

function matchOrNothing(method: string, path: string) {
  try {
    return match(method, path);
  } catch {
    return undefined;
  }
}

export type Needed = { permission: string; count: number; last_used_at: number };

/** Calls by the permission they needed, and how many of which that is not known. */
export function neededOf(rows: readonly NeededBy[]): { needed: Map<string, Needed>; calls: number; unknown: number } {
  const needed = new Map<string, Needed>();
  let calls = 0;
  let unknown = 0;
  for (const row of rows) {
    calls += row.count;
    const permission = row.permission ?? permissionOfAction(row.action);
    if (permission === undefined) unknown += row.count;
    if (!permission) continue;
    const known = needed.get(permission) ?? { permission, count: 0, last_used_at: 0 };
    known.count += row.count;
    known.last_used_at = Math.max(known.last_used_at, row.last_used_at);
    needed.set(permission, known);
  }
  return { needed, calls, unknown };
}

/** Permissions that no business user can make use of, whatever their roles grant (spec section 5, rule 10). */
const platformOnly = new Set(
  permissions.filter((key) => {
    const asking = routes.filter((route) => route.endpoint.permission === key);
    return asking.length > 0 && asking.every((route) => route.endpoint.platformOnly);
  }),
);

/** What a key may do at this moment: what its holder's roles grant, of that what its scopes name (spec section 5). */
export async function effectivePermissions(db: Db, key: StoredKey): Promise<string[]> {
  const holder = readCaller(await callers(db).where('users.user_id', '=', key.user_id).execute());
  if (!holder) return [];
  const grants = narrowed(holder.grants, JSON.parse(key.scopes) as string[]);
  return permissions.filter((key) => grants.has(key) && (holder.tier === 'platform' || !platformOnly.has(key)));
}
