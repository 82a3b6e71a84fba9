import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { forUpdate } from '@/lib/db/dialect';
import type { Db, Store, Tx } from '@/lib/db/store';

declare module '@/lib/db/tables' {
  interface Tables {
    chain_heads: { chain: string; first_id: number; id: number; hash: string };
  }
}

/** The logs whose rows follow from each other, and the table of each. */
const LOGS = { operations: 'audit_logs', sign_ins: 'login_records' } as const;
export type ChainName = keyof typeof LOGS;
export const CHAINS = Object.keys(LOGS) as ChainName[];

/** What stands before the first row of a chain. */
export const GENESIS = '0'.repeat(64);

/** A row's place in its chain; the hash covers it and every row before it. */
export type Link = { id: number; hash: string };
export type Head = Link & {
  /** Rows before this one are older than the chain. */
  first_id: number;
};

export function chainHash(prev_hash: string, row: object): string {
  const fields = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256').update(prev_hash).update(JSON.stringify(fields)).digest('hex');
}

const headQuery = (db: Db, chain: ChainName) =>
  db.selectFrom('chain_heads').select(['first_id', 'id', 'hash']).where('chain', '=', chain);

/** Where a chain begins and how far it goes. */
export async function headOf(db: Db, chain: ChainName): Promise<Head> {
  return (await headQuery(db, chain).executeTakeFirst()) ?? { first_id: 1, id: 0, hash: GENESIS };
}

/** The link before a chain's first row. */
export const startOf = (head: Head): Link => ({ id: head.first_id - 1, hash: GENESIS });

/** From here to the transaction's end nobody else adds to the chain, and what was added before can be read. */
export function holdChain(tx: Tx, chain: ChainName): Promise<Head | undefined> {
  return headQuery(tx, chain)
    .modifyEnd(forUpdate(tx as never))
    .executeTakeFirst();
}

/** The first of those who find no head makes one; the others wait for it and go on from there. */
async function begin(tx: Tx, chain: ChainName): Promise<Link> {
  const head = { chain, first_id: 1, id: 0, hash: GENESIS };
  await tx
    .insertInto('chain_heads')
    .values(head)
    .onConflict((c) => c.doNothing())
    .execute();
  return (await holdChain(tx, chain)) ?? head;
}

/** Links content to its chain, in the transaction that stores it; until that ends nobody else gets a link. */
export async function nextLink(tx: Tx, chain: ChainName, content: object): Promise<Link & { prev_hash: string }> {
  const { id: last, hash: prev_hash } = (await holdChain(tx, chain)) ?? (await begin(tx, chain));
  const id = last + 1;
  const hash = chainHash(prev_hash, { id, ...content });
  await tx.updateTable('chain_heads').set({ id, hash }).where('chain', '=', chain).execute();
  return { id, prev_hash, hash };
}

type StoredRow = Link & { prev_hash: string; search: string };

function follows({ search: _search, prev_hash, hash, ...row }: StoredRow, previous: Link): boolean {
  return row.id === previous.id + 1 && prev_hash === previous.hash && chainHash(prev_hash, row) === hash;
}

/** How far the rows are sound, and the id of the first one that does not follow from the one before it. */
export type Walk = { last: Link; broken?: number };

/** Recomputes at most `count` rows after `from`; stops at a row that does not follow. */
export async function walk(db: Db, chain: ChainName, from: Link, count: number): Promise<Walk> {
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(LOGS[chain])} where id > ${from.id} order by id limit ${count}`.execute(db);
  let last = from;
  for (const row of rows) {
    if (!follows(row, last)) return { last, broken: row.id };
    last = { id: row.id, hash: row.hash };
  }
  return { last };
}

/** Whether the row of a link is still there as it was when the link was verified. */
export async function isStillThere(db: Db, chain: ChainName, link: Link): Promise<boolean> {
  const { rows } = await sql<StoredRow>`select * from ${sql.table(LOGS[chain])} where id = ${link.id}`.execute(db);
  const [row] = rows;
  return row !== undefined && row.hash === link.hash && follows(row, { id: link.id - 1, hash: row.prev_hash });
}

export type Verdict = {
  /** How many rows from the first one are sound. */
  rows: number;
  /** Id of the last of them. */
  last: number;
  /** Id of the first row that does not follow from the one before it. */
  broken?: number;
};

const BATCH = 5_000;

/** `verifyChain` of the log as it is at one moment, also while others write to it. */
export function verifyStore(store: Store, chain: ChainName): Promise<Verdict> {
  if (store.kind === 'embedded') return verifyChain(store.read, chain);
  return store.read
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => verifyChain(tx, chain));
}

/** Recomputes a whole chain: every hash in order, and that it ends where its head says. */
export async function verifyChain(db: Db, chain: ChainName): Promise<Verdict> {
  const head = await headOf(db, chain);
  const start = startOf(head);
  for (let at: Walk = { last: start }; ; ) {
    const next = await walk(db, chain, at.last, BATCH);
    const sound = { rows: next.last.id - start.id, last: next.last.id };
    if (next.broken !== undefined) return { ...sound, broken: next.broken };
    if (next.last.id < at.last.id + BATCH) {
      const isWhole = next.last.id === head.id && next.last.hash === head.hash;
      return isWhole ? sound : { ...sound, broken: next.last.id + 1 };
    }
    at = next;
  }
}
