import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { defineErrors } from '@/lib/api/errors';
import { inWords } from '@/lib/api/words';

export const errors = defineErrors({
  'err.guard.node.not_assignable': { code: 2431, status: 400, category: 'validation' },
  'err.guard.node.last': { code: 2432, status: 400, category: 'conflict' },
  'err.guard.node.draining': { code: 2436, status: 400, category: 'conflict' },
  'err.guard.node.needs_ipv6': { code: 2433, status: 400, category: 'conflict' },
});

/** A node that can be assigned (spec 2.3). */
export const AvailableNode = z.object({
  node_id: z.string(),
  name: z.string(),
  machine_room: z.string(),
  ipv6: z.boolean(),
  ip_addr: z.string(),
  line: z.int32(),
});
export type AvailableNode = z.output<typeof AvailableNode>;

/** DomainAssignedNodeVO. */
export const AssignedNode = AvailableNode.extend({
  /** 1 normal, 2 locked: the binding stays, distribution skips the node. */
  lock_status: z.int32(),
});
export type AssignedNode = z.output<typeof AssignedNode>;

const NodeBinding = z.object({ domain_id: z.string(), node_id: z.string() });

export const NodesInput = z.object({
  node_ids: z.array(z.string().min(1).max(128)).min(1).max(100),
  /** Switches the nodes' DNS records on at once, where the domain is in node mode. */
  enable_parse: z.boolean().default(false),
});
export type NodesInput = z.output<typeof NodesInput>;

export const SyncResult = z.object({
  domains: z.int(),
  added: z.int(),
  removed: z.int(),
  changed_domain_ids: z.array(z.string()).optional(),
});
export type SyncResult = z.output<typeof SyncResult>;

/** Nodes of a domain. */
export const domainNodes = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/nodes',
    permission: 'guard.domain.node',
    summary: 'List the nodes of a domain',
    data: z.object({ list: z.array(AssignedNode) }),
  }),
  available: endpoint({
    method: 'GET',
    path: '/api/guard/domains/{id}/nodes/available',
    permission: 'guard.domain.node',
    summary: 'List the nodes of the account that the domain does not have',
    data: z.object({ list: z.array(AvailableNode) }),
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/api/guard/domains/{id}/nodes',
    permission: 'guard.domain.node',
    summary: 'Give a domain more nodes; those it has stay as they are',
    body: NodesInput,
    data: z.object({ added: z.int(), dns_synced: z.boolean() }),
    audit: { resource: 'domain_nodes' },
    errors: ['err.guard.node.not_assignable', 'err.guard.node.draining', 'err.guard.forward.port_on_node'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/guard/domains/{id}/nodes/{node_id}',
    permission: 'guard.domain.node',
    summary: 'Take a node from a domain',
    data: NodeBinding,
    audit: { resource: 'domain_nodes' },
    errors: ['err.guard.node.last', 'err.guard.node.needs_ipv6'],
  }),
  lock: endpoint({
    method: 'PATCH',
    path: '/api/guard/domains/{id}/nodes/{node_id}/lock',
    permission: 'guard.domain.node',
    summary: 'Lock a node of a domain, so that the next distributions skip it, or unlock it',
    body: z.object({ lock_status: inWords('node_lock', z.literal([1, 2])) }),
    data: NodeBinding.extend({ lock_status: z.int32() }),
    audit: { resource: 'domain_nodes' },
  }),
  sync: endpoint({
    method: 'POST',
    path: '/api/guard/domains/nodes/sync',
    permission: 'guard.domain.edit',
    summary: "Bring the nodes of all one's domains in line with the nodes allotted to their owners",
    query: z.object({ user_id: z.string().min(1).max(128).optional() }),
    data: SyncResult,
    audit: { resource: 'domain_nodes' },
    errors: ['err.not_found'],
  }),
});
