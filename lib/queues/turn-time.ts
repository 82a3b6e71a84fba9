import type { Behalf } from './behalf';

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
  of<T>({ owner }: Behalf, work: () => T): T {
    const began = performance.now();
    try {
      return work();
    } finally {
      this.#add(owner.address, performance.now() - began);
    }
  }

  /** Whether they have had their time. */
  isOverFor({ owner }: Behalf): boolean {
    return this.#all > ALL_MS || (this.#own.get(owner.address) ?? 0) > OWN_MS;
  }

  #add(address: string, ms: number): void {
    if (this.#own.size === 0) {
      setImmediate(() => {
        this.#own.clear();
        this.#all = 0;
      });
    }
    this.#own.set(address, (this.#own.get(address) ?? 0) + ms);
    this.#all += ms;
  }
}
