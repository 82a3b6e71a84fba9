/**
 * In each turn of the event loop one new connection is accepted, from a queue of the kernel that knows no senders. While
 * connections come, turns are left to them; for so long at the most, as whoever opens them without end stops nobody.
 */
const ACCEPTING_MS = 8;

/**
 * Lets requests begin one in each turn of the event loop, in an order that is fair to their senders. What is answered
 * without waiting for anything runs to its end before the loop takes in anything new; of a hundred requests that arrive
 * together everybody else would wait for all. Bounded by the connections, of which each has one request under way.
 */
export class Turns {
  /** In the order in which senders come next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  /** Whether one has begun in this turn of the event loop. */
  #hasBegun = false;
  #isScheduled = false;
  /** Whether a connection was accepted in this turn, and since when turns were left to connections. */
  #hasAccepted = false;
  #acceptingSince: number | undefined;

  /** Resolves when a request of this sender may begin. */
  next(sender: string): Promise<void> {
    this.#schedule();
    if (this.#waiting.size === 0 && !this.#hasBegun && !this.#isAccepting()) {
      this.#hasBegun = true;
      return Promise.resolve();
    }
    return new Promise((begin) => {
      const own = this.#waiting.get(sender);
      if (own) own.push(begin);
      else this.#waiting.set(sender, [begin]);
    });
  }

  /** A connection was accepted: more may wait behind it. */
  accepted(): void {
    this.#hasAccepted = true;
    this.#acceptingSince ??= performance.now();
    this.#schedule();
  }

  #isAccepting(): boolean {
    return this.#hasAccepted && performance.now() - (this.#acceptingSince ?? 0) < ACCEPTING_MS;
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#hasBegun = false;
      if (this.#isAccepting()) {
        this.#hasAccepted = false;
        this.#schedule();
        return;
      }
      this.#hasAccepted = false;
      this.#acceptingSince = undefined;
      this.#beginOne();
    });
  }

  #beginOne(): void {
    const [first] = this.#waiting;
    if (!first) return;
    const [sender, own] = first;
    this.#waiting.delete(sender);
    const begin = own.shift();
    if (own.length > 0) this.#waiting.set(sender, own);
    this.#hasBegun = true;
    this.#schedule();
    begin?.();
  }
}
