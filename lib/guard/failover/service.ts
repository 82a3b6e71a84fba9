import type { Ctx } from '@/lib/api/context';
import { readConfig } from '@/lib/guard/dns-config/repository';
import { requireDomain } from '@/lib/guard/domains/locked';
import { NODE_NORMAL } from '@/lib/guard/domains/tables';
import { ENABLE } from '@/lib/guard/domains/vocabulary';
import type { Failover } from './contract';
import { isAnswering } from './judge';
import * as repository from './repository';

/** How the nodes of a domain answer, and how far it is on the way to its origins. */
export async function readFailover(ctx: Ctx, domain_id: string): Promise<Failover> {
  await requireDomain(ctx, domain_id);
  const { auto_return_source, auto_switch_case } = await readConfig(ctx.db, domain_id);
  const row = await repository.findFailover(ctx.db, domain_id);
  const { state = 'normal', since = 0, switches = 0, obstacle = 'none' } = row ?? {};
  return {
    domain_id,
    enabled: auto_return_source === ENABLE && ctx.runtime.dns.provider !== undefined,
    ...{ state, since, switches, obstacle },
    patience: auto_switch_case * ctx.runtime.config.NODE_HEALTH_S,
    nodes: (await repository.healthOf(ctx.db, domain_id)).map(nodeHealth),
  };
}

function nodeHealth(row: Awaited<ReturnType<typeof repository.healthOf>>[number]): Failover['nodes'][number] {
  const { node_id, name, ip_addr, enabled, lock_status, checked_at, reason } = row;
  const history = row.history ?? '';
  return {
    ...{ node_id, name, ip_addr },
    counts: enabled !== 0 && lock_status === NODE_NORMAL,
    answering: isAnswering({ history }),
    checks: history.length,
    succeeded: history.replaceAll('0', '').length,
    ...{ checked_at: checked_at ?? 0, reason: reason ?? '' },
  };
}
