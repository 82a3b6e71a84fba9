import { everyMinutes, periodic } from '@/lib/jobs/job';
import { pruneWithAudit } from '@/lib/jobs/prune';
import { deleteEnrolments } from './repository';

export const jobs = [
  /** Removes tokens of nodes that expired, as far as the audit log is pruned. */
  periodic({
    kind: 'guard.node-enrolments.forget',
    every: everyMinutes(60),
    timeLimit: 5 * 60_000,
    run: (work) => pruneWithAudit(work, deleteEnrolments),
  }),
];
