import type { Message, Share } from './job';

/** Owners that are remembered in a round; with more a new one begins. */
const MOST_IN_ROUND = 500;

type Taken = readonly Message[];
/** Takes work of one object, of none that the owners in `passed` have. */
type Take = (passed: readonly string[]) => Promise<Taken>;

const ownerOf = ([first]: Taken) => first?.object_id.split(':', 1)[0];

/** Turns of owners within one kind of work: each has one in a round, and never more runs at once than their share. */
export class Shares {
  readonly #running = new Map<string, number>();
  readonly #served = new Set<string>();
  #taking: Promise<unknown> = Promise.resolve();

  constructor(private readonly share: Share) {}

  /** Takes what is next, one caller after another, so that nobody is counted too late. Call `done` when the run is over. */
  next(take: Take): Promise<Taken> {
    const taken = this.#taking.then(() => this.#next(take));
    this.#taking = taken.catch(() => undefined);
    return taken;
  }

  done(taken: Taken): void {
    const owner = ownerOf(taken);
    if (owner !== undefined) this.#count(owner, -1);
  }

  async #next(take: Take): Promise<Taken> {
    const full = [...this.#running].filter(([, runs]) => runs >= this.share.perOwner).map(([owner]) => owner);
    if (this.#served.size > MOST_IN_ROUND) this.#served.clear();
    let taken = await take([...new Set([...this.#served, ...full])]);
    if (taken.length === 0 && this.#served.size > 0) {
      this.#served.clear();
      taken = await take(full);
    }
    const owner = ownerOf(taken);
    if (owner !== undefined) {
      this.#served.add(owner);
      this.#count(owner, 1);
    }
    return taken;
  }

  #count(owner: string, by: number): void {
    const runs = (this.#running.get(owner) ?? 0) + by;
    if (runs > 0) this.#running.set(owner, runs);
    else this.#running.delete(owner);
  }
}
