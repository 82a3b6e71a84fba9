import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { AUDIT_OK } from '@/lib/audit/record';
import { lockById } from '@/lib/auth/identity';
import { change } from '@/lib/change/change';
import { requireDomain } from '@/lib/guard/domains/hold';
import { readSettings } from '@/lib/guard/domains/repository';
import { originsOf } from '@/lib/guard/domains/settings';
import { cut } from '@/lib/text/well-formed';
import { readHost } from './addresses';
import type { Probed, Target, Verified } from './contract';

const WINDOW_MS = 60_000;
const PER_WINDOW = 10;

/**
 * Tries origins that may belong to nobody yet. Recorded before it begins, and at most ten times a minute for a user,
 * so that it is no port scanner for hire. Throws rate_limited.
 */
export async function precheck(ctx: Ctx, targets: readonly Target[]): Promise<{ results: Probed[] }> {
  const wrong = targets.findIndex((target) => readHost(target.host) === undefined);
  if (wrong >= 0) throw new AppError('err.request.invalid', { field: `targets.${wrong}.host` });
  await change(ctx, async (tx) => {
    await lockById(tx, ctx.principal.user_id);
    const recent = await tx
      .selectFrom('audit_logs')
      .select('ctime')
      .where('user_id', '=', ctx.principal.user_id)
      .where('action', '=', ctx.route.action)
      .where('status', '=', AUDIT_OK)
      .where('ctime', '>', ctx.now - WINDOW_MS)
      .orderBy('ctime')
      .execute();
    const [oldest] = recent;
    if (oldest && recent.length >= PER_WINDOW) throw tooMany(oldest.ctime + WINDOW_MS - ctx.now);
    const hosts = targets.map((target) => `${target.host}:${target.port}`).join(', ');
    return { id: '', label: cut(hosts, 500), data: null };
  });
  return { results: await ctx.runtime.prober.precheck(targets) };
}

function tooMany(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('err.request.rate_limited', { values: { seconds }, headers: { 'Retry-After': String(seconds) } });
}

/** Tries the first origin and looks the CNAME up (spec 4.5). A wildcard is asked for by a name below it. */
export async function verify(ctx: Ctx, domain_id: string): Promise<Verified> {
  const row = await requireDomain(ctx, domain_id);
  const [first] = originsOf(await readSettings(ctx.db, domain_id)).services.flatMap((service) => service.sources);
  const { prober, names } = ctx.runtime;
  const [latency, resolved_cname] = await Promise.all([
    first ? prober.reach(first.ip, first.port) : undefined,
    names.cname(row.domain.replace(/^\*/, 'parapet-verify')),
  ]);
  return {
    origin_reachable: latency !== undefined,
    origin_latency_ms: latency ?? 0,
    dns_effective: resolved_cname === row.cname,
    resolved_cname,
    checked_at: Date.now(),
  };
}
