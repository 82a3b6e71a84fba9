import { appendAudit, effectOf, findEntry } from '@/lib/audit/record';
import type { Tx } from '@/lib/db/store';
import { distributionOf } from '@/lib/delivery/deliver';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { type Message, queue, type Work } from '@/lib/jobs/job';
import { enqueue } from '@/lib/jobs/queue';
import { type BoundDomain, takeBindings } from './repository';
import { UNBIND_ACTION, UNBINDING } from './vocabulary';

/** Domains in one transaction, each with an audit row: few enough that nobody waits for them. */
const PART = 25;

/** Takes the bindings of a deleted certificate away, records each, and brings their domains to the nodes again. */
async function unbind({ runtime, signal }: Work, { object_id, audit_id }: Message): Promise<void> {
  for (let taken = PART; taken === PART; ) {
    signal.throwIfAborted();
    taken = await runtime.store.transaction(async (tx) => {
      const domains = await takeBindings(tx, Number(object_id), PART);
      const orders = domains.map(({ domain_id }) => ({ object_id: domain_id, audit_id }));
      await enqueue(tx, distributionOf(DOMAIN), orders);
      await recordUnbound(tx, audit_id, domains);
      return domains.length;
    });
    runtime.jobs.wake(distributionOf(DOMAIN));
  }
}

/** A row in the history of each of these domains, by whoever deleted the certificate. */
async function recordUnbound(tx: Tx, audit_id: number, domains: readonly BoundDomain[]): Promise<void> {
  const deletion = await findEntry(tx, audit_id);
  if (!deletion) return;
  for (const { domain_id, domain } of domains) {
    const changes = { domain: { old: domain, new: null } };
    const label = `${deletion.resource_label}, ${domain}`;
    await appendAudit(tx, effectOf(deletion, { action: UNBIND_ACTION, label, also: domain_id, changes }));
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
