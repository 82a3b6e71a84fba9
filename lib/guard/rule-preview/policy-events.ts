import { scopeSql } from '@/lib/analytics/charts/conditions';
import { scopeOfDomains } from '@/lib/analytics/query/scope';
import type { Ctx } from '@/lib/api/context';
import { domainIdsOf } from '@/lib/guard/policies/repository';
import { MINUTES } from './contract';

const MINUTE_MS = 60_000;

/** The events of a day: the tenant clause of a query, the window, and of how many domains they are. */
export type PolicyEvents = { scope: string; stime: number; etime: number; domains: number };

/**
 * Those of the last 24 hours, to the end of the running minute, of the domains that use a policy, as far as the caller sees
 * them. What it answers is of use until the request ends.
 */
export async function eventsOfPolicy(ctx: Ctx, policy_id: string): Promise<PolicyEvents> {
  const { analytics } = ctx.runtime;
  const ids = await domainIdsOf(ctx.db, ctx.scope, policy_id);
  const scope = scopeSql(await scopeOfDomains(ctx, analytics, ids), analytics.store.dialect);
  const etime = ctx.now - (ctx.now % MINUTE_MS) + MINUTE_MS;
  return { scope, stime: etime - MINUTES * MINUTE_MS, etime, domains: ids.length };
}
