import { LRUCache } from 'lru-cache';
import type { Principal } from './principal';

/** A caller as last read; times in Unix milliseconds. `seen_at` is the last use the store knows of. */
export type CachedPrincipal = { principal: Principal; oem_id: string; seen_at: number; expires_at: number };

/** Of all callers, in bytes, and about what one takes with the permissions that were asked of them. */
const MOST_BYTES = 32 << 20;
export const PRINCIPAL_BYTES = 4_000;
const MOST_USES = 10_000;

/**
 * Principals by session or key. Only the embedded store's may be cached: there every change of users, roles, sessions
 * or keys passes through this process and clears the cache.
 */
export class PrincipalCache {
  readonly #known = new LRUCache<string, CachedPrincipal>({
    maxSize: MOST_BYTES,
    sizeCalculation: () => PRINCIPAL_BYTES,
  });
  /** When each session was used here, in Unix ms, of which the store may know nothing where it takes no write. */
  readonly #uses = new LRUCache<string, number>({ max: MOST_USES });
  #epoch = 0;
  constructor(readonly enabled: boolean) {}

  /** Changes when the cache is cleared: what was read under an older epoch may be stale. */
  get epoch(): number {
    return this.#epoch;
  }

  get(key: string): CachedPrincipal | undefined {
    return this.#known.get(key);
  }

  set(key: string, value: CachedPrincipal, epoch: number): void {
    if (this.enabled && epoch === this.#epoch) this.#known.set(key, value);
  }

  noteUse(session: string, at: number): void {
    this.#uses.set(session, at);
  }

  /** The last use that is known: of the store, or here. */
  lastUse(session: string, seen_at: number): number {
    return Math.max(seen_at, this.#uses.get(session) ?? 0);
  }

  clear(): void {
    this.#epoch++;
    this.#known.clear();
  }
}
