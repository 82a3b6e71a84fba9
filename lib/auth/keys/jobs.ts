import { everyMinutes, periodic } from '@/lib/jobs/job';
import { DAY_MS, prune, pruneWithAudit } from '@/lib/jobs/prune';
import { deleteCalls, deleteEndedKeys, deleteManagement } from './repository';

export const jobs = [
  /**
   * Removes calls with API keys that are older than KEEP_KEY_CALLS_DAYS, and as far as the audit log is pruned what was done to
   * keys and those that expired.
   */
  periodic({
    kind: 'auth.keys.forget',
    every: everyMinutes(60),
    timeLimit: 5 * 60_000,
    run: async (work) => {
      const before = work.now - work.runtime.config.KEEP_KEY_CALLS_DAYS * DAY_MS;
      await prune(work, (tx, limit) => deleteCalls(tx, before, limit));
      await pruneWithAudit(work, deleteManagement);
      await pruneWithAudit(work, deleteEndedKeys);
    },
  }),
];
