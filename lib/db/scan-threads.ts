import { Worker } from 'node:worker_threads';
import type { CompiledQuery } from 'kysely';

type Answer = { rows: unknown[] } | { error: { message: string; code: string } };
type Job = { query: CompiledQuery; resolve: (rows: unknown[]) => void; reject: (error: Error) => void };

/** Enough that one long search does not hold up everybody else's page. */
const THREADS = 2;
const WAITING = 64;

const storeError = (message: string, code: string) => Object.assign(new Error(message), { code });

const closing = () => storeError('the store is closing', 'SQLITE_INTERRUPT');

/** Threads that read the file, each one query at a time; started when first needed. */
export class ScanThreads {
  readonly #idle: Worker[] = [];
  readonly #busy = new Map<Worker, Job>();
  readonly #waiting: Job[] = [];
  #isClosed = false;

  constructor(readonly file: string) {}

  run(query: CompiledQuery): Promise<unknown[]> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(closing());
      if (this.#waiting.length >= WAITING) return reject(storeError('too many long reads at once', 'SQLITE_BUSY'));
      this.#waiting.push({ query, resolve, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#busy.size < THREADS ? this.#start() : undefined);
    const job = worker && this.#waiting.shift();
    if (!job) return;
    this.#busy.set(worker, job);
    worker.ref();
    worker.postMessage({ sql: job.query.sql, parameters: job.query.parameters });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./scan-worker.mjs', import.meta.url), { workerData: { file: this.file } });
    worker.on('message', (answer: Answer) => {
      const job = this.#take(worker);
      this.#idle.push(worker);
      // An idle thread keeps no process from ending.
      worker.unref();
      if ('rows' in answer) job?.resolve(answer.rows);
      else job?.reject(storeError(answer.error.message, answer.error.code));
      this.#next();
    });
    worker.on('error', (error) => this.#lose(worker, error.message));
    worker.on('exit', () => this.#lose(worker, 'the reading thread ended'));
    return worker;
  }

  #take(worker: Worker): Job | undefined {
    const job = this.#busy.get(worker);
    this.#busy.delete(worker);
    return job;
  }

  /** A thread that died takes its query with it; the next query starts another. */
  #lose(worker: Worker, message: string): void {
    this.#take(worker)?.reject(storeError(message, 'SQLITE_INTERRUPT'));
    const at = this.#idle.indexOf(worker);
    if (at >= 0) this.#idle.splice(at, 1);
    this.#next();
  }

  /** A query under way still runs to its end, since nothing can reach into it; nobody gets its answer. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of this.#waiting.splice(0)) job.reject(closing());
    await Promise.all([...this.#idle, ...this.#busy.keys()].map((worker) => worker.terminate()));
  }
}
