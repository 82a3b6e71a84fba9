import { everyMinutes, periodic } from '@/lib/jobs/job';
import { prune } from '@/lib/jobs/prune';
import { deleteExpired } from './repository';

export const jobs = [
  /** Removes sessions nobody can use any more. */
  periodic({
    kind: 'auth.session.expire',
    every: everyMinutes(10),
    timeLimit: 60_000,
    run: (work) => {
      const idleMs = work.runtime.config.SESSION_IDLE_S * 1000;
      return prune(work, (tx, limit) => deleteExpired(tx, work.now, idleMs, limit));
    },
  }),
];
