import { domainsOfTenant, listRetention } from '@/lib/analytics/retention/repository';
import { everyMinutes, periodic, queue } from '@/lib/jobs/job';
import { DAY_MS } from '@/lib/jobs/prune';

/** What is asked for with the deletion of a domain: its traffic goes too, once its store can be reached. */
export const FORGET_DOMAIN = 'analytics.store.forget_domain';

export const jobs = [
  /**
   * Removes traffic that is older than KEEP_EVENTS_DAYS, and what was counted and noted about it, each by its own age; of
   * tenants with a shorter time of their own, the requests beyond that.
   */
  periodic({
    kind: 'analytics.store.forget',
    every: everyMinutes(60),
    timeLimit: 10 * 60_000,
    async run({ runtime, signal, now }) {
      const { KEEP_EVENTS_DAYS, KEEP_ROLLUPS_DAYS, KEEP_BATCHES_DAYS, KEEP_REJECTED_LINES_DAYS } = runtime.config;
      const before = (days: number) => now - days * DAY_MS;
      const limits = {
        events: before(KEEP_EVENTS_DAYS),
        rollups: before(KEEP_ROLLUPS_DAYS),
        batches: before(KEEP_BATCHES_DAYS),
        rejected_lines: before(KEEP_REJECTED_LINES_DAYS),
      };
      const pruned = await runtime.analytics.store.prune(limits, signal);
      runtime.log.info(pruned, 'old traffic was removed');
      const { read } = runtime.store;
      for (const { user_id, keep_events_days } of await listRetention(read, runtime.config)) {
        if (signal.aborted) return;
        const domain_ids = await domainsOfTenant(read, user_id);
        const events = await runtime.analytics.store.pruneDomains(domain_ids, before(keep_events_days), signal);
        if (events > 0) runtime.log.info({ user_id, events }, 'old traffic of a tenant was removed');
      }
    },
  }),
  queue({
    ...{ kind: FORGET_DOMAIN, concurrency: 1, batch: 20, timeLimit: 10 * 60_000 },
    // At ten minutes each in the end: a store may be away for a day.
    attempts: 150,
    async run({ runtime, signal, done }, messages) {
      for (const message of messages) {
        if (signal.aborted) return;
        await runtime.analytics.store.forgetDomain(message.object_id);
        await runtime.store.transaction((tx) => done(tx, [message]));
      }
    },
  }),
];
