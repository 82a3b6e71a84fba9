import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { firstAborted } from '@/lib/runtime/first-aborted';
import type { Serial } from './serial';

/** Length of the log from which on a commit also writes what is in it to its place in the file. */
export const CHECKPOINT_THRESHOLD = '48MB';
/** So long no log becomes. */
const NEVER = '1000TB';
/** Bytes that the log may have while the file is left as it is. */
const LONGEST_LOG_BYTES = 2 ** 30;
const WATCHED_EVERY_MS = 1_000;

/** When the engine writes what is in its log to its place in the file. */
export class Checkpoints {
  #isPaused = false;

  constructor(
    /** Of its own: another's may be in a transaction that failed. */
    private readonly connection: DuckDBConnection,
    private readonly writes: Serial,
    private readonly file: string,
  ) {}

  /** Now; where they are paused, with a commit after that. */
  async run(): Promise<void> {
    await this.writes.run(async () => {
      if (!this.#isPaused) await this.connection.run('CHECKPOINT');
    });
  }

  /**
   * Does work while the file has all that is stored now and nothing of it is written over: what is stored meanwhile goes to
   * the log. `ends` is aborted where the log has become too long; then, and once `signal` is, the work is to end.
   */
  async pausedFor(
    work: (ends: AbortSignal) => Promise<void>,
    signal: AbortSignal,
    longest = LONGEST_LOG_BYTES,
  ): Promise<void> {
    const full = new AbortController();
    const { signal: ends, release } = firstAborted(signal, full.signal);
    const watch = setInterval(() => {
      void this.#logBytes().then((length) => {
        if (length > longest) full.abort(new Error(`more than ${longest >> 20} MB were stored meanwhile`));
      });
    }, WATCHED_EVERY_MS);
    try {
      await this.#pause();
      ends.throwIfAborted();
      await work(ends);
    } finally {
      clearInterval(watch);
      release();
      await this.#resume();
    }
  }

  #pause(): Promise<void> {
    return this.writes.run(async () => {
      await this.connection.run('CHECKPOINT');
      this.#isPaused = true;
      await this.#setThreshold(NEVER);
      if ((await this.#logBytes()) > 0) throw new Error('some of what is stored is in the log alone');
    });
  }

  async #resume(): Promise<void> {
    await this.#setThreshold(CHECKPOINT_THRESHOLD);
    this.#isPaused = false;
  }

  async #setThreshold(length: string): Promise<void> {
    await this.connection.run(`SET GLOBAL checkpoint_threshold = '${length}'`);
  }

  /** The engine removes an empty log. */
  async #logBytes(): Promise<number> {
    return await stat(`${this.file}.wal`).then(
      ({ size }) => size,
      () => 0,
    );
  }
}
