import { LRUCache } from 'lru-cache';
import type { Db } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';
import { hasChanged, missedSince } from './changes';

/**
 * `read` for a caller's scope, once, and again only after a domain in the scope appeared, disappeared or was judged.
 * Exact, also with other processes on the store. Callers share the answer; while nothing changed it is the same one.
 * `sizeOf` weighs answers, of which at most `size` are kept.
 */
export function rememberedByScope<T>(
  db: Db,
  read: (db: Db, scope: Scope) => Promise<T>,
  { size, sizeOf }: { size: number; sizeOf: (answer: T) => number },
): (scope: Scope) => Promise<T> {
  const remembered = new LRUCache<string, { epoch: number; answer: T }>({
    maxSize: size,
    sizeCalculation: ({ answer }) => sizeOf(answer),
  });
  return async (scope) => {
    const key = `${scope.oem_id} ${scope.tier} ${scope.user_id}`;
    const known = remembered.get(key);
    const { epoch, isTooMuch } = await missedSince(db, known?.epoch);
    if (known?.epoch === epoch) return known.answer;
    const isCurrent = known && !isTooMuch && !(await hasChanged(db, scope, known.epoch));
    const answer = isCurrent ? known.answer : await read(db, scope);
    remembered.set(key, { epoch, answer });
    return answer;
  };
}
