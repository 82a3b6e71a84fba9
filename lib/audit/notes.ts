import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Generated } from 'kysely';
import type { Db, Store, Tx } from '@/lib/db/store';
import { requireInForce } from '@/lib/seal/open';
import type { Seal } from '@/lib/seal/seal';
import { type ChainName, GENESIS, type Head, type Link } from './chain';

declare module '@/lib/db/tables' {
  interface Tables {
    /** What notes are signed with, sealed: whoever has the store alone can sign nothing. */
    chain_keys: { name: string; sealed: string };
    /** Broken rows that somebody answers for, as JSON of their marks. */
    chain_notes: { note_id: string; chain: string; ctime: number; reason: string; marks: string; signature: string };
    /** The last row that was pruned: what is left of a chain begins after it. Revisions are pruned up to one of their own. */
    chain_starts: {
      chain: string;
      id: number;
      hash: string;
      ctime: number;
      signature: string;
      revisions_id: Generated<number>;
    };
  }
}

const NAME = 'notes';
const BOND = 'chain_keys notes';

const keyRow = (db: Db | Tx) =>
  db.selectFrom('chain_keys').select('sealed').where('name', '=', NAME).executeTakeFirst();

/** The key of notes; undefined while nothing was ever signed. */
async function keyOf(db: Db | Tx, seal: Seal): Promise<Buffer | undefined> {
  const row = await keyRow(db);
  return row && Buffer.from(seal.open(row.sealed, BOND), 'hex');
}

/** The same, made where there is none yet. */
async function ownKey(tx: Tx, seal: Seal): Promise<Buffer> {
  await requireInForce(tx, seal);
  const sealed = seal.seal(randomBytes(32).toString('hex'), BOND);
  await tx
    .insertInto('chain_keys')
    .values({ name: NAME, sealed })
    .onConflict((c) => c.doNothing())
    .execute();
  return (await keyOf(tx, seal)) as Buffer;
}

/** Brings the key of notes under the current master key. */
export async function rewrapNoteKey(store: Store, seal: Seal): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await keyRow(tx);
    const sealed = row && seal.rewrapped(row.sealed, BOND);
    if (sealed) await tx.updateTable('chain_keys').set({ sealed }).where('name', '=', NAME).execute();
  });
}

type Note = { note_id: string; chain: ChainName; ctime: number; reason: string; marks: string };
type Start = { chain: ChainName; id: number; hash: string; ctime: number };

const sign = (key: Buffer, kind: string, facts: readonly (string | number)[]) =>
  createHmac('sha256', key)
    .update(JSON.stringify([kind, ...facts]))
    .digest('hex');
const noteFacts = (note: Omit<Note, 'chain'> & { chain: string }) =>
  [note.note_id, note.chain, note.ctime, note.reason, note.marks] as const;
const startFacts = (start: Omit<Start, 'chain'> & { chain: string }) =>
  [start.chain, start.id, start.hash, start.ctime] as const;

function isSigned(key: Buffer | undefined, kind: string, facts: readonly (string | number)[], signature: string) {
  if (!key) return false;
  const [expected, given] = [sign(key, kind, facts), signature].map((text) => Buffer.from(text)) as [Buffer, Buffer];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Writes a signed note; answers its signature. */
export async function insertNote(tx: Tx, seal: Seal, note: Note): Promise<string> {
  const signature = sign(await ownKey(tx, seal), 'acknowledged', noteFacts(note));
  await tx
    .insertInto('chain_notes')
    .values({ ...note, signature })
    .execute();
  return signature;
}

/** Moves the start of a chain behind a row that is about to be pruned. */
export async function moveStart(tx: Tx, seal: Seal, start: Start): Promise<void> {
  const row = { ...start, signature: sign(await ownKey(tx, seal), 'start', startFacts(start)) };
  await tx
    .insertInto('chain_starts')
    .values(row)
    .onConflict((c) => c.column('chain').doUpdateSet(row))
    .execute();
}

export type Notes = {
  /** Marks of the broken rows that a note names. */
  acknowledged: ReadonlySet<string>;
  /** The link before the first row there should be. */
  start: Link;
};

/** What the notes of a chain say, as far as they are signed; the others count for nothing. */
export async function readNotes(db: Db, seal: Seal, chain: ChainName, head: Head): Promise<Notes> {
  const key = await keyOf(db, seal);
  const notes = await db.selectFrom('chain_notes').selectAll().where('chain', '=', chain).execute();
  const start = await db.selectFrom('chain_starts').selectAll().where('chain', '=', chain).executeTakeFirst();
  const believed = notes.filter((note) => isSigned(key, 'acknowledged', noteFacts(note), note.signature));
  return {
    acknowledged: new Set(believed.flatMap((note) => JSON.parse(note.marks) as string[])),
    start:
      start && isSigned(key, 'start', startFacts(start), start.signature)
        ? { id: start.id, hash: start.hash }
        : { id: head.first_id - 1, hash: GENESIS },
  };
}
