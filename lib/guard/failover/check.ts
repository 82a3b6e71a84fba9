import pLimit from 'p-limit';
import { openTcp, reasonOf } from '@/lib/guard/probes/connect';
import type { Runtime } from '@/lib/runtime/runtime';
import { lengthened } from './judge';
import { type CheckedNode, nodesToCheck, saveHealth } from './repository';
import type { NodeHealthRow } from './tables';

/** Nodes checked in a round, and at once. */
const MAX_NODES = 1_000;
const AT_ONCE = 64;
/** Rounds after which checks from before say nothing any more. */
const STALE_ROUNDS = 5;

/** Connects to every node that is to answer for a domain that switches by itself. Answers how they are now. */
export async function checkNodes(
  { store, config }: Runtime,
  now: number,
  signal: AbortSignal,
): Promise<NodeHealthRow[]> {
  const nodes = await nodesToCheck(store.read, MAX_NODES);
  const few = pLimit(AT_ONCE);
  const stale = now - STALE_ROUNDS * config.NODE_HEALTH_S * 1_000;
  const check = async ({ node_id, ip_addr, history, checked_at }: CheckedNode): Promise<NodeHealthRow> => {
    const reason = await connects(ip_addr, config.NODE_HEALTH_PORT, signal);
    const before = checked_at < stale ? '' : history;
    return { node_id, history: lengthened(before, reason === ''), checked_at: now, reason };
  };
  const checked = await Promise.all(nodes.map((node) => few(() => check(node))));
  // What was cut off says nothing about a node.
  signal.throwIfAborted();
  await store.transaction((tx) => saveHealth(tx, checked));
  return checked;
}

/** Why a connection to a node did not come about; empty where it did. Nodes are the operator's, who may have them anywhere. */
async function connects(address: string, port: number, signal: AbortSignal): Promise<string> {
  try {
    (await openTcp(address, port, signal)).destroy();
    return '';
  } catch (error) {
    return reasonOf(error);
  }
}
