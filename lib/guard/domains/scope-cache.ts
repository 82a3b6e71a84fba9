import { LRUCache } from 'lru-cache';
import type { Db } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';
import { hasChanged, missedSince } from './changes';

/** Asks the store on behalf of whoever asks first. */
export type ByScope<T> = (db: Db, scope: Scope) => Promise<T>;

type Cache<T> = {
  read: ByScope<T>;
  /** What an answer of epoch `known` is by now: itself where nothing that concerns it changed. By default read anew. */
  renew?: (db: Db, scope: Scope, answer: T, known: number) => Promise<T>;
  /** About how much memory an answer takes, in bytes; all that are kept take at most `size`. */
  sizeOf: (answer: T) => number;
  size: number;
};

/**
 * What a caller's scope has of the domains, read once, and again only after a domain in the scope appeared, disappeared
 * or was judged. Exact, also with other processes on the store. Callers share the answer; while nothing changed it is
 * the same one.
 */
export function cachedByScope<T>({ read, renew = ifChanged(read), size, sizeOf }: Cache<T>): ByScope<T> {
  const cached = new LRUCache<string, { epoch: number; answer: T }>({
    maxSize: size,
    sizeCalculation: ({ answer }) => sizeOf(answer),
  });
  // Many who ask at once wait for one reading.
  const underway = new Map<string, { epoch: number; answer: Promise<T> }>();
  return async (db, scope) => {
    const key = `${scope.oem_id} ${scope.tier} ${scope.user_id}`;
    const known = cached.get(key);
    const { epoch, isTooMuch } = await missedSince(db, known?.epoch);
    if (known?.epoch === epoch) return known.answer;
    const begun = underway.get(key);
    if (begun?.epoch === epoch) return begun.answer;
    const isNear = known && !isTooMuch;
    const next = { epoch, answer: isNear ? renew(db, scope, known.answer, known.epoch) : read(db, scope) };
    underway.set(key, next);
    try {
      const answer = await next.answer;
      cached.set(key, { epoch, answer });
      return answer;
    } finally {
      if (underway.get(key) === next) underway.delete(key);
    }
  };
}

const ifChanged =
  <T>(read: Cache<T>['read']): NonNullable<Cache<T>['renew']> =>
  async (db, scope, answer, known) =>
    (await hasChanged(db, scope, known)) ? read(db, scope) : answer;
