import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from '@/lib/api/errors';

const IDLE_MS = 60_000;
/** How much later than the thread that answers everybody a thread gets a core that both want (nice(2)). */
const NICE = 5;

/** A thread needs memory, processes and file descriptors, of which there may be none now. */
const NO_ROOM = new Set(['ERR_WORKER_INIT_FAILED', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

const hasNoRoom = (error: unknown) =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && NO_ROOM.has(error.code);

type Settings = Pick<
  NonNullable<ConstructorParameters<typeof Piscina>[0]>,
  'filename' | 'execArgv' | 'maxThreads' | 'resourceLimits' | 'workerData'
>;

/**
 * Threads that start when first needed and end when nothing was asked for a minute. Where one cannot start, those who wait
 * for it are refused with 503, and the next who asks has it tried again.
 */
export class Pool<Task, Answer> {
  #pool: Piscina<Task, Answer> | undefined;

  constructor(private readonly settings: Settings) {}

  async run(task: Task, transferList: Transferable[] = []): Promise<Answer> {
    const pool = this.#open();
    try {
      return await pool.run(task, { transferList });
    } catch (cause) {
      const isGivenUp = this.#pool !== pool;
      if (!isGivenUp && !hasNoRoom(cause)) throw cause;
      throw Object.assign(new AppError('err.unavailable', { headers: { 'Retry-After': '1' } }), { cause });
    }
  }

  /** Whether a thread runs, or is about to. */
  get hasThread(): boolean {
    return this.#pool !== undefined && this.#pool.threads.length > 0;
  }

  async destroy(): Promise<void> {
    await this.#pool?.destroy();
  }

  #open(): Piscina<Task, Answer> {
    if (this.#pool) return this.#pool;
    const pool = new Piscina<Task, Answer>({
      ...this.settings,
      minThreads: 0,
      idleTimeout: IDLE_MS,
      niceIncrement: NICE,
    });
    this.#pool = pool;
    // A thread that fails at no task of its own failed to start: the pool would start no other for those who wait.
    pool.on('error', () => {
      if (this.#pool === pool) this.#pool = undefined;
      void pool.destroy();
    });
    return pool;
  }
}
