import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import type { FairQueue } from '@/lib/queues/fair-queue';
import { currentOwner } from '@/lib/queues/on-behalf';
import { libsqlLanguage } from './libsql-driver';
import type { ReadCache } from './read-cache';
import { ScanThreads } from './scan-threads';

class ScanConnection implements DatabaseConnection {
  constructor(
    readonly threads: ScanThreads,
    readonly cache: ReadCache,
    readonly queue: FairQueue,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const inTurn = () => this.queue.run(currentOwner(), () => this.threads.run(query));
    return { rows: (await this.cache.read(query, inTurn)) as R[] };
  }

  // biome-ignore lint/correctness/useYield: a thread answers all rows at once
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('a scan does not stream');
  }
}

class ScanDriver implements Driver {
  readonly #threads: ScanThreads;
  readonly #connection: ScanConnection;

  constructor(file: string, cache: ReadCache, queue: FairQueue) {
    this.#threads = new ScanThreads(file);
    this.#connection = new ScanConnection(this.#threads, cache, queue);
  }

  async init() {}

  async acquireConnection() {
    return this.#connection;
  }

  async releaseConnection() {}

  beginTransaction = refuse;
  commitTransaction = refuse;
  rollbackTransaction = refuse;

  destroy() {
    return this.#threads.close();
  }
}

async function refuse(): Promise<never> {
  throw new Error('a scan only reads');
}

/** Kysely over other threads: queries are compiled here and run there, so that a long one does not stop the process. */
export function scanDialect(file: string, cache: ReadCache, queue: FairQueue): Dialect {
  return { ...libsqlLanguage, createDriver: () => new ScanDriver(file, cache, queue) };
}
