import { z } from 'zod';
import { contract, endpoint } from '@/lib/api/endpoint';
import { nothing } from '@/lib/api/envelope';
import { defineErrors } from '@/lib/api/errors';
import { millis, secret } from '@/lib/api/fields';
import { inWords } from '@/lib/api/words';

export const errors = defineErrors({
  'err.guard.node.token_refused': { code: 2434, status: 401, category: 'auth' },
  'err.guard.node.too_many_tokens': { code: 2435, status: 400, category: 'conflict' },
});

/** A one-time token with which the agent of a node gets its key; its text is in the answer that makes it only. */
export const Enrolment = z.object({
  enrolment_id: z.uuid(),
  node_id: z.string(),
  /** What its text begins with. */
  prefix: z.string(),
  state: inWords('enrolment_state', z.enum(['open', 'used', 'revoked', 'expired'])),
  /** Who made it. */
  user_name: z.string(),
  ctime: millis,
  expires_at: millis,
  /** When a node used it and from where; 0 and empty while none did. */
  used_at: millis,
  used_ip: z.string(),
});
export type Enrolment = z.output<typeof Enrolment>;

export const NewEnrolment = Enrolment.extend({ token: z.string() });
export type NewEnrolment = z.output<typeof NewEnrolment>;

/** A key with which the agent of a node calls. */
export const NodeKey = z.object({
  key_id: z.uuid(),
  prefix: z.string(),
  state: inWords('node_key_state', z.enum(['active', 'revoked', 'expired'])),
  /** Whose permissions it rests on: who made the token. */
  user_name: z.string(),
  ctime: millis,
  expires_at: millis,
  last_used_at: millis,
  last_used_ip: z.string(),
});
export type NodeKey = z.output<typeof NodeKey>;

/** What a node calls with from now on; its text is in this answer only. */
export const IssuedNodeKey = z.object({ node_id: z.string(), api_key: z.string(), expires_at: millis });
export type IssuedNodeKey = z.output<typeof IssuedNodeKey>;

/** The same at enrolment, with the key whose signature the node believes of a released agent; empty where none is released. */
export const EnrolledNode = IssuedNodeKey.extend({ release_key: z.string() });
export type EnrolledNode = z.output<typeof EnrolledNode>;

/** How the agent of a node gets its key: one-time tokens, and keys that follow one another. */
export const nodeEnrolments = contract({
  list: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/enrolments',
    permission: 'guard.node.view',
    platformOnly: true,
    operatorOnly: true,
    summary: 'List the enrolment tokens of a node, newest first',
    data: z.object({ list: z.array(Enrolment) }),
    extension: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/guard/nodes/{node_id}/enrolments',
    permission: 'guard.node.enrol',
    platformOnly: true,
    operatorOnly: true,
    summary: 'Make a one-time enrolment token for a node; its text is in this answer only',
    data: NewEnrolment,
    status: 201,
    audit: { resource: 'node_enrolment', object: 'node_id' },
    errors: ['err.guard.node.too_many_tokens', 'err.sys.apikey.scope_beyond'],
    extension: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/guard/nodes/{node_id}/enrolments/{id}',
    permission: 'guard.node.enrol',
    platformOnly: true,
    operatorOnly: true,
    summary: 'Revoke an enrolment token; one that was used or has ended stays as it is',
    data: nothing,
    audit: { resource: 'node_enrolment', action: 'guard.node.revoke_enrolment' },
    extension: true,
  }),
  enrol: endpoint({
    method: 'POST',
    path: '/api/guard/nodes/enrol',
    permission: 'public',
    summary: 'Trade an enrolment token for the key of its node, once',
    body: z.object({ token: secret(z.string().min(1).max(128)) }),
    // Anybody may send one, and a token is short.
    maxBody: 4 * 1024,
    data: EnrolledNode,
    status: 201,
    audit: { resource: 'node_key', action: 'guard.node.enrolled' },
    errors: ['err.guard.node.token_refused', 'err.request.rate_limited'],
    extension: true,
  }),
  keys: endpoint({
    method: 'GET',
    path: '/api/guard/nodes/{node_id}/keys',
    permission: 'guard.node.view',
    platformOnly: true,
    operatorOnly: true,
    summary: 'List the keys that a node got by enrolment and rotation, newest first',
    data: z.object({ list: z.array(NodeKey) }),
    extension: true,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/guard/nodes/{node_id}/key',
    permission: 'guard.agent.{node_id}',
    grants: [],
    platformOnly: true,
    operatorOnly: true,
    summary: 'Issue the next key of a node; those before it end minutes later',
    data: IssuedNodeKey,
    status: 201,
    audit: { resource: 'node_key', object: 'node_id', action: 'guard.node.rotate_key' },
    errors: ['err.request.rate_limited'],
    extension: true,
  }),
});
