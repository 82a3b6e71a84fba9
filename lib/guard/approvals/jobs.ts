import { queue } from '@/lib/jobs/job';
import { applyDue } from './apply';
import { APPLY } from './vocabulary';

export const jobs = [
  /** Brings a decision into effect when its time has come. */
  queue({
    kind: APPLY,
    concurrency: 1,
    batch: 1,
    timeLimit: 30_000,
    ahead: Number.POSITIVE_INFINITY,
    attempts: 20,
    run: ({ runtime }, messages) => {
      const domain_ids = messages.map((message) => message.object_id);
      // The store's clock says that it is time, which this machine's may not yet.
      return applyDue(runtime, Math.max(Date.now(), ...messages.map((message) => message.wanted_at)), domain_ids);
    },
  }),
];
