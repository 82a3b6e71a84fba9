import { periodic } from '@/lib/jobs/job';
import { checkRound } from './round';
import { CHECK, HOUR_MS } from './vocabulary';

export const jobs = [
  /** Checks the nodes of domains that switch by themselves, and switches them. */
  periodic({
    kind: CHECK,
    every: (config) => (config.DNS_PROVIDER === 'none' ? HOUR_MS : config.NODE_HEALTH_S * 1_000),
    timeLimit: 120_000,
    run: ({ runtime, signal }) => checkRound(runtime, Date.now(), signal),
  }),
];
