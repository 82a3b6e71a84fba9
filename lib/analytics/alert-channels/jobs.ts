import { queue } from '@/lib/jobs/job';
import { DELIVER, deliver, LAST_TURN_MS } from './deliver';

export const jobs = [
  /** Sends alerts, each through each channel on its own: what fails is tried again without the rest. */
  queue({
    kind: DELIVER,
    concurrency: 8,
    batch: 1,
    // A send may take ten seconds of its receiver: two of the eight are what one account's receivers can make wait.
    share: { perOwner: 2 },
    timeLimit: 30_000,
    ahead: LAST_TURN_MS,
    // Over 17 minutes: longer than DingTalk takes nothing from a robot that sent too much.
    attempts: 11,
    run: async (work, messages) => {
      for (const message of messages) await deliver(work, message);
    },
  }),
];
