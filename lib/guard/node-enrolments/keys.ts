import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { newKeyText } from '@/lib/auth/keys/key-text';
import { insertKeyEvents, KEY_ACTIVE } from '@/lib/auth/keys/repository';
import type { Principal } from '@/lib/auth/principal';
import { tokenHash } from '@/lib/auth/tokens';
import { change } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { ownership } from '@/lib/tenancy/scope';
import type { IssuedNodeKey, NodeKey } from './contract';
import * as repository from './repository';

const DAY_MS = 86_400_000;
/** How long a key of a node lasts; the agent asks for the next one when a third of it is left. */
const KEY_MS = 30 * DAY_MS;
/** For how long those before it still open: an answer may be lost on its way. */
const OVERLAP_MS = 10 * 60_000;
/** Keys of a node that may be in force at once, all but one of them about to end. */
const MAX_ACTIVE = 5;

/** The one scope of a node's key. */
export const scopeOfNode = (node_id: string) => `guard.agent.${node_id}`;

export async function listKeys(ctx: Ctx, node_id: string): Promise<{ list: NodeKey[] }> {
  if (!(await repository.findNode(ctx.db, node_id))) throw notFound();
  return { list: await repository.listKeys(ctx.db, node_id, ctx.now) };
}

/** Issues the next key of a node that calls with one. Those before it, the caller's own too, end minutes later. */
export function rotateKey(ctx: Ctx, node_id: string): Promise<IssuedNodeKey> {
  return change(ctx, async (tx) => {
    const node = await repository.lockNode(tx, node_id);
    if (!node) throw notFound();
    return issueNodeKey(ctx, tx, { node, holder: ctx.principal });
  });
}

/** A new key for a node, in whose name `holder` answers; what the node had before ends soon. The node is locked. */
export async function issueNodeKey(ctx: Ctx, tx: Tx, { node, holder }: { node: repository.Node; holder: Principal }) {
  const { node_id, name } = node;
  if ((await repository.countActive(tx, node_id, ctx.now)) >= MAX_ACTIVE) {
    const seconds = OVERLAP_MS / 1_000;
    throw new AppError('err.request.rate_limited', {
      values: { seconds },
      headers: { 'Retry-After': String(seconds) },
    });
  }
  await repository.endKeys(tx, node_id, ctx.now + OVERLAP_MS, holder.key?.key_id);
  const { prefix, secret } = newKeyText();
  const expires_at = ctx.now + KEY_MS;
  const row = {
    ...{ key_id: uuid(), ...ownership(holder), name: node_id.slice(0, 100), prefix, last4: secret.slice(-4) },
    ...{ secret_hash: tokenHash(secret), scopes: JSON.stringify([scopeOfNode(node_id)]), status: KEY_ACTIVE },
    allowed_ip_cidrs: JSON.stringify(holder.key?.allowed_ip_cidrs ?? []),
    ...{ expires_at, last_used_at: 0, last_used_ip: '', ctime: ctx.now },
  };
  await repository.insertKey(tx, node_id, row);
  await noteIssue(ctx, tx, holder, row.key_id, node_id);
  const after = { node_id, prefix, expires_at };
  const data: IssuedNodeKey = { node_id, api_key: `${prefix}.${secret}`, expires_at };
  return {
    id: row.key_id,
    label: `${name} (${prefix})`,
    also: node_id,
    before: null,
    after,
    identityChanged: true,
    data,
  };
}

/** A row of the management log of API keys, which has every key that was issued. */
function noteIssue({ request, now }: Ctx, tx: Tx, holder: Principal, key_id: string, node_id: string): Promise<void> {
  const { user_id, oem_id, auth_mode } = holder;
  const row = {
    ...{ event_type: 'manage' as const, key_id, user_id, oem_id, auth_mode, action: 'create', status_code: 0 },
    ...{ biz_code: 0, client_ip: request.peer, user_agent: request.user_agent, permission: '', ctime: now },
    extra: JSON.stringify({ node_id }),
  };
  return insertKeyEvents(tx, [row]);
}
