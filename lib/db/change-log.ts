import type { Id } from './row-cache';

/** Ids of changed rows that are remembered of a table. */
const MOST_CHANGED = 1_000;

const NOTHING: ReadonlySet<Id> = new Set();

/** Which rows of a table each of the last commits changed. */
export class ChangeLog {
  #entries: { at: number; ids: readonly Id[] }[] = [];
  #size = 0;
  /** After how many commits it begins. */
  #from = 0;

  add(at: number, ids: readonly Id[]): void {
    this.#entries.push({ at, ids });
    this.#size += 1 + ids.length;
    while (this.#size > MOST_CHANGED) {
      const first = this.#entries.shift();
      this.#size -= 1 + (first?.ids.length ?? 0);
      this.#from = first?.at ?? at;
    }
  }

  /** Of the commits before nothing is remembered. */
  beginAt(at: number): void {
    this.#entries = [];
    this.#size = 0;
    this.#from = at;
  }

  /** What was changed since there were `at` commits; undefined where that is not remembered. */
  since(at: number): ReadonlySet<Id> | undefined {
    if (at < this.#from) return undefined;
    const last = this.#entries.findLastIndex((entry) => entry.at <= at);
    return last === this.#entries.length - 1
      ? NOTHING
      : new Set(this.#entries.slice(last + 1).flatMap(({ ids }) => ids));
  }
}
