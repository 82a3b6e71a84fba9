import type { Store } from '@/lib/db/store';
import type { Logger } from '@/lib/log/logger';
import type { Metrics } from '@/lib/log/metrics';
import { insertKeyEvents, type KeyEvent, touchKey } from './repository';

const FLUSH_MS = 200;
const FLUSH_ROWS = 500;
const RETRY_MS = 1_000;
/** Rows waiting beyond this are dropped and counted: a store that is slow or away must not hold calls up. */
const MAX_WAITING = 20_000;

type Use = { at: number; ip: string };

/**
 * The calls made with keys, written behind the answers: at the latest FLUSH_MS later in one transaction, before any
 * read of them, and when the process stops. A crash loses what waits (docs/api-keys.md).
 */
export class CallLog {
  readonly #waiting: KeyEvent[] = [];
  readonly #uses = new Map<string, Use>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(
    private readonly store: Store,
    private readonly metrics: Metrics,
    private readonly log: Logger,
    private readonly limit = MAX_WAITING,
  ) {}

  /** Takes a call; never waits, never throws. */
  add(event: KeyEvent): void {
    if (this.#isClosed || this.#waiting.length >= this.limit) {
      this.metrics.keyCallsDropped.inc();
      return;
    }
    this.#waiting.push(event);
    if (this.#waiting.length === FLUSH_ROWS) this.#behind();
    this.#schedule(FLUSH_MS);
  }

  /** Notes that a key was used; written with the next calls. */
  used(key_id: string, use: Use): void {
    this.#uses.set(key_id, use);
  }

  /** Resolves when everything taken before is stored. Rejects where the store refuses; nothing is lost by that. */
  flush(): Promise<void> {
    const written = this.#writing.then(() => this.#write());
    this.#writing = written.catch(() => undefined);
    return written;
  }

  /** Writes what waits; later calls are dropped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.flush().catch((err: unknown) => {
      this.log.error({ err, rows: this.#waiting.length }, 'calls with API keys could not be recorded');
    });
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#behind();
    }, ms).unref();
  }

  #behind(): void {
    this.flush().catch((err: unknown) => {
      this.log.warn({ err, rows: this.#waiting.length }, 'calls with API keys wait to be recorded');
      this.#schedule(RETRY_MS);
    });
  }

  async #write(): Promise<void> {
    const uses = [...this.#uses];
    let left = this.#waiting.length;
    while (left > 0 || uses.length > 0) {
      const events = this.#waiting.slice(0, Math.min(left, FLUSH_ROWS));
      const touched = uses.splice(0);
      await this.store.transaction(async (tx) => {
        await insertKeyEvents(tx, events);
        // In one order everywhere, so that two processes cannot wait for each other's rows.
        for (const [key_id, use] of touched.sort(([a], [b]) => (a < b ? -1 : 1))) await touchKey(tx, key_id, use);
      });
      this.#waiting.splice(0, events.length);
      left -= events.length;
      for (const [key_id, use] of touched) if (this.#uses.get(key_id) === use) this.#uses.delete(key_id);
    }
  }
}
