import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { recordAttempt } from '@/lib/audit/attempt';
import { requireDomain } from '@/lib/guard/domains/locked';
import { readSettings } from '@/lib/guard/domains/repository';
import { originsOf } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { translator } from '@/lib/i18n/translate';
import { ownerOf } from '@/lib/queues/owner';
import { cut } from '@/lib/text/well-formed';
import { readHost } from './addresses';
import type { Probed, Target, Verified } from './contract';

/** Requests of a user within a minute. Who brings a domain into service verifies again and again. */
const PRECHECKS = 10;
const VERIFICATIONS = 30;

/**
 * Tries origins that may belong to nobody yet. Recorded before it begins, and at most ten times a minute for a user,
 * so that it is no port scanner for hire. Throws rate_limited, and as `FairQueue.run` does.
 */
export async function precheck(ctx: Ctx, targets: readonly Target[]): Promise<{ results: Probed[] }> {
  const wrong = targets.findIndex((target) => readHost(target.host) === undefined);
  if (wrong >= 0) {
    const message = translator(ctx.locale)('validation.address');
    throw new AppError('err.request.invalid', { field: `targets.${wrong}.host`, message });
  }
  const hosts = targets.map((target) => `${target.host}:${target.port}`).join(', ');
  await recordAttempt(ctx, PRECHECKS, { id: '', label: cut(hosts, 500) });
  return { results: await ctx.runtime.prober.precheck(ownerOf(ctx), targets, ctx.request.signal()) };
}

/**
 * Tries the first origin of a domain and looks its CNAME up (spec 4.5). Recorded before it begins, and at most thirty
 * times a minute for a user. Throws rate_limited, and as `FairQueue.run` does.
 */
export async function verify(ctx: Ctx, domain_id: string): Promise<Verified> {
  const row = await requireDomain(ctx, domain_id);
  await recordAttempt(ctx, VERIFICATIONS, { id: domain_id, label: row.domain, owner: row });
  return checkDomain(ctx, row, ctx.request.signal());
}

/** What `verify` answers, for whoever may see the domain. A wildcard is asked for by a name below it. */
export async function checkDomain(ctx: Ctx, row: DomainRow, caller?: AbortSignal): Promise<Verified> {
  const settings = await readSettings(ctx.db, row.domain_id);
  const [first] = originsOf(settings).services.flatMap((service) => service.sources);
  const { prober, names } = ctx.runtime;
  const [reached, resolved_cname] = await Promise.all([
    first ? prober.reach(ownerOf(ctx), first.ip, first.port, caller) : { error: '' },
    names.cname(row.domain.replace(/^\*/, 'parapet-verify')),
  ]);
  return {
    origin_reachable: 'latency_ms' in reached,
    origin_latency_ms: 'latency_ms' in reached ? reached.latency_ms : 0,
    origin_error: 'error' in reached ? reached.error : '',
    dns_effective: resolved_cname === row.cname,
    resolved_cname,
    checked_at: Date.now(),
  };
}
