import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Scope } from '../charts/conditions';
import type { Analytics } from '../open';
import { domainIdsOfUser, isUserVisible } from './repository';

export type ScopeFilters = { site_id?: string; domain_id?: string; target_user_id?: string };

/** More ids than these are not written into each query. */
const WRITTEN_OUT = 100;

/**
 * Whose events a caller's charts count (DESIGN 2): platform users all of their OEM and the unowned hosts, others those of
 * their visible domains. Filters narrow, never widen; a domain or a user outside is 404 like one that does not exist. Only
 * platform users may name a user.
 */
export async function scopeOf(ctx: Ctx, analytics: Analytics, filters: ScopeFilters): Promise<Scope> {
  const { oem_id, tier } = ctx.scope;
  if (tier !== 'platform' && filters.target_user_id !== undefined) {
    throw new AppError('err.auth.platform_only', { field: 'target_user_id' });
  }
  const named = [filters.site_id, filters.domain_id].filter((id) => id !== undefined);
  if (tier === 'platform' && named.length === 0 && filters.target_user_id === undefined) {
    return { oem_id, domain_ids: 'all', include_unowned: true };
  }
  const all = await analytics.visibleDomains(ctx.db, ctx.scope);
  const isWhole = named.length === 0 && filters.target_user_id === undefined;
  const chosen = isWhole ? all : await narrowed(ctx, all, named, filters.target_user_id);
  return scopeOfDomains(ctx, analytics, chosen);
}

/** The events of these domains, all of which the caller sees. */
export async function scopeOfDomains(ctx: Ctx, { store }: Analytics, ids: readonly string[]): Promise<Scope> {
  const domain_ids = ids.length > WRITTEN_OUT ? await store.keepIds(ids) : ids;
  return { oem_id: ctx.scope.oem_id, domain_ids, include_unowned: false };
}

/** Those of the visible domains that are named, or all of them, and belong to the user where one is given. */
async function narrowed(
  ctx: Ctx,
  all: readonly string[],
  named: readonly string[],
  user_id: string | undefined,
): Promise<readonly string[]> {
  const visible = new Set(all);
  if (!named.every((id) => visible.has(id))) throw notFound();
  if (user_id !== undefined && !(await isUserVisible(ctx.db, ctx.scope, user_id))) throw notFound();
  if (new Set(named).size > 1) return [];
  const owned = user_id === undefined ? visible : new Set(await domainIdsOfUser(ctx.db, ctx.scope, user_id));
  return (named.length > 0 ? named.slice(0, 1) : all).filter((id) => owned.has(id));
}
