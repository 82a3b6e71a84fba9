import { randomUUID } from 'node:crypto';
import { chunks } from '@/lib/db/grouped';
import type { Store, Tx } from '@/lib/db/store';
import type { Seal } from '@/lib/seal/seal';
import { cut } from '@/lib/text/well-formed';
import { type ChainName, headOf, lockChain } from './chain';
import { insertNote } from './notes';
import { appendAudit, ownEntry } from './record';
import { verifyStore } from './verify';

/** More than this is no mishap to answer for: the store is to be restored from a backup. */
const MAX_BREAKS = 10_000;
/** As many as the detail of one audit row names. */
const PER_NOTE = 100;

export class TooManyBreaks extends Error {}

/**
 * Names every broken row of a chain in signed notes, each with an audit row of its own; no row is changed. Answers how
 * many rows were named. Throws TooManyBreaks.
 */
export async function acknowledgeBreaks(store: Store, seal: Seal, chain: ChainName, reason: string): Promise<number> {
  const { breaks, broken_rows, last } = await verifyStore(store, seal, chain, MAX_BREAKS);
  if (broken_rows > MAX_BREAKS) throw new TooManyBreaks(`${chain}: ${broken_rows} broken rows`);
  if (broken_rows === 0) return 0;
  await store.transaction(async (tx) => {
    await repairHead(tx, chain, last);
    for (const part of chunks(breaks, PER_NOTE)) {
      const note = { note_id: randomUUID(), chain, ctime: Date.now(), reason: cut(reason, 500) };
      const signature = await insertNote(tx, seal, { ...note, marks: JSON.stringify(part.map(({ mark }) => mark)) });
      const rows = part.map(({ id }) => id);
      const detail = { changes: {}, params: { note_id: note.note_id, chain, reason: note.reason, rows, signature } };
      await appendAudit(tx, ownEntry('audit.chain.acknowledge', `Acknowledge broken rows of ${chain}`, detail));
    }
    await tx.deleteFrom('chain_checks').where('chain', '=', chain).execute();
  });
  return broken_rows;
}

/** A head that was set back would give ids to new rows that are taken. */
async function repairHead(tx: Tx, chain: ChainName, last: number): Promise<void> {
  const head = (await lockChain(tx, chain)) ?? (await headOf(tx, chain));
  if (head.id >= last) return;
  const table = chain === 'operations' ? 'audit_logs' : 'login_records';
  const row = await tx.selectFrom(table).select(['id', 'hash']).orderBy('id', 'desc').limit(1).executeTakeFirst();
  if (row && row.id > head.id) {
    await tx.updateTable('chain_heads').set({ id: row.id, hash: row.hash }).where('chain', '=', chain).execute();
  }
}
