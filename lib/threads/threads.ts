import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Transferable } from 'node:worker_threads';
import { type Outcome, unwrap } from './outcome';
import { Pool } from './pool';

type Bounds = { atOnce: number; maxHeapMb: number };

/** The program of a thread: as TypeScript beside the module that asks, bundled beside the server in production. */
function programOf(asker: string, name: string): { filename: string; execArgv: string[] } {
  const folder = path.dirname(fileURLToPath(asker));
  const source = path.join(folder, `${name}.ts`);
  if (existsSync(source)) return { filename: source, execArgv: ['--import', 'tsx'] };
  return { filename: path.join(folder, `${name}.js`), execArgv: [] };
}

/** Threads that run one program, for work that would stop the thread that answers everybody. */
export class Threads<Task, T> {
  readonly #pool: Pool<Task, Outcome<T>>;

  /** `asker` is the URL of the module beside the program; build.ts bundles every `*-thread.ts`. */
  constructor(asker: string, name: `${string}-thread`, { atOnce, maxHeapMb }: Bounds) {
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb };
    this.#pool = new Pool({ ...programOf(asker, name), maxThreads: atOnce, resourceLimits });
  }

  /** Rejects with the AppError that the work was refused with, or with err.unavailable where no thread can start. */
  async run(task: Task, transferList: Transferable[] = []): Promise<T> {
    return unwrap(await this.#pool.run(task, transferList));
  }

  get hasThread(): boolean {
    return this.#pool.hasThread;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }
}
