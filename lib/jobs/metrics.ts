import { Gauge, type Registry } from 'prom-client';
import type { Store } from '@/lib/db/store';
import { type Counts, countsOf } from './state';

/** Figures of the work after the commit, read from the store when they are asked for. */
export function countJobs(registry: Registry, store: Store, kinds: readonly string[]): void {
  const gauge = (name: string, help: string, value: (counts: Counts) => number) =>
    new Gauge({
      name: `parapet_jobs_${name}`,
      help,
      labelNames: ['kind'],
      registers: [registry],
      async collect() {
        for (const [kind, counts] of await countsOf(store, kinds)) this.set({ kind }, value(counts));
      },
    });
  gauge('waiting', 'Messages waiting to be done', (counts) => counts.waiting);
  gauge('running', 'Objects that a run of some process has', (counts) => counts.running);
  gauge('failed', 'Messages that are tried no more', (counts) => counts.failed);
  gauge('oldest_seconds', 'Age of the oldest message that is due', (counts) => counts.oldest_ms / 1000);
}
