import type { Principal } from './principal';

/** A caller as last read; times in Unix milliseconds. `seen_at` is the last use the store knows of. */
export type Remembered = { principal: Principal; oem_id: string; seen_at: number; expires_at: number };

/**
 * Principals by session or key. Only the embedded store may remember them: there every change of users, roles, sessions
 * or keys passes through this process and clears the memory.
 */
export class PrincipalMemory {
  readonly #known = new Map<string, Remembered>();
  #epoch = 0;
  constructor(readonly enabled: boolean) {}

  /** Changes when the memory is cleared: what was read under an older epoch may be stale. */
  get epoch(): number {
    return this.#epoch;
  }

  get(key: string): Remembered | undefined {
    return this.#known.get(key);
  }

  set(key: string, value: Remembered, epoch: number): void {
    if (!this.enabled || epoch !== this.#epoch) return;
    if (this.#known.size >= 10_000) this.#known.clear();
    this.#known.set(key, value);
  }

  clear(): void {
    this.#epoch++;
    this.#known.clear();
  }
}
