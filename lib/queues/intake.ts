/** What Node reads from a connection at once. */
const PIECE_BYTES = 64 * 1024;

/** What of a sender waits to be read. */
type Waiting = (() => void)[];

/**
 * How much of bodies is read in one turn of the event loop. Forty senders of large bodies otherwise have megabytes each ready,
 * and whoever asks for something small waits until all of that is read. Senders come one after another, however many
 * connections they have. Bounded by the connections, of which each waits once.
 */
export class Intake {
  readonly #waiting = new Map<string, Waiting>();
  #left: number;
  #isScheduled = false;

  constructor(private readonly bytesOfTurn: number) {
    this.#left = bytesOfTurn;
  }

  /** Counts bytes that a sender's body brought. Resolves when more of it may be read; undefined where that is at once. */
  took(sender: string, bytes: number): Promise<void> | undefined {
    this.#left -= bytes;
    this.#schedule();
    if (this.#left > 0) return undefined;
    return new Promise((goOn) => {
      const own = this.#waiting.get(sender);
      if (own) own.push(goOn);
      else this.#waiting.set(sender, [goOn]);
    });
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      // One chunk may be larger than a turn's share; the turns after it pay for that.
      this.#left = Math.min(this.bytesOfTurn, this.#left + this.bytesOfTurn);
      if (this.#left > 0) this.#letGoOn();
      if (this.#waiting.size > 0 || this.#left < this.bytesOfTurn) this.#schedule();
    });
  }

  /** Of each sender one more piece, as many pieces as a turn has room for. */
  #letGoOn(): void {
    for (let room = Math.ceil(this.#left / PIECE_BYTES); room > 0; room--) {
      const [first] = this.#waiting;
      if (!first) return;
      const [sender, own] = first;
      own.shift()?.();
      this.#waiting.delete(sender);
      if (own.length > 0) this.#waiting.set(sender, own);
    }
  }
}
