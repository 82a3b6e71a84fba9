import { setImmediate } from 'node:timers/promises';
import type { Owner } from './owner';
import type { Turns } from './turns';

/** Work of more slices gives way to what others have under way. */
const SHORT = 1;

/** Work on the thread that answers lets others come after so long. */
const SLICE_MS = 1.5;

/**
 * On whose behalf work is done: what it asks of the store and of the thread that answers waits in their turns. It is handed from one
 * to the next, as an `AsyncLocalStorage` takes time of every promise of the process before Node 24.
 */
export class Behalf {
  /** How often the work has let others come. */
  #slices = 0;

  /**
   * `ownerNow` is asked each time: who sends a request is known only when the store has said it. `turns`: those in which work of
   * requests goes on.
   */
  constructor(
    private readonly ownerNow: () => Owner,
    private readonly turns?: Turns,
  ) {}

  get owner(): Owner {
    return this.ownerNow();
  }

  /**
   * Lets others come between two slices of work on the thread that answers. In one turn of the event
   * loop one slice of all requests goes on, fair to their senders: a hundred that each wait for the next turn alone would all
   * go on in it, one after another.
   */
  nextTurn(): Promise<void> {
    if (!this.turns) return setImmediate();
    const { address } = this.owner;
    this.#slices++;
    return this.#slices > SHORT ? this.turns.giveWay(address) : this.turns.next(address);
  }

  /** For work of many steps: what it answers is called between them, and waits for `nextTurn` when a slice is over. */
  slices(): () => Promise<void> {
    let since = performance.now();
    return async () => {
      if (performance.now() - since < SLICE_MS) return;
      await this.nextTurn();
      since = performance.now();
    };
  }
}

/** What the process does of itself: jobs, the start. */
export const PROCESS = new Behalf(() => ({ oem_id: '', account: 'process', address: '' }));
