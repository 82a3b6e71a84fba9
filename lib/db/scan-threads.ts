import type { CompiledQuery } from 'kysely';
import { CONNECTIONS } from '@/lib/queues/queues';
import { Pool } from '@/lib/threads/pool';

type Answer = { rows: unknown[] } | { error: { message: string; code: string } };

const storeError = (message: string, code: string) => Object.assign(new Error(message), { code });

/** Threads that read the file, each one query at a time; each keeps the pages that it read for the next one. */
export class ScanThreads {
  readonly #pool: Pool<Pick<CompiledQuery, 'sql' | 'parameters'>, Answer>;
  #isClosed = false;

  constructor(file: string) {
    const filename = new URL('./scan-worker.mjs', import.meta.url).href;
    this.#pool = new Pool({ filename, maxThreads: CONNECTIONS.scans, workerData: { file } });
  }

  /** Rejects as a store that was interrupted where it closes meanwhile, or where no thread can start. */
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
