import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { millis } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';
import { FAILOVER_STATES, OBSTACLES } from './vocabulary';

const NodeHealth = z.object({
  node_id: z.string(),
  name: z.string(),
  ip_addr: z.string(),
  /** Whether it is to answer for the domain: its record is on, or would be, and it is not locked. */
  counts: z.boolean(),
  answering: z.boolean(),
  /** The last checks, and how many of them succeeded; none where nothing asks for them. */
  checks: z.int(),
  succeeded: z.int(),
  checked_at: millis,
  /** Why the last check failed; empty where it succeeded. */
  reason: z.string(),
});

/** How a domain switches to its origins and back by itself (DNS settings: `auto_return_source`, `auto_switch_case`). */
export const Failover = z.object({
  domain_id: z.string(),
  /** Whether it does: its settings say so, and a DNS server is connected. */
  enabled: z.boolean(),
  state: inWords('failover_state', z.enum(FAILOVER_STATES)),
  /** 0 where it never left the normal state. */
  since: millis,
  /** Switches to the origins, each within an hour of the one before. */
  switches: z.int(),
  /** Why it stays with its nodes although it is time to switch. */
  obstacle: inWords('failover_obstacle', z.enum(OBSTACLES)),
  /** Seconds for which it must have too few nodes, or enough again. */
  patience: z.int(),
  nodes: z.array(NodeHealth),
});
export type Failover = z.output<typeof Failover>;

/** Switching of domains to their origins while nodes do not answer. */
export const failover = contract({
  view: endpoint({
    method: 'GET',
    path: '/api/guard/schedules/domains/{id}/failover',
    permission: 'guard.schedule.records',
    summary: 'Read how the nodes of a domain answer, and whether it switches to its origins',
    data: Failover,
    extension: true,
  }),
});
