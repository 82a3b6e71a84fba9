import type { Db, Store } from '@/lib/db/store';
import { type AuditLogRow, chainHash, GENESIS } from './record';

const BATCH = 5_000;

export type Verdict = {
  /** How many rows from the first one are sound. */
  rows: number;
  /** Id of the first row that does not follow from the one before it. */
  broken?: number;
};

/** `verifyChain` of the log as it is at one moment, also while others write to it. */
export function verifyStore(store: Store): Promise<Verdict> {
  if (store.kind === 'embedded') return verifyChain(store.read);
  return store.read.transaction().setIsolationLevel('repeatable read').execute(verifyChain);
}

/**
 * Walks the audit log in order and recomputes every hash. Answers how many rows are sound and, when one is not, the
 * id of the first row that does not follow from the one before it.
 */
export async function verifyChain(db: Db): Promise<Verdict> {
  let previous = { id: 0, hash: GENESIS };
  for (;;) {
    const rows = await db
      .selectFrom('audit_logs')
      .selectAll()
      .where('id', '>', previous.id)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    for (const row of rows) {
      if (row.id !== previous.id + 1 || !follows(row, previous.hash)) return { rows: previous.id, broken: row.id };
      previous = row;
    }
    if (rows.length < BATCH) break;
  }
  const head = await db.selectFrom('audit_head').select(['id', 'hash']).executeTakeFirst();
  const isCut = (head?.id ?? 0) !== previous.id || (head?.hash ?? GENESIS) !== previous.hash;
  return isCut ? { rows: previous.id, broken: previous.id + 1 } : { rows: previous.id };
}

function follows({ search: _search, prev_hash, hash, ...row }: AuditLogRow, previous: string): boolean {
  return prev_hash === previous && chainHash(prev_hash, row) === hash;
}
