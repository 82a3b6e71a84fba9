import { setTimeout as pause } from 'node:timers/promises';
import type { Behalf } from '@/lib/queues/behalf';

/** How often a node that waits is looked after. */
const POLL_MS = 250;

/** Requests that came together would all look in the same turn of the event loop, and hundreds be answered in it. */
export async function untilNextPoll(behalf: Behalf): Promise<void> {
  await pause(POLL_MS);
  await behalf.nextTurn();
}

/** Requests of one node that wait at once: its agent's, and those of connections that it does not know to be lost. */
const AT_ONCE = 4;

/** Requests in which nodes wait for something to change. Whoever has a node's key holds no more than a few. */
export class NodePolls {
  /** By node, in the order they came. */
  readonly #waiting = new Map<string, Set<AbortController>>();

  /** Does work that waits; `isOver` says that newer requests of the node took its place, and it answers as it is. */
  async run<T>(node_id: string, work: (isOver: AbortSignal) => Promise<T>): Promise<T> {
    const own = new AbortController();
    const ofNode = this.#waiting.get(node_id) ?? new Set();
    this.#waiting.set(node_id, ofNode.add(own));
    const [oldest] = ofNode;
    if (ofNode.size > AT_ONCE && oldest) {
      ofNode.delete(oldest);
      oldest.abort();
    }
    try {
      return await work(own.signal);
    } finally {
      ofNode.delete(own);
      if (ofNode.size === 0 && this.#waiting.get(node_id) === ofNode) this.#waiting.delete(node_id);
    }
  }
}
