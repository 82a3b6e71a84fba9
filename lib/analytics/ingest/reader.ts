import { MessageChannel } from 'node:worker_threads';
import type { Locale } from '@/lib/i18n/locales';
import { Threads } from '@/lib/threads/threads';
import { NO_VALUES } from '../store/store';
import type { OwnersOf, ReadBatch } from './batch';
import type { LogLines, ReadLog } from './log-lines';
import type { ReadTask } from './reader-thread';

const NOTHING: LogLines = {
  header: { batch_id: '', format: 'nginx_json', file: '', first_line: 1, shift_ms: 0, hosts: {} },
  lines: [],
  values: NO_VALUES,
};

/** Reads batches on a thread of its own, one after another. */
export class BatchReader {
  readonly #threads = new Threads<ReadTask, ReadBatch | ReadLog>(import.meta.url, 'reader-thread', {
    atOnce: 1,
    maxHeapMb: 256,
  });

  /** As readBatch. `ownersOf` is asked on this thread. Rejects with AppError 400 where the body is no batch. */
  read(body: Uint8Array, locale: Locale, ownersOf: OwnersOf): Promise<ReadBatch> {
    return this.#run({ body, locale }, ownersOf);
  }

  /** As readLogLines. */
  readLog(log: LogLines, locale: Locale, ownersOf: OwnersOf): Promise<ReadLog> {
    return this.#run({ log, locale }, ownersOf) as Promise<ReadLog>;
  }

  /** Starts the thread where there is none, which takes some 0.3 s. Where it cannot start, whoever reads next gets the error. */
  start(): void {
    if (!this.#threads.hasThread) void this.readLog(NOTHING, 'en-US', async () => []).catch(() => undefined);
  }

  async #run(task: DistributiveOmit<ReadTask, 'port'>, ownersOf: OwnersOf): Promise<ReadBatch | ReadLog> {
    const { port1, port2 } = new MessageChannel();
    const asked = new Promise<never>((_, reject) => {
      port1.once('message', (hosts: string[]) => {
        ownersOf(hosts).then((owners) => port1.postMessage(owners), reject);
      });
    });
    try {
      return await Promise.race([this.#threads.run({ ...task, port: port2 }, [port2]), asked]);
    } finally {
      port1.close();
    }
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
