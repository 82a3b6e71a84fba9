import { everyMinutes, periodic } from '@/lib/jobs/job';
import { CHAINS } from './chain';

export const jobs = [
  /** Verifies what is new in the chains; the checks themselves go on behind it, under leases of their own. */
  periodic({
    kind: 'audit.chains.check',
    every: everyMinutes(1),
    timeLimit: 60_000,
    run: async ({ runtime }) => {
      for (const chain of CHAINS) await runtime.chainChecks.start(chain, false);
    },
  }),
];
