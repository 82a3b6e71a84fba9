import { everyMinutes, periodic } from '@/lib/jobs/job';
import { DAY_MS, prune } from '@/lib/jobs/prune';
import { deleteKeyEvents } from './repository';

export const jobs = [
  /** Removes calls with API keys that are older than KEEP_KEY_CALLS_DAYS. */
  periodic({
    kind: 'auth.keys.forget',
    every: everyMinutes(60),
    timeLimit: 5 * 60_000,
    run: (work) => {
      const before = work.now - work.runtime.config.KEEP_KEY_CALLS_DAYS * DAY_MS;
      return prune(work, (tx, limit) => deleteKeyEvents(tx, before, limit));
    },
  }),
];
