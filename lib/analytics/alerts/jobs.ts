import { everyMinutes, periodic } from '@/lib/jobs/job';
import { DAY_MS, prune } from '@/lib/jobs/prune';
import { deleteAlerts } from './repository';

export const jobs = [
  /** Removes alerts that fired more than KEEP_ALERTS_DAYS ago. */
  periodic({
    kind: 'analytics.alerts.forget',
    every: everyMinutes(60),
    timeLimit: 60_000,
    run: (work) => {
      const before = work.now - work.runtime.config.KEEP_ALERTS_DAYS * DAY_MS;
      return prune(work, (tx, limit) => deleteAlerts(tx, before, limit));
    },
  }),
];
