import { distributionOf } from '@/lib/delivery/deliver';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { type Message, queue, type Work } from '@/lib/jobs/job';
import { enqueue } from '@/lib/jobs/queue';
import { takeBindings } from './repository';
import { UNBINDING } from './vocabulary';

/** Domains in one transaction, few enough that nobody waits for them. */
const PART = 100;

/** Takes the bindings of a deleted certificate away, and brings their domains to the nodes again. */
async function unbind({ runtime, signal }: Work, { object_id, audit_id }: Message): Promise<void> {
  for (let taken = PART; taken === PART; ) {
    signal.throwIfAborted();
    taken = await runtime.store.transaction(async (tx) => {
      const domain_ids = await takeBindings(tx, Number(object_id), PART);
      const orders = domain_ids.map((domain_id) => ({ object_id: domain_id, audit_id }));
      await enqueue(tx, distributionOf(DOMAIN), orders);
      return domain_ids.length;
    });
    runtime.jobs.wake(distributionOf(DOMAIN));
  }
}

export const jobs = [
  queue({
    kind: UNBINDING,
    concurrency: 1,
    batch: 1,
    timeLimit: 5 * 60_000,
    attempts: 20,
    run: async (work, messages) => {
      for (const message of messages) await unbind(work, message);
    },
  }),
];
