import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { type Outcome, unwrap } from './outcome';

const IDLE_MS = 60_000;

type Bounds = { atOnce: number; maxHeapMb: number };

/** The program of a thread: as TypeScript beside the module that asks, bundled beside the server in production. */
function programOf(asker: string, name: string): { filename: string; execArgv: string[] } {
  const folder = path.dirname(fileURLToPath(asker));
  const source = path.join(folder, `${name}.ts`);
  if (existsSync(source)) return { filename: source, execArgv: ['--import', 'tsx'] };
  return { filename: path.join(folder, `${name}.js`), execArgv: [] };
}

/**
 * Threads that run one program, for work that would stop the thread that answers everybody. They start when first
 * needed and end when nothing was asked for a minute.
 */
export class Threads<Task, T> {
  readonly #bounds: Bounds;
  readonly #program: { filename: string; execArgv: string[] };
  #pool: Piscina<Task, Outcome<T>> | undefined;

  /** `asker` is the URL of the module beside the program; build.ts bundles every `*-thread.ts`. */
  constructor(asker: string, name: `${string}-thread`, bounds: Bounds) {
    this.#program = programOf(asker, name);
    this.#bounds = bounds;
  }

  /** Rejects with the AppError that the work was refused with. */
  async run(task: Task, transferList: Transferable[] = []): Promise<T> {
    return unwrap(await this.#open().run(task, { transferList }));
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  #open(): Piscina<Task, Outcome<T>> {
    this.#pool ??= new Piscina({
      ...this.#program,
      minThreads: 0,
      maxThreads: this.#bounds.atOnce,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: this.#bounds.maxHeapMb },
    });
    return this.#pool;
  }
}
