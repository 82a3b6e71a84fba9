import { everyMinutes, periodic } from '@/lib/jobs/job';
import { clockOf } from '@/lib/jobs/queue';
import { judgeRules } from './evaluate';
import { JUDGE } from './vocabulary';

export const jobs = [
  /** Judges alert rules once the events of a window have arrived. */
  periodic({
    kind: JUDGE,
    every: everyMinutes(1),
    timeLimit: 4 * 60_000,
    // A process whose clock is ahead would judge windows whose events are still to come.
    run: async ({ runtime, signal }) => judgeRules(runtime, await clockOf(runtime.store), signal),
  }),
];
