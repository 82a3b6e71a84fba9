import { everyMinutes, periodic } from '@/lib/jobs/job';
import { judgeRules } from './evaluate';
import { JUDGE } from './vocabulary';

export const jobs = [
  /** Judges alert rules once the events of a window have arrived. */
  periodic({
    kind: JUDGE,
    every: everyMinutes(1),
    timeLimit: 4 * 60_000,
    run: ({ runtime, signal }) => judgeRules(runtime, Date.now(), signal),
  }),
];
