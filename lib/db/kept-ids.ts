import { LRUCache } from 'lru-cache';
import type { ChangeLog } from './change-log';
import type { Commits } from './commits';
import type { Id } from './row-cache';

/** Objects of the longest list that is kept; whatever page of it is asked for, nothing is walked. */
export const SHORT = 2_000;

/** Bytes of all that is kept, and about what an id and a list take beside. */
const MOST_BYTES = 16 << 20;
const ID_BYTES = 64;
const LIST_BYTES = 400;

/** With more rows changed a list is read again, which costs as much. */
const MOST_CHANGED = 8;

/** What a list asks the store for. */
export type Asking = {
  /** All its ids in their order, or the first `SHORT + 1`. */
  all(): Promise<readonly Id[]>;
  /** Those of these objects that are in it, and what comes after each; null after the last. */
  places(ids: readonly Id[]): Promise<Place[]>;
};

export type Place = { id: Id; after: Id | null };

type Known = { ids: readonly Id[]; at: number };

/**
 * Ids of short lists in their order. After a write only the rows that it changed are asked for, so that a list of one tenant costs
 * nothing more when others write. The same ids are the same object.
 */
export class KeptIds {
  readonly #kept = new LRUCache<string, Known>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ ids }, key) => LIST_BYTES + 2 * key.length + ID_BYTES * ids.length,
  });

  constructor(
    readonly log: ChangeLog,
    readonly commits: Commits,
  ) {}

  /** The ids of the list that `key` names; undefined of one that is too long, until it is said to be short. */
  async of(key: string, asking: Asking): Promise<readonly Id[] | undefined> {
    const at = this.commits.count;
    const known = this.#kept.get(key);
    if (known?.ids === TOO_LONG) return undefined;
    const ids = known ? await this.#upToDate(known, asking) : await asking.all();
    if (known && ids === known.ids) known.at = at;
    else this.#kept.set(key, { ids: ids.length > SHORT ? TOO_LONG : ids, at });
    return ids.length > SHORT ? undefined : ids;
  }

  /** A list that was too long is read again. */
  isShort(key: string): void {
    this.#kept.delete(key);
  }

  async #upToDate({ ids, at }: Known, asking: Asking): Promise<readonly Id[]> {
    const changed = this.log.since(at);
    if (changed?.size === 0) return ids;
    if (!changed || changed.size > MOST_CHANGED) return asking.all();
    return (await patched(ids, changed, asking)) ?? asking.all();
  }
}

const TOO_LONG: readonly Id[] = [];

/** The list with these of its objects in their places, or out of it; undefined where what they come before is not in it. */
async function patched(ids: readonly Id[], changed: ReadonlySet<Id>, asking: Asking) {
  const places = new Map((await asking.places([...changed])).map((place) => [place.id, place]));
  const was = new Set(ids.filter((id) => changed.has(id)));
  const gone = new Set([...was].filter((id) => !places.has(id)));
  let next = gone.size === 0 ? ids : ids.filter((id) => !gone.has(id));
  let added = [...places.values()].filter(({ id }) => !was.has(id));
  while (added.length > 0) {
    const left: Place[] = [];
    for (const place of added) {
      const at = place.after === null ? next.length : next.indexOf(place.after);
      if (at < 0) left.push(place);
      else next = next.toSpliced(at, 0, place.id);
    }
    if (left.length === added.length) return undefined;
    added = left;
  }
  return next;
}
