import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '@/lib/db/store';
import { type ChainName, chainHash, type Head, type Link, LOGS } from './chain';

/** A row that does not follow from the one before it. */
export type Break = {
  id: number;
  /** Id of the row before it. */
  after: number;
  /** What exactly is wrong: another change to the same row has another mark. */
  mark: string;
};

export type Walk = { last: Link; breaks: Break[]; rows: number };

type StoredRow = Link & { prev_hash: string; search: string };

/** The hash that a row's content calls for; its own when nobody changed it. */
function hashOf({ search: _search, prev_hash, hash: _hash, ...content }: StoredRow): string {
  return chainHash(prev_hash, content);
}

const isAsWritten = (row: StoredRow) => hashOf(row) === row.hash;

function markOf(previous: Link, id: number, prev_hash: string, content = ''): string {
  const facts = JSON.stringify([previous.id, previous.hash, id, prev_hash, content]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 32);
}

function breakAt(row: StoredRow, previous: Link): Break | undefined {
  const found = hashOf(row);
  const isSound = row.id === previous.id + 1 && row.prev_hash === previous.hash && found === row.hash;
  if (isSound) return undefined;
  const content = found === row.hash ? '' : `${found} ${row.hash}`;
  return { id: row.id, after: previous.id, mark: markOf(previous, row.id, row.prev_hash, content) };
}

/** What is wrong where a chain's rows end elsewhere than its head says. The row written next breaks with the same mark. */
export function breakAtEnd(last: Link, head: Head): Break | undefined {
  if (last.id === head.id && last.hash === head.hash) return undefined;
  return { id: Math.min(last.id, head.id) + 1, after: last.id, mark: markOf(last, head.id + 1, head.hash) };
}

/** Bytes of rows read at once; a row may have been stored when there was no bound yet. */
const MAX_BYTES = 4 * 1024 * 1024;

async function rowsAfter(db: Db, chain: ChainName, id: number, count: number): Promise<StoredRow[]> {
  const table = sql.table(LOGS[chain]);
  if (chain === 'operations') {
    const { rows } = await sql<{ id: number; bytes: number }>`
      select id, octet_length(detail) + octet_length(search) as bytes from ${table}
      where id > ${id} order by id limit ${count}`.execute(db);
    let bytes = 0;
    const fitting = rows.findIndex((row, i) => {
      bytes += Number(row.bytes);
      return i > 0 && bytes > MAX_BYTES;
    });
    if (fitting > 0) return rowsAfterWithin(db, chain, id, fitting);
  }
  return rowsAfterWithin(db, chain, id, count);
}

async function rowsAfterWithin(db: Db, chain: ChainName, id: number, count: number): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select * from ${sql.table(LOGS[chain])} where id > ${id} order by id limit ${count}`.execute(db);
  return rows;
}

/** Recomputes at most `count` rows after `from`; names those that do not follow and goes on after them. */
export async function walk(db: Db, chain: ChainName, from: Link, count: number): Promise<Walk> {
  const rows = await rowsAfter(db, chain, from.id, count);
  const breaks: Break[] = [];
  let last = from;
  for (const row of rows) {
    const found = breakAt(row, last);
    if (found) breaks.push(found);
    last = { id: row.id, hash: row.hash };
  }
  return { last, breaks, rows: rows.length };
}

/** Whether the row of a link is still there as it was when the link was verified. */
export async function isStillThere(db: Db, chain: ChainName, link: Link): Promise<boolean> {
  const [row] = await rowsAfterWithin(db, chain, link.id - 1, 1);
  return row?.id === link.id && row.hash === link.hash && isAsWritten(row);
}
