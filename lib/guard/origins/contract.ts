import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { inWords } from '@/lib/api/words';
import { normalised } from '@/lib/guard/domains/contract';
import { normaliseAddress } from '@/lib/guard/domains/domain-name';

export const errors = defineErrors({
  'err.guard.origin.last': { code: 2421, status: 400, category: 'conflict' },
  'err.guard.origin.unknown': { code: 2422, status: 400, category: 'validation' },
});

/** How an origin is watched, over all peers (spec 4.5): the shortest interval, and the rest of the peer that has it. */
const PeerCheck = z.object({
  /** Seconds. */
  detection_time_intervals: z.int(),
  /** 4 alert only, 5 switch traffic and alert. */
  action: z.int(),
  ports: z.array(z.int()),
  fail_check_type: z.int(),
  serial_failure_count: z.int(),
  failure_ratio_windos: z.int(),
  /** Percent. */
  failure_ratio: z.int(),
});
export type PeerCheck = z.output<typeof PeerCheck>;

export const Peers = z.object({
  /** Whether another domain of the user has an origin of this one. */
  shared: z.boolean(),
  /** Names of those domains. */
  domains: z.array(z.string()),
  ping_config: PeerCheck.optional(),
  tcp_configs: PeerCheck.optional(),
  http_configs: PeerCheck.optional(),
});
export type Peers = z.output<typeof Peers>;

const OriginStatus = z.object({
  /** 1 disabled, 2 enabled. */
  status: inWords('origin_status', z.literal([1, 2])),
  /** Left out: every origin of the service. */
  source: z
    .object({
      ip: normalised(normaliseAddress, 'address'),
      port: z.int().min(1).max(65_535),
      /** Left out: whatever the line. */
      line: z.string().max(64).optional(),
    })
    .optional(),
});
export type OriginStatus = z.output<typeof OriginStatus>;

/** Origins of a domain. */
export const origins = contract({
  status: endpoint({
    method: 'PUT',
    path: '/api/guard/domains/{id}/origins/{service_id}/status',
    permission: 'guard.domain.origin_status',
    summary: 'Switch an origin, or all of a service, on or off',
    body: OriginStatus,
    data: nothing,
    audit: { resource: 'domain' },
    errors: Object.keys(errors),
  }),
  peers: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/src-check-peers',
    permission: 'guard.domain.settings',
    summary: 'List the domains of the same user that share an origin, and how those are watched',
    data: Peers,
  }),
});
