/**
 * Brings commits to disk that were not waited for, many at once. A transaction that commits without waiting for the disk
 * lets go of its locks at once, the audit chain's above all, so that those of others do not wait for a sync each.
 */
export class Flush<T = void> {
  #underway: Promise<unknown> = Promise.resolve();
  #next: Promise<T> | undefined;

  /** `toDisk` resolves when all that was committed before it was called is on disk. */
  constructor(private readonly toDisk: () => Promise<T>) {}

  /** Resolves with what `toDisk` says when all that is committed by now is on disk; rejects where nobody knows. */
  flushed(): Promise<T> {
    if (this.#next) return this.#next;
    const begin = () => {
      this.#next = undefined;
      const flushing = this.toDisk();
      this.#underway = flushing;
      return flushing;
    };
    this.#next = this.#underway.then(begin, begin);
    return this.#next;
  }
}
