import { periodic } from '@/lib/jobs/job';
import { clockOf } from '@/lib/jobs/queue';
import { checkRound } from './round';
import { CHECK, HOUR_MS } from './vocabulary';

export const jobs = [
  /** Checks the nodes of domains that switch by themselves, and switches them. */
  periodic({
    kind: CHECK,
    every: (config) => (config.DNS_PROVIDER === 'none' ? HOUR_MS : config.NODE_HEALTH_S * 1_000),
    timeLimit: 120_000,
    // By one clock, whichever process has this round and had the ones before.
    run: async ({ runtime, signal }) => checkRound(runtime, await clockOf(runtime.store), signal),
  }),
];
