import { everyMinutes, periodic } from '@/lib/jobs/job';
import { CHAINS } from './chain';
import { pruneChains } from './prune';
import { pruneRevisions } from './prune-revisions';

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
  /** Deletes what is older than KEEP_AUDIT_DAYS, where an operator has set it. */
  periodic({
    kind: 'audit.chains.prune',
    every: everyMinutes(60),
    timeLimit: 5 * 60_000,
    run: pruneChains,
  }),
  /** Deletes revisions whose audit rows went, which are no object's last. */
  periodic({
    kind: 'audit.revisions.prune',
    every: everyMinutes(60),
    timeLimit: 5 * 60_000,
    run: pruneRevisions,
  }),
];
