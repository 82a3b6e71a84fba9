import type { Tx } from '@/lib/db/store';
import type { Work } from './job';

/** Rows that go in one transaction: few enough that nobody waits for them. */
const PART = 500;

export const DAY_MS = 24 * 3_600_000;

/** Deletes what is not kept any longer in parts of PART rows, until a part falls short or the run is to end. */
export async function prune({ runtime, signal }: Work, part: (tx: Tx, limit: number) => Promise<number>) {
  while (!signal.aborted) {
    if ((await runtime.store.transaction((tx) => part(tx, PART))) < PART) return;
  }
}
