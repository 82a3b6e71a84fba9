import { everyMinutes, periodic, queue } from '@/lib/jobs/job';
import { DAY_MS, prune } from '@/lib/jobs/prune';
import { applyAffairs } from './apply';
import { deleteAffairs } from './repository';
import { APPLY } from './vocabulary';

const KEEP_AFFAIRS_DAYS = 180;

export const jobs = [
  /** Brings records into DNS, domain by domain. An affair itself says when it is given up, so its message never is. */
  queue({
    kind: APPLY,
    concurrency: 4,
    batch: 1,
    share: { perOwner: 2 },
    // Listing, writing and asking four times, each within DNS_MS or a little more.
    timeLimit: 60_000,
    attempts: 1_000,
    run: applyAffairs,
  }),
  periodic({
    kind: 'guard.schedules.forget',
    every: everyMinutes(60),
    timeLimit: 60_000,
    run: (work) => {
      const before = work.now - KEEP_AFFAIRS_DAYS * DAY_MS;
      return prune(work, (tx, limit) => deleteAffairs(tx, before, limit));
    },
  }),
];
