import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { forUpdate, isPostgres } from '@/lib/db/dialect';
import { planned } from '@/lib/db/prepared';
import type { Db, Tx } from '@/lib/db/store';
import { wellFormed } from '@/lib/text/well-formed';

declare module '@/lib/db/tables' {
  interface Tables {
    chain_heads: { chain: string; first_id: number; id: number; hash: string };
  }
}

/** The logs whose rows follow from each other, and the table of each. */
export const LOGS = { operations: 'audit_logs', sign_ins: 'login_records' } as const;
export type ChainName = keyof typeof LOGS;
export const CHAINS = Object.keys(LOGS) as ChainName[];

/** What comes before the first row of a chain. */
export const GENESIS = '0'.repeat(64);

/** A row's place in its chain; the hash covers it and every row before it. */
export type Link = { id: number; hash: string };
export type Head = Link & {
  /** Rows before this one are older than the chain. */
  first_id: number;
};

export function chainHash(prev_hash: string, row: object): string {
  const fields = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', prev_hash + JSON.stringify(fields), 'hex');
}

const headQuery = (db: Db, chain: ChainName) =>
  db.selectFrom('chain_heads').select(['first_id', 'id', 'hash']).where('chain', '=', chain);

/** Where a chain begins and how far it goes. */
export async function headOf(db: Db, chain: ChainName): Promise<Head> {
  return (await headQuery(db, chain).executeTakeFirst()) ?? { first_id: 1, id: 0, hash: GENESIS };
}

/** Everybody who writes waits for who has the head: one that stands still in a transaction loses it after so long. */
const STILL_MS = 3_000;

const lockedHead = planned((db, { chain }: { chain: ChainName }) => {
  const head = headQuery(db, chain).modifyEnd(forUpdate(db));
  if (!isPostgres(db)) return head;
  return head.select(sql`set_config('idle_in_transaction_session_timeout', ${String(STILL_MS)}, true)`.as('idle'));
});

/** From here to the transaction's end nobody else adds to the chain, and what was added before can be read. */
export async function lockChain(tx: Tx, chain: ChainName): Promise<Head | undefined> {
  const [locked] = await lockedHead(tx, { chain });
  return locked && { first_id: locked.first_id, id: locked.id, hash: locked.hash };
}

const moveHead = planned((db, { chain, id, hash }: Link & { chain: ChainName }) =>
  db.updateTable('chain_heads').set({ id, hash }).where('chain', '=', chain),
);

/** The first of those who find no head makes one; the others wait for it and go on from there. */
async function begin(tx: Tx, chain: ChainName): Promise<Link> {
  const head = { chain, first_id: 1, id: 0, hash: GENESIS };
  await tx
    .insertInto('chain_heads')
    .values(head)
    .onConflict((c) => c.doNothing())
    .execute();
  return (await lockChain(tx, chain)) ?? head;
}

type Content = Record<string, string | number>;

/** A row as both stores give it back, which is what its hash must cover. Throws on a number that they would change. */
function asStored<C extends Content>(content: C): C {
  const fields = Object.entries(content).map(([name, value]) => {
    if (typeof value === 'string') return [name, wellFormed(value)];
    if (!Number.isSafeInteger(value)) throw new Error(`${name} of a chained row is no integer: ${value}`);
    return [name, Object.is(value, -0) ? 0 : value];
  });
  return Object.fromEntries(fields) as C;
}

export type Linked<C> = C & Link & { prev_hash: string };

/**
 * Links content to its chain, in the transaction that stores it; until that ends nobody else gets a link. Answers the row
 * to store.
 */
export async function linked<C extends Content>(tx: Tx, chain: ChainName, content: C): Promise<Linked<C>> {
  const { id: last, hash: prev_hash } = (await lockChain(tx, chain)) ?? (await begin(tx, chain));
  const row = { ...asStored(content), id: last + 1 };
  const hash = chainHash(prev_hash, row);
  await moveHead(tx, { chain, id: row.id, hash });
  return { ...row, prev_hash, hash };
}
