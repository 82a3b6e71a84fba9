import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { AppError } from '@/lib/api/errors';
import type { Locale } from '@/lib/i18n/locales';
import type { OwnersOf, ReadBatch } from './batch';
import type { ReadOutcome, ReadTask } from './reader-thread';

const IDLE_MS = 60_000;
const MAX_HEAP_MB = 256;

/** The thread's program lies beside this one: bundled as JavaScript in production, as TypeScript elsewhere. */
function program(): { filename: string; execArgv: string[] } {
  const own = fileURLToPath(import.meta.url);
  const isSource = own.endsWith('.ts');
  const filename = path.join(path.dirname(own), isSource ? 'reader-thread.ts' : 'reader-thread.js');
  return { filename, execArgv: isSource ? ['--import', 'tsx'] : [] };
}

/** Reads batches on a thread of its own, one after another; the thread ends when there is nothing to read. */
export class BatchReader {
  #pool: Piscina | undefined;

  /** As readBatch. `ownersOf` is asked on this thread. Rejects with AppError 400 where the body is no batch. */
  async read(body: Uint8Array, locale: Locale, ownersOf: OwnersOf): Promise<ReadBatch> {
    const { port1, port2 } = new MessageChannel();
    const asked = new Promise<never>((_, reject) => {
      port1.once('message', (hosts: string[]) => {
        ownersOf(hosts).then((owners) => port1.postMessage(owners), reject);
      });
    });
    const task: ReadTask = { body, locale, port: port2 };
    try {
      const outcome: ReadOutcome = await Promise.race([this.#open().run(task, { transferList: [port2] }), asked]);
      if ('refused' in outcome) throw new AppError(outcome.refused.errKey, outcome.refused.details);
      return outcome;
    } finally {
      port1.close();
    }
  }

  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  #open(): Piscina {
    this.#pool ??= new Piscina({
      ...program(),
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    return this.#pool;
  }
}
