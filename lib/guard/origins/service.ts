import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { requireDomain } from '@/lib/guard/domains/locked';
import { readSettings } from '@/lib/guard/domains/repository';
import { originAddresses, originsOf } from '@/lib/guard/domains/settings';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { changeSettings } from '@/lib/guard/settings/change-settings';
import type { OriginCheck, OriginSetting, Source } from '@/lib/guard/settings/contract';
import { CHECKS } from '@/lib/guard/settings/vocabulary';
import type { OriginStatus, PeerCheck, Peers } from './contract';
import { originSettingsWith } from './repository';
import { requireEnabledOrigin } from './rules';

/**
 * Switches origins on or off; they are found by address, port and line, never by place. Throws not_found for an unknown
 * service, origin.unknown where nothing fits, origin.last when no enabled one would be left (spec 4.5).
 */
export function setOriginStatus(ctx: Ctx, domain_id: string, service_id: string, input: OriginStatus): Promise<null> {
  return changeSettings(ctx, domain_id, (settings) => {
    const origin = toggled(originsOf(settings), service_id, input);
    requireEnabledOrigin(origin);
    return { origin: JSON.stringify(origin) };
  });
}

/** The setting with the origins meant switched, everything else as it was. */
function toggled(origin: OriginSetting, service_id: string, { status, source }: OriginStatus): OriginSetting {
  const service = origin.services.find((one) => one.service_id === service_id);
  if (!service) throw notFound();
  const isMeant = (one: Source) =>
    !source ||
    (one.ip === source.ip && one.port === source.port && (source.line === undefined || one.line === source.line));
  if (!service.sources.some(isMeant)) throw new AppError('err.guard.origin.unknown', { field: 'source' });
  const written = status === 2 ? ENABLE : DISABLE;
  const sources = service.sources.map((one) => (isMeant(one) ? { ...one, status: written } : one));
  const services = origin.services.map((one) => (one === service ? { ...service, sources } : one));
  return { ...origin, services };
}

/** The other domains of the domain's user that have an origin of it (spec 4.5, src-check-peers). */
export async function readPeers(ctx: Ctx, domain_id: string): Promise<Peers> {
  const row = await requireDomain(ctx, domain_id);
  const ips = originAddresses(await readSettings(ctx.db, domain_id));
  const sharing = await originSettingsWith(ctx.db, ctx.scope, { user_id: row.user_id, ips, but: domain_id });
  const peers = sharing.map(({ domain, origin }) => ({ domain, origin: originsOf({ origin }) }));
  const checks = CHECKS.flatMap((kind) => {
    const check = mergedCheck(peers.map((peer) => peer.origin[kind]));
    return check ? [[kind, check]] : [];
  });
  return {
    shared: peers.length > 0,
    domains: peers.map((peer) => peer.domain),
    ...Object.fromEntries(checks),
  };
}

/** The check of the peer that looks most often, with the ports of all; undefined where nobody looks. */
function mergedCheck(checks: readonly (OriginCheck | undefined)[]): PeerCheck | undefined {
  const enabled = checks.flatMap((check) => (check?.status === ENABLE ? [check] : []));
  const [first] = enabled.sort((a, b) => a.detection_time_intervals - b.detection_time_intervals);
  if (!first) return undefined;
  const { detection_time_intervals, action, fail_check_type, serial_failure_count, failure_ratio_windos } = first;
  return {
    detection_time_intervals,
    action,
    ports: [...new Set(enabled.flatMap((check) => check.ports))].sort((a, b) => a - b),
    fail_check_type,
    serial_failure_count,
    failure_ratio_windos,
    failure_ratio: first.failure_ratio,
  };
}
