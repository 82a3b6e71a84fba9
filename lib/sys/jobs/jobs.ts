import { everyMinutes, periodic } from '@/lib/jobs/job';
import { DAY_MS, prune } from '@/lib/jobs/prune';
import { deleteFailed } from '@/lib/jobs/queue';

export const jobs = [
  /** Removes messages that failed for good more than KEEP_FAILED_JOBS_DAYS ago. */
  periodic({
    kind: 'sys.jobs.forget',
    every: everyMinutes(60),
    timeLimit: 60_000,
    run: (work) => {
      const before = work.now - work.runtime.config.KEEP_FAILED_JOBS_DAYS * DAY_MS;
      return prune(work, (tx, limit) => deleteFailed(tx, before, limit));
    },
  }),
];
