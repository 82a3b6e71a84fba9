import { runtimePart } from '@/lib/runtime/part';
import { openQueues, type Queues } from './queues';

declare module '@/lib/runtime/runtime' {
  interface Runtime {
    /** Scarce work, each kind in fair turns. */
    queues: Queues;
  }
}

export const queues = runtimePart({
  name: 'queues',
  open: ({ metrics, config }) => openQueues(metrics, config.CLICKHOUSE_URL ? 'clickhouse' : 'embedded'),
});
