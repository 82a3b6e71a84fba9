import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { keyword, millis, pageOf, pageQuery } from '@/lib/api/fields';
import { asWritten, inWords } from '@/lib/api/words';
import { CONCERNS, NodeHealth, SEVERITIES } from './vocabulary';

export const errors = defineErrors({
  'err.guard.node.in_use': { code: 2437, status: 400, category: 'conflict' },
});

/** Worst first; silent and lost say how long nothing came from the node (`stateOf`). */
export const NODE_STATES = ['lost', 'silent', 'failed', 'behind', 'running', 'idle', 'never'] as const;
export type NodeState = (typeof NODE_STATES)[number];

/** A node of the operator, whoever's domains are on it. */
export const Node = z.object({
  node_id: z.string(),
  name: z.string(),
  machine_room: z.string(),
  ip_addr: z.string(),
  ipv6: z.boolean(),
  line: z.int32(),
  state: inWords('node_state', z.enum(NODE_STATES)),
  /** It takes no new domains; those it has are served. */
  draining: z.boolean(),
  /** When its agent asked or said something last; 0 for never. */
  seen_at: millis,
  /** What it should run, and what it says it has applied, when. */
  revision: z.int(),
  reported_revision: z.int(),
  reported_at: millis,
  /** Domains that have it, delivered or not. */
  domains: z.int(),
  /** Objects that failed there. */
  failed: z.int(),
  /** End of its last key; 0 where it has none by enrolment. */
  key_expires_at: millis,
  /** Load average of the last minute per core, as it said last; null where it never did. */
  load: z.number().nullable(),
  /** What its own figures say is wrong, and how much. */
  concerns: z.array(
    z.object({ what: inWords('node_concern', z.enum(CONCERNS)), severity: asWritten(z.enum(SEVERITIES)) }),
  ),
});
export type Node = z.output<typeof Node>;

const OnNode = z.object({
  kind: z.string(),
  object_id: z.string(),
  /** How the object is called. */
  label: z.string(),
  number: z.int(),
  since: millis,
  /** Whether the reader's brand has it, so that its page opens. */
  is_own: z.boolean(),
});

export const NodeDetail = Node.extend({
  /** How it says it is; null where it never did. */
  health: NodeHealth.nullable(),
  /** Objects that failed, in the node's own words, the latest first; at most fifty. */
  failures: z.array(OnNode.extend({ message: z.string() })),
  /** What it took over last; at most twenty. */
  acknowledged: z.array(OnNode),
  /** The first hundred domains that have it, by name; `left_alone`: no other unlocked node serves it. */
  bound: z.array(z.object({ domain_id: z.string(), domain: z.string(), left_alone: z.boolean(), is_own: z.boolean() })),
});
export type NodeDetail = z.output<typeof NodeDetail>;

/** The nodes of the operator, whoever's domains are on them: what each should run and runs. */
export const fleet = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/nodes',
    permission: 'guard.node.list',
    platformOnly: true,
    operatorOnly: true,
    summary: 'List the nodes with what they run',
    query: pageQuery.extend({ keyword }),
    data: pageOf(Node),
    extension: true,
  }),
  view: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{id}',
    permission: 'guard.node.view',
    platformOnly: true,
    operatorOnly: true,
    summary: 'Read a node: what failed on it, what it took over last, and which domains have it',
    data: NodeDetail,
    extension: true,
  }),
  drain: endpoint({
    method: 'PUT',
    path: '/api/guard/nodes/{id}/drain',
    permission: 'guard.node.drain',
    platformOnly: true,
    operatorOnly: true,
    summary: 'Have a node take no new domains, or take them again; those it has are served all the while',
    body: z.object({ draining: z.boolean() }),
    data: z.object({ node_id: z.string(), draining: z.boolean() }),
    audit: { resource: 'node' },
    extension: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/guard/nodes/{id}',
    permission: 'guard.node.delete',
    platformOnly: true,
    operatorOnly: true,
    summary: 'Remove a node that no domain has, and revoke its keys and tokens',
    data: nothing,
    audit: { resource: 'node' },
    errors: ['err.guard.node.in_use'],
    extension: true,
  }),
});
