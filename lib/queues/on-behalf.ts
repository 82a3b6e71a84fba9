import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { Owner } from './owner';
import type { Turns } from './turns';

/** `turns`: those in which work of requests goes on. */
type Behalf = { owner: () => Owner; turns?: Turns };

/** `slices`: how often the work has let others come. */
const behalves = new AsyncLocalStorage<Behalf & { slices: number }>();

/** What the process does of itself: jobs, the start. */
const PROCESS: Owner = { oem_id: '', account: 'process', address: '' };

/**
 * Does work on behalf of somebody, so that what it asks of the store waits in their turns. `owner` is asked each time: who
 * sends a request is known only when the store has said it.
 */
export const onBehalf = <T>(behalf: Behalf, work: () => T): T => behalves.run({ ...behalf, slices: 0 }, work);

/** On whose behalf the caller works. */
export const currentOwner = (): Owner => behalves.getStore()?.owner() ?? PROCESS;

/** Work of more slices gives way to what others have under way. */
const SHORT = 1;

/**
 * Lets others come between two slices of work on the thread that answers. In one turn of the event
 * loop one slice of all requests goes on, fair to their senders: a hundred that each wait for the next turn alone would all
 * go on in it, one after another.
 */
export function nextTurn(): Promise<void> {
  const behalf = behalves.getStore();
  if (!behalf?.turns) return setImmediate();
  const { address } = behalf.owner();
  behalf.slices++;
  return behalf.slices > SHORT ? behalf.turns.giveWay(address) : behalf.turns.next(address);
}

/** Work on the thread that answers lets others come after so long. */
const SLICE_MS = 1.5;

/** For work of many steps: what it answers is called between them, and waits for `nextTurn` when a slice is over. */
export function slices(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await nextTurn();
    since = performance.now();
  };
}
