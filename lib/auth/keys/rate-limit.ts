import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { storeNow } from '@/lib/db/dialect';
import type { Db } from '@/lib/db/store';
import type { Principal } from '../principal';
import { PRINCIPAL_BYTES } from '../principal-cache';

/** Calls per second of one key, and how many may come at once (spec section 8). */
const PER_SECOND = 100;
const BURST = 100;
/** A bucket forgotten is a full one; so many keys at once cannot be busy in one process. */
const BUSY_KEYS = 50_000;
const CALLERS_BYTES = 16 << 20;

declare module '@/lib/db/tables' {
  interface Tables {
    /** `tat`: when all that was taken will have been earned again, Unix milliseconds by the store's clock. */
    api_key_rates: { key_id: string; tat: number };
  }
}

/** A token bucket per key, in this process. */
export class KeyRate {
  readonly #callers = new LRUCache<string, Principal>({
    maxSize: CALLERS_BYTES,
    sizeCalculation: () => PRINCIPAL_BYTES,
  });
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({ max: BUSY_KEYS });

  /** Takes a token where there is one. `at` is monotonic, in milliseconds. */
  take(key_id: string, at: number): boolean {
    const bucket = this.#buckets.get(key_id) ?? { tokens: BURST, at };
    bucket.tokens = Math.min(BURST, bucket.tokens + ((at - bucket.at) * PER_SECOND) / 1000);
    bucket.at = at;
    this.#buckets.set(key_id, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  /** Gives a token back that a call refused for another reason had taken. */
  giveBack(key_id: string): void {
    const bucket = this.#buckets.get(key_id);
    if (bucket) bucket.tokens += 1;
  }

  /** Notes who the store said calls with a text of this hash; undefined: nobody. */
  note(hash: string, caller: Principal | undefined): void {
    if (caller) this.#callers.set(hash, caller);
    else this.#callers.delete(hash);
  }

  /** Who called with this text the last time: whose rate the next call counts for, before the store is asked. */
  caller(hash: string): Principal | undefined {
    return this.#callers.get(hash);
  }
}

const EACH_MS = 1000 / PER_SECOND;
const AHEAD_MS = BURST * EACH_MS;

/**
 * The same bucket in the store, for all processes that share it: one row per key says how far ahead of time its calls
 * are. One statement, so that two processes cannot both take the last token, and no transaction that would wait for others.
 */
export async function takeShared(db: Db, key_id: string): Promise<boolean> {
  const now = storeNow(db);
  const from = sql<number>`case when api_key_rates.tat > ${now} then api_key_rates.tat else ${now} end`;
  const { rows } = await sql`
    insert into api_key_rates (key_id, tat) values (${key_id}, ${now} + ${sql.lit(EACH_MS)})
    on conflict (key_id) do update set tat = ${from} + ${sql.lit(EACH_MS)}
    where ${from} + ${sql.lit(EACH_MS)} - ${now} <= ${sql.lit(AHEAD_MS)}
    returning tat`.execute(db);
  return rows.length > 0;
}
