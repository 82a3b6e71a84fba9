import type { CompiledQuery } from 'kysely';
import Piscina from 'piscina';
import { CONNECTIONS } from '@/lib/queues/queues';

type Answer = { rows: unknown[] } | { error: { message: string; code: string } };

/** A thread keeps the pages that it read, so it stays for the next search. */
const IDLE_MS = 60_000;

const storeError = (message: string, code: string) => Object.assign(new Error(message), { code });

/** Threads that read the file, each one query at a time; started when first needed. */
export class ScanThreads {
  readonly #pool: Piscina<Pick<CompiledQuery, 'sql' | 'parameters'>, Answer>;
  #isClosed = false;

  constructor(file: string) {
    this.#pool = new Piscina({
      filename: new URL('./scan-worker.mjs', import.meta.url).href,
      ...{ minThreads: 0, maxThreads: CONNECTIONS.scans, idleTimeout: IDLE_MS, workerData: { file } },
    });
  }

  /** Rejects as a store that was interrupted where it closes meanwhile. */
  async run({ sql, parameters }: CompiledQuery): Promise<unknown[]> {
    if (this.#isClosed) throw storeError('the store is closing', 'SQLITE_INTERRUPT');
    const answer = await this.#pool.run({ sql, parameters }).catch((error: Error) => {
      throw storeError(error.message, 'SQLITE_INTERRUPT');
    });
    if ('error' in answer) throw storeError(answer.error.message, answer.error.code);
    return answer.rows;
  }

  /** A query under way still runs to its end, since nothing can reach into it; nobody gets its answer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#pool.destroy();
  }
}
