import { availableParallelism } from 'node:os';
import type { Metrics } from '@/lib/log/metrics';
import { FairQueue } from './fair-queue';

/** The scarce work of a process, each kind in turns of its own. */
export function openQueues({ queues: figures }: Metrics) {
  const queue = (name: string, bounds: Omit<ConstructorParameters<typeof FairQueue>[0], 'name' | 'figures'>) =>
    new FairQueue({ name, ...bounds, figures: figures(name) });
  return {
    /** A password takes a core for about 45 ms and 19 MiB; one account takes half of the cores at most. */
    passwords: queue('passwords', {
      atOnce: Math.min(4, Math.max(2, availableParallelism())),
      atOncePerAccount: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))),
      waiting: 256,
      waitingPerAccount: 32,
    }),
    /** Outbound connections of probes (spec section 8: 32 in a process, 8 of a request, in 25 s). */
    probes: queue('probes', { atOnce: 32, atOncePerAccount: 16, waiting: 1_000, waitingPerAccount: 200 }),
    /** Charts; a request has up to 20 of them. */
    charts: queue('charts', { atOnce: 4, atOncePerAccount: 2, waiting: 400, waitingPerAccount: 100 }),
    /** Files that are being sent, each until its last byte or until its reader takes nothing any more. */
    exports: queue('exports', { atOnce: 32, atOncePerAccount: 4, waiting: 64, waitingPerAccount: 8 }),
    /**
     * Batches of events, from the reading of their lines to their commit: up to 8 MB each while they wait, some five times
     * that afterwards. A sender whose batch has no room keeps it.
     */
    ingestion: queue('ingestion', { atOnce: 4, atOncePerAccount: 3, waiting: 10, waitingPerAccount: 5 }),
  };
}

export type Queues = ReturnType<typeof openQueues>;
