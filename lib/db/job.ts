import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import { StoreFailure } from './dialect';
import type { Tx } from './store';

/**
 * How long work may leave its transaction idle, in milliseconds. All that others write waits for it on the embedded
 * store, and for its locks on PostgreSQL.
 */
const MOST_IDLE_MS = 10_000;

/** Knows when a transaction was last used, and refuses what is asked of it once its work is over. */
class Use implements KyselyPlugin {
  #at = performance.now();
  #isOver = false;

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (this.#isOver) throw new StoreFailure('the transaction of this work is over');
    this.#at = performance.now();
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    this.#at = performance.now();
    return result;
  }

  get idleMs(): number {
    return performance.now() - this.#at;
  }

  end(): void {
    this.#isOver = true;
  }
}

/**
 * Runs one caller's work in a transaction that it can use no longer than until it ends. Work that leaves the transaction
 * idle for `mostIdleMs` has failed with a StoreFailure, whatever it still waits for.
 */
export async function runJob<T>(tx: Tx, work: (tx: Tx) => Promise<T>, mostIdleMs = MOST_IDLE_MS): Promise<T> {
  const use = new Use();
  let timer: NodeJS.Timeout | undefined;
  const hung = new Promise<never>((_, reject) => {
    const check = () => {
      const left = mostIdleMs - use.idleMs;
      if (left > 0) timer = setTimeout(check, left);
      else reject(new StoreFailure(`the work left its transaction idle for ${mostIdleMs} ms`));
    };
    timer = setTimeout(check, mostIdleMs);
  });
  try {
    return await Promise.race([work(tx.withPlugin(use)), hung]);
  } finally {
    clearTimeout(timer);
    use.end();
  }
}
