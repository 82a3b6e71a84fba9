import { queue } from '@/lib/jobs/job';
import { judgeDeliveries } from './judge';
import { JUDGE_DELIVERIES } from './vocabulary';

export const jobs = [
  /** Raises alerts about what nodes could not run, and notes where they run it after all. */
  queue({
    kind: JUDGE_DELIVERIES,
    concurrency: 1,
    // An nginx that does not start fails every domain of its node at once.
    batch: 100,
    timeLimit: 60_000,
    attempts: 20,
    run: judgeDeliveries,
  }),
];
