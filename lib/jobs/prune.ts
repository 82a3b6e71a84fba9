import type { Tx } from '@/lib/db/store';
import type { Work } from './job';

/** Rows that go in one transaction: few enough that nobody waits for them. */
const PART = 500;

export const DAY_MS = 24 * 3_600_000;

/** Deletes what is not kept any longer in parts of PART rows, until a part falls short or the run is to end. */
export async function prune(
  { runtime, signal }: Work,
  part: (tx: Tx, limit: number) => Promise<number>,
): Promise<void> {
  while (!signal.aborted) {
    if ((await runtime.store.transaction((tx) => part(tx, PART))) < PART) return;
  }
}

/** Up to when what is kept as long as the audit log may go, in Unix milliseconds; undefined where no operator has set KEEP_AUDIT_DAYS. */
export function auditPrunedBefore({ runtime, now }: Work): number | undefined {
  const { KEEP_AUDIT_DAYS } = runtime.config;
  return KEEP_AUDIT_DAYS === undefined ? undefined : now - KEEP_AUDIT_DAYS * DAY_MS;
}

/** As `prune`, of what is kept as long as the audit log. */
export async function pruneWithAudit(
  work: Work,
  part: (tx: Tx, before: number, limit: number) => Promise<number>,
): Promise<void> {
  const before = auditPrunedBefore(work);
  if (before !== undefined) await prune(work, (tx, limit) => part(tx, before, limit));
}
