import type { DuckDBConnection } from '@duckdb/node-api';

/** Charts ask one query after another: between two of them nothing long begins. */
const LULL_MS = 10;
/** Work waits so long at most in each period. */
const PERIOD_MS = 5_000;
export const LONGEST_WAIT_MS = 1_500;

/**
 * Lets queries, for which somebody waits, go before work that has time. The statement that runs meanwhile runs on; the next one
 * begins when no query is under way, or when work waited for as long as it may.
 */
export class Precedence {
  #queries = 0;
  /** Queries are under way, or were a moment ago. */
  #isBusy = false;
  #lull: NodeJS.Timeout | undefined;
  #pause: Promise<void> | undefined;
  #resume: () => void = () => undefined;
  #period = Number.NEGATIVE_INFINITY;
  #waited = 0;

  /** Runs a query, before which no work begins. */
  async first<T>(query: () => Promise<T>): Promise<T> {
    this.#queries += 1;
    this.#isBusy = true;
    clearTimeout(this.#lull);
    try {
      return await query();
    } finally {
      this.#queries -= 1;
      if (this.#queries === 0) this.#lull = setTimeout(() => this.#end(), LULL_MS);
    }
  }

  /** Resolves when work may begin. */
  async turn(): Promise<void> {
    if (!this.#isBusy) return;
    this.#pause ??= this.#wait().finally(() => {
      this.#pause = undefined;
    });
    await this.#pause;
  }

  #end(): void {
    this.#isBusy = false;
    this.#resume();
  }

  async #wait(): Promise<void> {
    const now = performance.now();
    if (now - this.#period >= PERIOD_MS) {
      this.#period = now;
      this.#waited = 0;
    }
    const left = LONGEST_WAIT_MS - this.#waited;
    if (left <= 0) return;
    await new Promise<void>((resolve) => {
      const late = setTimeout(resolve, left);
      this.#resume = () => {
        clearTimeout(late);
        resolve();
      };
    });
    this.#waited += performance.now() - now;
  }
}

const STATEMENTS: readonly PropertyKey[] = ['run', 'runAndReadAll'] satisfies (keyof DuckDBConnection)[];

/** A connection whose statements begin in their turn. */
export function inTurn(connection: DuckDBConnection, precedence: Precedence): DuckDBConnection {
  return new Proxy(connection, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (!STATEMENTS.includes(name)) return value.bind(target);
      return async (...given: unknown[]) => {
        await precedence.turn();
        return value.apply(target, given);
      };
    },
  });
}
