import { everyMinutes, periodic, queue } from '@/lib/jobs/job';
import { auditPrunedBefore, prune } from '@/lib/jobs/prune';
import { applyDue } from './apply';
import { deleteDecisions, oldDecisions } from './repository';
import { APPLY } from './vocabulary';

/** Decisions of one run; the next is an hour later. */
const MOST_AT_ONCE = 20_000;

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
  /** Removes old decisions as far as the audit log is pruned. */
  periodic({
    kind: 'guard.approvals.forget',
    every: everyMinutes(60),
    timeLimit: 5 * 60_000,
    run: async (work) => {
      const before = auditPrunedBefore(work);
      if (before === undefined) return;
      // Found on a thread of its own, since each run reads all that stay.
      const old = await oldDecisions(work.runtime.store.scan, before, MOST_AT_ONCE);
      await prune(work, async (tx, limit) => {
        const part = old.splice(0, limit);
        await deleteDecisions(tx, part);
        return part.length;
      });
    },
  }),
];
