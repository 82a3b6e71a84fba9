import type { Ctx } from '@/lib/api/context';
import { notFound } from '@/lib/api/errors';
import type { Scope } from '../charts/compile';
import type { Analytics } from '../open';
import { domainIdsOfUser } from './repository';

export type ScopeFilters = { site_id?: string; domain_id?: string; target_user_id?: string };

/**
 * Whose events a caller's charts count (DESIGN 2): platform users all of their OEM and the unowned hosts, others those of
 * their visible domains. Filters narrow, never widen; a domain outside is 404 like one that does not exist.
 */
export async function scopeOf(ctx: Ctx, analytics: Analytics, filters: ScopeFilters): Promise<Scope> {
  const { oem_id, tier } = ctx.scope;
  const named = [filters.site_id, filters.domain_id].filter((id) => id !== undefined);
  if (tier === 'platform' && named.length === 0 && filters.target_user_id === undefined) {
    return { oem_id, domain_ids: 'all', include_unowned: true };
  }
  const visible = new Set(await analytics.visibleDomains(ctx.scope));
  if (!named.every((id) => visible.has(id))) throw notFound();
  const owned =
    filters.target_user_id === undefined
      ? visible
      : new Set(await domainIdsOfUser(ctx.db, ctx.scope, filters.target_user_id));
  const domain_ids = (named.length > 0 ? [...new Set(named)] : [...visible]).filter((id) => owned.has(id));
  return { oem_id, domain_ids: new Set(named).size > 1 ? [] : domain_ids, include_unowned: false };
}
