import type { Behalf } from '@/lib/queues/behalf';
import type { FairQueue } from '@/lib/queues/fair-queue';
import { CERTIFICATE_THREADS } from '@/lib/queues/queues';
import { Threads } from '@/lib/threads/threads';
import type { CertTask, Given, Read, Reading } from './cert-thread';

/** Reads certificates and keys beside the thread that answers, in fair turns. Nothing of them is kept. */
export class CertReader {
  readonly #threads = new Threads<CertTask, Read<Reading>>(import.meta.url, 'cert-thread', {
    atOnce: CERTIFICATE_THREADS,
    maxHeapMb: 128,
  });

  constructor(private readonly queue: FairQueue) {}

  /** What a function of content.ts answers. Rejects as that throws, and as the queue does. */
  read<R extends Reading>({ owner }: Behalf, reading: R, ...given: Given<R>): Promise<Read<R>> {
    const task = { reading, given } as CertTask;
    return this.queue.run(owner, () => this.#threads.run(task) as Promise<Read<R>>);
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
