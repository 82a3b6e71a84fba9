import type { Ctx } from '@/lib/api/context';
import { change } from '@/lib/change/change';
import { lockedDomain, requireDomain } from '@/lib/guard/domains/locked';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { THRESHOLDS } from '@/lib/guard/failover/vocabulary';
import type { DnsConfig, DnsConfigInput } from './contract';
import * as repository from './repository';

export async function readDnsConfig(ctx: Ctx, domain_id: string): Promise<DnsConfig> {
  await requireDomain(ctx, domain_id);
  // Nothing can switch by itself where no DNS is connected.
  const auto_switch = ctx.runtime.dns.provider ? ENABLE : DISABLE;
  return { ...(await repository.readConfig(ctx.db, domain_id)), auto_switch, ...THRESHOLDS };
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
