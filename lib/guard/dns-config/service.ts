import type { Ctx } from '@/lib/api/context';
import { change } from '@/lib/change/change';
import { lockedDomain, requireDomain } from '@/lib/guard/domains/locked';
import { DISABLE } from '@/lib/guard/domains/vocabulary';
import type { DnsConfig, DnsConfigInput } from './contract';
import * as repository from './repository';

/**
 * Thresholds of automatic switching, echoed and never written: of `total_count` probes a share of `ava_ratio` must
 * succeed, and at most `max_count` switches follow each other. Nothing switches by itself yet.
 */
const THRESHOLDS = { auto_switch: DISABLE, total_count: 10, ava_ratio: 0.5, max_count: 3 } as const;

export async function readDnsConfig(ctx: Ctx, domain_id: string): Promise<DnsConfig> {
  await requireDomain(ctx, domain_id);
  return { ...(await repository.readConfig(ctx.db, domain_id)), ...THRESHOLDS };
}

/** Writes exactly the four keys given. Records of the domain are left alone until they are made anew (spec 4.5). */
export function updateDnsConfig(ctx: Ctx, domain_id: string, config: DnsConfigInput): Promise<null> {
  return change(ctx, async (tx) => {
    const { row } = await lockedDomain(ctx, tx, domain_id);
    const before = await repository.readConfig(tx, domain_id);
    await repository.writeConfig(tx, domain_id, config);
    return { id: domain_id, label: row.domain, owner: row, before, after: config, data: null };
  });
}
