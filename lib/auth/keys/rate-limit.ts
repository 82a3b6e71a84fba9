import { LRUCache } from 'lru-cache';

/** Calls per second of one key, and how many may come at once (spec section 8). */
const PER_SECOND = 100;
const BURST = 100;
/** A bucket forgotten is a full one; so many keys at once cannot be busy in one process. */
const REMEMBERED_KEYS = 50_000;

/** A token bucket per key, in this process: several processes on one store each grant the rate. */
export class KeyRate {
  readonly #buckets = new LRUCache<string, { tokens: number; at: number }>({ max: REMEMBERED_KEYS });

  /** Takes a token where there is one. `at` is monotonic, in milliseconds. */
  take(key_id: string, at: number): boolean {
    let bucket = this.#buckets.get(key_id);
    if (!bucket) {
      bucket = { tokens: BURST, at };
      this.#buckets.set(key_id, bucket);
    }
    bucket.tokens = Math.min(BURST, bucket.tokens + ((at - bucket.at) * PER_SECOND) / 1000);
    bucket.at = at;
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }
}
