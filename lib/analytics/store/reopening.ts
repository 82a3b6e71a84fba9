import { setTimeout as pause } from 'node:timers/promises';
import { StoreFailure } from '@/lib/db/dialect';
import { duckdbDialect } from './dialect';
import type { DuckdbStore } from './duckdb';
import { explained } from './duckdb-transaction';
import {
  type AnalyticsStore,
  type Asking,
  type BatchResult,
  type IngestBatch,
  type KeptIds,
  OutcomeUnknown,
  type Pruned,
  type ReadLines,
  type Retention,
  type Row,
  type StoreStats,
} from './store';

/** Attempts to open the store again are first so far apart, then each twice as far as the one before. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 5_000;

const INVALIDATED = /database has been invalidated/;

/** Whether the engine serves nothing more, as after a sync that failed; errors of the layers above have its own as their cause. */
function isInvalidated(error: unknown): boolean {
  return error instanceof Error && (INVALIDATED.test(error.message) || isInvalidated(error.cause));
}

/**
 * The embedded store, which is closed and opened again when its engine serves nothing more. Until that succeeds all but
 * `version` and `rollupSince` reject with StoreFailure.
 */
export class ReopeningStore implements AnalyticsStore {
  readonly dialect = duckdbDialect;
  #store: DuckdbStore;
  /** Changes of those that were closed. */
  #earlier = 0;
  #reopened: Promise<void> | undefined;
  readonly #closing = new AbortController();

  private constructor(
    store: DuckdbStore,
    private readonly openStore: () => Promise<DuckdbStore>,
    private readonly onFailure: (error: unknown) => void,
  ) {
    this.#store = store;
  }

  /** `onFailure` hears why the store is opened again, and of each attempt that failed. */
  static async open(
    openStore: () => Promise<DuckdbStore>,
    onFailure: (error: unknown) => void,
  ): Promise<ReopeningStore> {
    return new ReopeningStore(await openStore(), openStore, onFailure);
  }

  insert(batches: readonly IngestBatch[]): Promise<BatchResult[]> {
    return this.#use((store) => store.insert(batches));
  }

  readLines(lines: Uint8Array, shiftMs: number, node_id?: string): Promise<ReadLines> {
    return this.#use((store) => store.readLines(lines, shiftMs, node_id));
  }

  query(sql: string, values?: readonly string[], asking?: Asking): Promise<Row[]> {
    return this.#use((store) => store.query(sql, values, asking));
  }

  keepIds(ids: readonly string[]): Promise<KeptIds> {
    return this.#use((store) => store.keepIds(ids));
  }

  rollupSince(name: string): number {
    return this.#store.rollupSince(name);
  }

  version(): number {
    return this.#earlier + this.#store.version();
  }

  compact(): Promise<void> {
    return this.#use((store) => store.compact());
  }

  prune(before: Retention, signal?: AbortSignal): Promise<Pruned> {
    return this.#use((store) => store.prune(before, signal));
  }

  pruneDomains(domain_ids: readonly string[], before: number, signal?: AbortSignal): Promise<number> {
    return this.#use((store) => store.pruneDomains(domain_ids, before, signal));
  }

  forgetDomain(domainId: string): Promise<void> {
    return this.#use((store) => store.forgetDomain(domainId));
  }

  stats(): Promise<StoreStats> {
    return this.#use((store) => store.stats());
  }

  pauseCheckpoints(work: (ends: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    return this.#use((store) => store.pauseCheckpoints(work, signal));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#reopened;
    await this.#store.close();
  }

  async #use<T>(work: (store: DuckdbStore) => Promise<T>): Promise<T> {
    if (this.#reopened) throw new StoreFailure('the event store is being opened again');
    const store = this.#store;
    try {
      return await work(store);
    } catch (error) {
      if (isInvalidated(error)) this.#reopen(store, error);
      if (error instanceof OutcomeUnknown) throw error;
      const isLost = this.#reopened !== undefined || this.#store !== store;
      throw isLost ? new StoreFailure('the event store failed meanwhile', { cause: error }) : explained(error);
    }
  }

  #reopen(failed: DuckdbStore, error: unknown): void {
    if (this.#store !== failed || this.#reopened || this.#closing.signal.aborted) return;
    this.onFailure(error);
    this.#reopened = this.#replace(failed).finally(() => {
      this.#reopened = undefined;
    });
  }

  /** The failed one is closed first, so that no two have the file and its memory. */
  async #replace(failed: DuckdbStore): Promise<void> {
    await failed.close();
    for (let wait = FIRST_WAIT_MS; !this.#closing.signal.aborted; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      try {
        this.#store = await this.openStore();
        // A batch of unknown outcome may be in it, too.
        this.#earlier += failed.version() + 1;
        return;
      } catch (error) {
        this.onFailure(error);
      }
      await pause(wait, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }
}
