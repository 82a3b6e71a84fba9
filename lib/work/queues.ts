import { availableParallelism } from 'node:os';
import type { Metrics } from '@/lib/log/metrics';
import { FairQueue } from './fair-queue';

/**
 * The scarce work of a process, each kind in turns of its own. A piece of work that is expected to take long has few
 * waiting places: who would wait longer than a minute had better try again later.
 */
export function openQueues({ queues: figures }: Metrics) {
  const queue = (name: string, bounds: Omit<ConstructorParameters<typeof FairQueue>[0], 'name' | 'figures'>) =>
    new FairQueue({ name, ...bounds, figures: figures(name) });
  return {
    /** A password takes a core for about 45 ms and 19 MiB; one account takes half of the cores at most. */
    passwords: queue('passwords', {
      atOnce: Math.min(4, Math.max(2, availableParallelism())),
      atOncePerAccount: Math.min(2, Math.max(1, Math.floor(availableParallelism() / 2))),
      waiting: 64,
      waitingPerAccount: 8,
    }),
  };
}

export type Queues = ReturnType<typeof openQueues>;
