import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { displayName, millis } from '@/lib/api/fields';
import { normalised } from '@/lib/guard/domains/contract';
import { normaliseAddress } from '@/lib/guard/domains/domain-name';

export const errors = defineErrors({
  'err.guard.group.name_taken': { code: 2441, status: 400, category: 'conflict' },
  'err.guard.group.name_reserved': { code: 2442, status: 400, category: 'validation' },
  'err.guard.group.no_default': { code: 2443, status: 400, category: 'conflict' },
  'err.guard.group.node_unbound': { code: 2444, status: 400, category: 'validation' },
  'err.guard.group.origin_unknown': { code: 2445, status: 400, category: 'validation' },
  'err.guard.group.no_ipv6_node': { code: 2446, status: 400, category: 'validation' },
  'err.guard.group.is_default': { code: 2447, status: 400, category: 'conflict' },
});

/** OriginGroupVO (spec 2.3). */
export const OriginGroup = z.object({
  group_id: z.int(),
  name: z.string(),
  is_default: z.boolean(),
  node_list: z.array(z.object({ node_id: z.string(), name: z.string(), line: z.int32(), ipv6: z.boolean() })),
  src_list: z.array(z.object({ src_ip: z.string(), line: z.string(), ipv6: z.boolean() })),
  utime: millis,
});
export type OriginGroup = z.output<typeof OriginGroup>;

export const OriginGroupInput = z.object({
  name: displayName(100, 1),
  node_ids: z.array(z.string().min(1).max(128)).min(1).max(1000),
  src_ips: z.array(normalised(normaliseAddress, 'address')).min(1).max(400),
});
export type OriginGroupInput = z.output<typeof OriginGroupInput>;

/** Which nodes fetch from which origins of a domain. */
export const originGroups = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/origin-groups',
    permission: 'guard.domain.origin_group',
    summary: 'List the origin groups of a domain, the default one first',
    data: z.object({ list: z.array(OriginGroup) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/guard/domains/{id}/origin-groups',
    permission: 'guard.domain.origin_group',
    summary: 'Put nodes and origins into a group of their own, out of the groups they are in',
    body: OriginGroupInput,
    // A thousand nodes and four hundred addresses of the longest usual form.
    maxBody: 64 * 1024,
    data: OriginGroup,
    status: 201,
    audit: { resource: 'origin_group' },
    errors: Object.keys(errors).filter((key) => key !== 'err.guard.group.is_default'),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/guard/domains/{id}/origin-groups/{group_id}',
    permission: 'guard.domain.origin_group',
    summary: 'Delete an origin group; its members go to the default group',
    data: z.object({ group_id: z.int() }),
    audit: { resource: 'origin_group', object: 'group_id' },
    errors: ['err.guard.group.is_default'],
  }),
});
