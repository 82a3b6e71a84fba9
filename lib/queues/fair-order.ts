import { LRUCache } from 'lru-cache';
import type { Owner } from './owner';

/** What waits, as the order sees it. */
export type Entry = {
  /** Brand, account and address, each written so that none equals one of another kind. */
  keys: readonly [string, string, string];
  /** The three as one: entries of the same owner come in the order they came. */
  owner: string;
  /** `now` of the order when it came. */
  arrived: number;
};

/** The keys that an owner's work is counted under. */
export function keysOf({ oem_id, account, address }: Owner): Entry['keys'] {
  return [`brand ${oem_id}`, account ? `account ${oem_id} ${account}` : `account at ${address}`, `address ${address}`];
}

export const accountOf = (entry: Entry) => entry.keys[1];

/** How many brands, accounts and addresses are known by their last turn; one forgotten counts as one that just came. */
const KNOWN = 10_000;

/**
 * Says who comes next and who goes when there is no room.
 *
 * Of each brand, account and address the last turn is known. Whoever's latest of the three is the longest ago comes
 * next; where those are the same (two accounts at one address), the second latest decides, then the third. So one
 * account behind many addresses, one address with many accounts and one brand with both wait for everybody else, and
 * who shares only an address with a flood comes right after its next piece.
 */
export class FairOrder<E extends Entry> {
  #turns = 0;
  readonly #last = new LRUCache<string, number>({ maxSize: KNOWN, sizeCalculation: () => 1 });

  /** @param patience turns after which an entry comes before all that came later, whatever it shares with them. */
  constructor(private readonly patience: number) {}

  /** Turns given so far, less a half: who comes now is before whoever had the latest turn. */
  get now(): number {
    return this.#turns - 0.5;
  }

  /** The entry whose turn it is, of the first entries of owners. */
  next(firsts: Iterable<E>): E | undefined {
    let best: E | undefined;
    let bestTurns: readonly number[] = [];
    for (const entry of firsts) {
      const isLate = this.#turns - entry.arrived > this.patience;
      const turns = isLate ? [entry.arrived - Number.MAX_SAFE_INTEGER] : this.#turnsOf(entry);
      if (!best || compare(turns, bestTurns) < 0 || (compare(turns, bestTurns) === 0 && entry.arrived < best.arrived)) {
        best = entry;
        bestTurns = turns;
      }
    }
    return best;
  }

  /** When brand, account and address of an entry had their last turns, the latest first. */
  #turnsOf(entry: E): number[] {
    return descending(entry.keys.map((key) => this.#last.peek(key) ?? entry.arrived));
  }

  /** Notes that an entry got its turn. */
  took(entry: E): void {
    this.#turns++;
    for (const key of entry.keys) this.#last.set(key, this.#turns);
  }
}

/**
 * The entry that makes room: of the brand, account or address that has most waiting, and within that of the next one
 * that has most, the newest. Where all have the same, who came last.
 */
export function mostWaiting<E extends Entry>(waiting: Iterable<E>): E | undefined {
  let group = [...waiting];
  for (let key = commonest(group); key !== undefined; key = commonest(group)) {
    const shared = key;
    group = group.filter((entry) => entry.keys.includes(shared));
  }
  return group.at(-1);
}

/** The key that most of several entries have, but not all, and more than one. */
function commonest(entries: readonly Entry[]): string | undefined {
  const counts = new Map<string, number>();
  for (const key of entries.flatMap((entry) => entry.keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  let most: string | undefined;
  for (const [key, count] of counts) {
    if (count > (counts.get(most ?? '') ?? 1) && count < entries.length) most = key;
  }
  return most;
}

const descending = (numbers: number[]) => numbers.sort((a, b) => b - a);

/** Compares number by number. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, i) => number !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}
