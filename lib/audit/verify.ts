import type { Db, Store } from '@/lib/db/store';
import type { Seal } from '@/lib/seal/seal';
import { type ChainName, headOf } from './chain';
import { Findings } from './findings';
import { readNotes } from './notes';
import { type Break, breakAtEnd, walk } from './walk';

export type Verdict = {
  /** How many rows there are, and the id of the first and the last of them. */
  rows: number;
  first: number;
  last: number;
  /** Rows that do not follow from the one before them and that no signed note names: how many, and the first of them. */
  broken_rows: number;
  breaks: readonly Break[];
  /** Rows that do not follow and that a signed note names. */
  acknowledged_rows: number;
};

const BATCH = 5_000;

/** `verifyChain` of the log as it is at one moment, also while others write to it. */
export function verifyStore(store: Store, seal: Seal, chain: ChainName, named?: number): Promise<Verdict> {
  if (store.kind === 'embedded') return verifyChain(store.read, seal, chain, named);
  return store.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => verifyChain(tx, seal, chain, named));
}

/**
 * Recomputes a chain from its start: every hash in order, and that it ends where its head says. At most `named` broken
 * rows are named.
 */
export async function verifyChain(db: Db, seal: Seal, chain: ChainName, named?: number): Promise<Verdict> {
  const head = await headOf(db, chain);
  const { acknowledged, start } = await readNotes(db, seal, chain, head);
  const findings = new Findings(acknowledged, [], 0, 0, named);
  let last = start;
  let rows = 0;
  for (;;) {
    const next = await walk(db, chain, last, BATCH);
    if (next.rows === 0) break;
    findings.add(next.breaks);
    rows += next.rows;
    last = next.last;
  }
  const { breaks, broken_rows, acknowledged_rows } = findings.withEnd(breakAtEnd(last, head));
  return { rows, first: start.id + 1, last: last.id, breaks, broken_rows, acknowledged_rows };
}
