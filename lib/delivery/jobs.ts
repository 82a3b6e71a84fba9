import { artefactModules } from '@/lib/generated/artefact';
import { everyMinutes, periodic, queue } from '@/lib/jobs/job';
import { DAY_MS, prune } from '@/lib/jobs/prune';
import { deleteAbsences, deleteArtefacts } from './cleanup';
import { distributionOf } from './deliver';
import { distribute } from './distribute';

const delivered = Object.values(artefactModules).map((module) => module.artefact);

export const jobs = [
  ...delivered.map((artefact) =>
    queue({
      kind: distributionOf(artefact.kind),
      concurrency: 1,
      // What one transaction writes, so that nobody waits long for it; pieces are written some at a time.
      batch: artefact.pieces ? 1 : 25,
      // A delivery of one object costs nearly as much as one of several, and more than the write that asked for it.
      apart: 100,
      timeLimit: 60_000,
      attempts: 20,
      run: (work, messages) => distribute(work, delivered, artefact, messages),
    }),
  ),
  periodic({
    kind: 'delivery.forget',
    every: everyMinutes(60),
    timeLimit: 5 * 60_000,
    run: async (work) => {
      const before = work.now - work.runtime.config.KEEP_ARTEFACTS_DAYS * DAY_MS;
      await prune(work, (tx, limit) => deleteAbsences(tx, before, limit));
      await prune(work, (tx, limit) => deleteArtefacts(tx, before, limit));
    },
  }),
];
