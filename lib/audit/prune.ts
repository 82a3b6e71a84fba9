import type { Work } from '@/lib/jobs/job';
import { auditPrunedBefore } from '@/lib/jobs/prune';
import type { Runtime } from '@/lib/runtime/runtime';
import { CHAINS, type ChainName, headOf, LOGS } from './chain';
import { moveStart, readNotes } from './notes';
import { appendAudit, ownEntry } from './record';

/** Rows that go in one transaction: few enough that nobody waits for them. */
const PART = 500;

/** Deletes the start of both chains as far as it is older than KEEP_AUDIT_DAYS; not where that is not set. */
export async function pruneChains(work: Work): Promise<void> {
  const before = auditPrunedBefore(work);
  if (before === undefined) return;
  for (const chain of CHAINS) {
    while (!work.signal.aborted && (await prunePart(work.runtime, chain, before)) === PART);
  }
}

/**
 * Deletes at most PART rows: the signed start moves behind them, an audit row says so, and all that happens together.
 * Only rows that were verified, before the first that is broken, and never the last one. Answers how many.
 */
function prunePart({ store, seal }: Runtime, chain: ChainName, before: number): Promise<number> {
  return store.transaction(async (tx) => {
    const table = LOGS[chain];
    const head = await headOf(tx, chain);
    const { start } = await readNotes(tx, seal, chain, head);
    const check = await tx.selectFrom('chain_checks').selectAll().where('chain', '=', chain).executeTakeFirst();
    const verified = check?.broken_id ? check.broken_id - 1 : (check?.verified_id ?? 0);
    const rows = await tx
      .selectFrom(table)
      .select(['id', 'hash', 'ctime'])
      .where('id', '>', start.id)
      .where('id', '<=', Math.min(verified, head.id - 1))
      .orderBy('id')
      .limit(PART)
      .execute();
    const kept = rows.findIndex((row) => row.ctime >= before);
    const old = kept < 0 ? rows : rows.slice(0, kept);
    const last = old.at(-1);
    if (!last) return 0;
    await moveStart(tx, seal, { chain, id: last.id, hash: last.hash, ctime: Date.now() });
    await tx.deleteFrom(table).where('id', '<=', last.id).execute();
    const detail = { changes: {}, params: { chain, rows: old.length, last_id: last.id, last_hash: last.hash } };
    await appendAudit(tx, ownEntry('audit.chain.prune', `Delete the oldest rows of ${chain}`, detail));
    return old.length;
  });
}
