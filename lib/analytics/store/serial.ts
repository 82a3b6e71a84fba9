import { StoreFailure } from '@/lib/db/dialect';

/** Runs work one piece after another until it is closed. */
export class Serial {
  #last: Promise<unknown> = Promise.resolve();
  isClosed = false;

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.isClosed) throw new StoreFailure('the event store is closed');
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Refuses new work, and resolves once what was accepted has ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.#last;
  }
}
