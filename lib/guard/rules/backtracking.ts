import { type Part, partsOf } from './expression-parts';

/**
 * Nodes match expressions by trying one way after another. Where one text can be taken in many ways by what comes before a place that may not
 * match, they try all: as many as grow with the square of the text's length, or double with each character of it. RE2 never does.
 */

/** Steps of a search, which takes a few milliseconds; an expression that needs more is taken for one that nodes may give up. */
const MAX_STEPS = 100_000;
const MAX_PLACES = 2_000;
/** From so many on a counted repetition is like one without an end. */
const MANY = 8;
/** Answers that are kept: the same rules are rendered again at each change of their policy. */
const MAX_KNOWN = 1_000;

const known = new Map<string, boolean>();

/** Whether there is text on which a node gives an expression up. */
export function mayGiveUp(re2: string): boolean {
  const before = known.get(re2);
  if (before !== undefined) return before;
  const answer = isAmbiguous(re2);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(re2, answer);
  return answer;
}

class TooMuch extends Error {}

function isAmbiguous(re2: string): boolean {
  try {
    const { root, asserts } = partsOf(re2);
    const places = new Places();
    const { isEmpty, last } = places.add(root);
    if (asserts) return places.isAmbiguous();
    // Once a place is reached where it may end, it has matched.
    return !isEmpty && places.without(last).isAmbiguous();
  } catch (error) {
    if (error instanceof TooMuch) return true;
    throw error;
  }
}

/** The places of a part that begin and end it, and whether it may be nothing. */
type Ends = { isEmpty: boolean; first: readonly number[]; last: readonly number[] };
const NOTHING: Ends = { isEmpty: true, first: [], last: [] };

/** An expression as places, each of which takes a character, and in how many ways one follows another. */
class Places {
  constructor(
    private readonly sets: bigint[] = [],
    private readonly next: Map<number, number>[] = [],
  ) {}

  add(part: Part): Ends {
    switch (part.is) {
      case 'set': {
        const place = this.sets.push(part.set) - 1;
        if (place > MAX_PLACES) throw new TooMuch();
        this.next.push(new Map());
        return { isEmpty: false, first: [place], last: [place] };
      }
      case 'sequence':
        return part.parts.reduce((before, one) => this.#joined(before, this.add(one)), NOTHING);
      case 'choice': {
        const all = part.parts.map((one) => this.add(one));
        return {
          isEmpty: all.some((one) => one.isEmpty),
          first: all.flatMap((one) => one.first),
          last: all.flatMap((one) => one.last),
        };
      }
      default:
        return this.#repeated(part);
    }
  }

  #repeated({ part, least, most }: Extract<Part, { is: 'repeat' }>): Ends {
    if (most === 0) return NOTHING;
    const one = this.add(part);
    const first = { ...one, isEmpty: one.isEmpty || least === 0 };
    if (most > MANY) {
      this.#follow(one.last, one.first);
      return first;
    }
    // Two are as good as all of them.
    return most === 1 ? first : this.#joined(first, { ...this.add(part), isEmpty: one.isEmpty || least < 2 });
  }

  #joined(before: Ends, after: Ends): Ends {
    this.#follow(before.last, after.first);
    return {
      isEmpty: before.isEmpty && after.isEmpty,
      first: before.isEmpty ? [...before.first, ...after.first] : before.first,
      last: after.isEmpty ? [...before.last, ...after.last] : after.last,
    };
  }

  #follow(from: readonly number[], to: readonly number[]): void {
    for (const one of from) {
      const ways = this.next[one];
      for (const other of to) ways?.set(other, (ways.get(other) ?? 0) + 1);
    }
  }

  without(gone: readonly number[]): Places {
    const left = new Set(gone);
    const next = this.next.map((ways, i) =>
      left.has(i) ? new Map<number, number>() : new Map([...ways].filter(([other]) => !left.has(other))),
    );
    return new Places(this.sets, next);
  }

  isAmbiguous(): boolean {
    return new Search(this.sets, this.next).found();
  }
}

/** Looks for text that is taken in several ways, within MAX_STEPS. */
class Search {
  #steps = 0;
  readonly #reach: Set<number>[];

  constructor(
    private readonly sets: readonly bigint[],
    private readonly next: readonly ReadonlyMap<number, number>[],
  ) {
    this.#reach = next.map((_, place) => this.#from([place], (one) => [...(this.next[one]?.keys() ?? [])]));
  }

  found(): boolean {
    const circled = this.sets.flatMap((_, place) => (this.#reach[place]?.has(place) ? [place] : []));
    return circled.some((place) => this.#isDoubled(place)) || circled.some((place) => this.#isDivided(place, circled));
  }

  /** Everything that can be reached by one step or more. */
  #from(begin: readonly number[], next: (one: number) => readonly number[]): Set<number> {
    const found = new Set<number>();
    for (const left = [...begin]; left.length > 0; ) {
      for (const one of next(left.pop() as number)) {
        if (++this.#steps > MAX_STEPS) throw new TooMuch();
        if (found.has(one)) continue;
        found.add(one);
        left.push(one);
      }
    }
    return found;
  }

  #isTogether(one: number, other: number): boolean {
    return (this.#reach[one]?.has(other) && this.#reach[other]?.has(one)) ?? false;
  }

  #afterwards(place: number, stays: (next: number) => boolean): number[] {
    return [...(this.next[place]?.keys() ?? [])].filter(stays);
  }

  /** Whether the same text leads round to a place in two ways: the ways double with each time round. */
  #isDoubled(place: number): boolean {
    const isNear = (other: number) => this.#isTogether(place, other);
    const ways = this.next[place] ?? new Map<number, number>();
    if ([...ways].some(([other, count]) => count > 1 && isNear(other))) return true;
    const size = this.sets.length;
    const pairs = (pair: number) => {
      const [one, other] = [Math.floor(pair / size), pair % size];
      if (one === other && one !== place) return [];
      return this.#afterwards(one, isNear).flatMap((a) =>
        this.#afterwards(other, isNear).flatMap((b) => (this.#overlap(a, b) ? [a * size + b] : [])),
      );
    };
    const apart = [...this.#from([place * size + place], pairs)].filter(
      (pair) => Math.floor(pair / size) !== pair % size,
    );
    const isBack = (pair: number) => Math.floor(pair / size) === pair % size;
    return [...this.#from(apart, (pair) => (isBack(pair) ? [] : pairs(pair)))].some(isBack);
  }

  /** Whether the same text leads round to a place, round to a later one, and from the one to the other: it can be divided anywhere. */
  #isDivided(place: number, circled: readonly number[]): boolean {
    const size = this.sets.length;
    return circled.some((later) => {
      if (!this.#reach[place]?.has(later) || this.#isTogether(place, later)) return false;
      const triples = (triple: number) => {
        const [one, two, three] = [Math.floor(triple / size / size), Math.floor(triple / size) % size, triple % size];
        return this.#afterwards(one, (next) => this.#isTogether(place, next)).flatMap((a) =>
          this.#afterwards(two, (next) => next === later || (this.#reach[next]?.has(later) ?? false)).flatMap((b) =>
            this.#afterwards(three, (next) => this.#isTogether(later, next)).flatMap((c) =>
              this.#overlap(a, b, c) ? [(a * size + b) * size + c] : [],
            ),
          ),
        );
      };
      const from = (place * size + place) * size + later;
      return this.#from([from], triples).has((place * size + later) * size + later);
    });
  }

  #overlap(...places: readonly number[]): boolean {
    this.#steps++;
    return places.reduce((set, place) => set & (this.sets[place] ?? 0n), -1n) !== 0n;
  }
}
