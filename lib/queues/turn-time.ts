import { currentOwner } from './on-behalf';

/** Of one sender, or of the process itself, in one turn of the event loop. */
const OWN_MS = 1.5;
/** Of all of them together. */
const ALL_MS = 15;

/**
 * How long work of one kind took in this turn of the event loop. Who has had their time in it waits for the next, and
 * nobody else for them; of very many senders that each have a little, all wait.
 */
export class TurnTime {
  readonly #own = new Map<string, number>();
  #all = 0;

  /** Does what answers at once, and counts its time. */
  of<T>(work: () => T): T {
    const began = performance.now();
    try {
      return work();
    } finally {
      this.#add(performance.now() - began);
    }
  }

  /** Whether the caller has had their time. */
  get isOver(): boolean {
    return this.#all > ALL_MS || (this.#own.get(currentOwner().address) ?? 0) > OWN_MS;
  }

  #add(ms: number): void {
    if (this.#own.size === 0) {
      setImmediate(() => {
        this.#own.clear();
        this.#all = 0;
      });
    }
    const { address } = currentOwner();
    this.#own.set(address, (this.#own.get(address) ?? 0) + ms);
    this.#all += ms;
  }
}
