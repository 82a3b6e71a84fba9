/** What waits to be read of a sender: as much as the last time, as far as anybody knows, unless its connection is closed by then. */
type Waiting = { weight: number; isClosed: () => boolean; goOn(): void };

/** Shares that a sender may bring in one turn, as those do with many connections that all have something after a pause. */
const BURST = 4;
/** The part of a share that is read after a turn in which a connection was accepted. */
const WHILE_ACCEPTING = 1 / 8;

/**
 * How much of connections is read in one turn of the event loop. Forty senders of large bodies otherwise have megabytes each ready,
 * and whoever asks for something small waits until all of that is read. Senders come one after another, however many
 * connections they have. While connections are accepted, which is one in each turn of the event loop, turns are brief, as newcomers wait
 * for as many of them as others have opened. Bounded by the connections, of which each waits once, and by those that one sender opens in
 * a turn and closes.
 */
export class Intake {
  readonly #waiting = new Map<string, Waiting[]>();
  /** What each sender has brought in this turn. */
  readonly #brought = new Map<string, number>();
  /** For those who waited, and as much for those who had not to. */
  readonly #share: number;
  #left: number;
  #hasAccepted = false;
  #isScheduled = false;

  constructor(weightOfTurn: number) {
    this.#share = weightOfTurn / 2;
    this.#left = this.#share;
  }

  /**
   * Counts what was read of a sender's connection, in bytes. Answers which of the sender's connections are not to be read before
   * `next`: this one, where that is used up for which nobody waits, or all, where one sender has brought several shares.
   */
  took(sender: string, weight: number): 'one' | 'all' | undefined {
    const brought = (this.#brought.get(sender) ?? 0) + weight;
    this.#brought.set(sender, brought);
    this.#left -= weight;
    this.#schedule();
    if (brought > BURST * this.#share) return 'all';
    return this.#left > 0 ? undefined : 'one';
  }

  /** Resolves when a connection of the sender may be read that is expected to bring so much; not where it is closed by then. */
  next(sender: string, weight: number, isClosed: () => boolean): Promise<void> {
    this.#schedule();
    return new Promise((goOn) => {
      const waiting = { weight, isClosed, goOn };
      const own = this.#waiting.get(sender);
      if (own) own.push(waiting);
      else this.#waiting.set(sender, [waiting]);
    });
  }

  /** A connection was accepted: others may wait for the next turn. */
  accepted(): void {
    this.#hasAccepted = true;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const share = this.#hasAccepted ? this.#share * WHILE_ACCEPTING : this.#share;
      this.#hasAccepted = false;
      // Where connections that had not to wait brought more than a turn's share, nobody who waits pays for it.
      this.#left = share;
      this.#brought.clear();
      this.#letGoOn(share);
      if (this.#waiting.size > 0) this.#schedule();
    });
  }

  /** Of each sender one more, as many as a turn has room for; of what is larger than that one. */
  #letGoOn(share: number): void {
    for (let room = share; room > 0; ) {
      const [first] = this.#waiting;
      if (!first) return;
      const [sender, own] = first;
      let next = own.shift();
      while (next?.isClosed()) next = own.shift();
      this.#waiting.delete(sender);
      if (own.length > 0) this.#waiting.set(sender, own);
      room -= next?.weight ?? 0;
      next?.goOn();
    }
  }
}
