import { pieceOf } from '@/lib/delivery/artefact';
import { retire } from '@/lib/delivery/repository';
import { type Message, queue, type Work } from '@/lib/jobs/job';
import { prune } from '@/lib/jobs/prune';
import { settleIps } from './ip-marks';
import { lastUnseen, takeIps, takeParts, takeUnseen } from './ip-repository';
import { CLEARING, FILLING, LIST } from './vocabulary';

/**
 * Takes the addresses of a deleted list away, and what was delivered of them, some at a time, so that nobody's write waits
 * for all of them.
 */
async function clear(work: Work, { object_id }: Message): Promise<void> {
  const ipset_id = Number(object_id);
  await prune(work, (tx, limit) => takeIps(tx, ipset_id, limit));
  work.signal.throwIfAborted();
  await work.runtime.store.transaction(async (tx) => {
    const parts = await takeParts(tx, ipset_id);
    await retire(
      tx,
      pieceOf(LIST),
      parts.map((part) => `${ipset_id}.${part}`),
    );
  });
}

/**
 * Brings what a call of many came to into the rows of a list. Of one that did not come to its end, deletes what it added, up
 * to the last that there is now (what comes later is of the next), and takes its marks away.
 */
async function settle(work: Work, { object_id }: Message): Promise<void> {
  const ipset_id = Number(object_id);
  const last = await lastUnseen(work.runtime.store.read, ipset_id);
  await prune(work, (tx, limit) => takeUnseen(tx, ipset_id, last, limit));
  await prune(work, (tx, limit) => settleIps(tx, ipset_id, limit));
  work.signal.throwIfAborted();
}

export const jobs = [
  queue({
    kind: CLEARING,
    concurrency: 1,
    batch: 1,
    timeLimit: 10 * 60_000,
    attempts: 20,
    run: async (work, messages) => {
      for (const message of messages) await clear(work, message);
    },
  }),
  queue({
    kind: FILLING,
    concurrency: 1,
    batch: 1,
    timeLimit: 60_000,
    // Never given up: the list takes no other change of its addresses until it is done.
    attempts: 1_000_000,
    run: async (work, messages) => {
      for (const message of messages.slice(0, 1)) await settle(work, message);
    },
  }),
];
