import type { CompiledQuery } from 'kysely';
import type { Behalf } from '@/lib/queues/behalf';
import type { FairQueue } from '@/lib/queues/fair-queue';
import type { ReadCache } from './read-cache';
import type { Reader } from './read-only';
import { ScanThreads } from './scan-threads';

/** Reads on other threads, in fair turns, so that a long query does not stop the process. */
export class ScanReader implements Reader {
  readonly #threads: ScanThreads;

  constructor(
    file: string,
    readonly cache: ReadCache,
    readonly queue: FairQueue,
  ) {
    this.#threads = new ScanThreads(file);
  }

  async rows(query: CompiledQuery, behalf: Behalf): Promise<readonly unknown[]> {
    return this.cache.read(query, () => this.queue.run(behalf.owner, () => this.#threads.run(query)));
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
