/** Ends what was opened, the last first. */
export class Closers {
  readonly #closers: (() => Promise<void>)[] = [];

  add(close: () => Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything, also when some of it fails; rejects then with the failure, or with all of them. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closers.pop(); close; close = this.#closers.pop()) {
      await close().catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 1) throw new AggregateError(failures, 'the runtime could not be closed');
    if (failures.length === 1) throw failures[0];
  }
}
