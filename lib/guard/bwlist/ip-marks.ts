import { type RawBuilder, sql } from 'kysely';
import { forUpdate, numbersOf } from '@/lib/db/dialect';
import { countRows } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { GONE, type IpRow } from './tables';

/** What an address is: what it is marked with, once the `next_from` of its list is there. */
export function asTrue(next_from: RawBuilder<number | null>) {
  const since = sql`case when ip_set_ips.next_status is not null then ${next_from} end`;
  return {
    status: sql<number>`case when ${since} is not null then ip_set_ips.next_status else ip_set_ips.status end`,
    utime: sql<number>`coalesce(${since}, ip_set_ips.utime)`,
  };
}

/** Of a list that its addresses are joined with. */
export const NEXT_FROM = sql.ref<number | null>('ip_sets.next_from');

/**
 * Addresses up to the last place of their list, beyond which is what a call that has not ended added. Not as a range: of two
 * upper ends the embedded store begins at one, and would read from the list's end, or all lists from their first place on.
 */
export const isSeen = (last_place: RawBuilder<unknown>) => sql<boolean>`ip_set_ips.place + 0 <= ${last_place}`;

/** The last place of a list that the addresses are joined with. */
export const LAST_PLACE = sql.ref('ip_sets.last_place');

/** Gives addresses a status, or deletes them; what they were marked with is over. */
export async function changeIds(tx: Tx, ids: readonly number[], next: number, now: number): Promise<void> {
  if (ids.length === 0) return;
  const of = numbersOf(tx, ids);
  if (next === GONE) await tx.deleteFrom('ip_set_ips').where('id', 'in', of).execute();
  else {
    const changed = { status: next, utime: now, next_status: null };
    await tx.updateTable('ip_set_ips').set(changed).where('id', 'in', of).execute();
  }
}

/** Marks addresses with what is to become of them, which nobody sees before `makeTrue`. */
export async function markIps(tx: Tx, rows: readonly IpRow[], next: number): Promise<void> {
  const ids = rows.map((row) => row.id);
  await tx.updateTable('ip_set_ips').set({ next_status: next }).where('id', 'in', numbersOf(tx, ids)).execute();
}

const marked = (db: Db, ipset_id: number) =>
  db.selectFrom('ip_set_ips').where('ipset_id', '=', ipset_id).where('next_status', 'is not', null);

export const countMarked = (tx: Tx, ipset_id: number): Promise<number> => countRows(marked(tx, ipset_id));

/** Has the addresses of a locked list be what they are marked with. `settleIps` brings that into their rows. */
export async function makeTrue(tx: Tx, ipset_id: number, now: number): Promise<void> {
  await tx.updateTable('ip_sets').set({ next_from: now }).where('id', '=', ipset_id).execute();
}

/** Up to `limit` marked addresses become what they are marked with where that is true, and else stay as they are. Answers how many. */
export async function settleIps(tx: Tx, ipset_id: number, limit: number): Promise<number> {
  const set = tx.selectFrom('ip_sets').select('next_from').where('id', '=', ipset_id);
  const { next_from = null } = (await set.modifyEnd(forUpdate(tx)).executeTakeFirst()) ?? {};
  const rows = await marked(tx, ipset_id).select(['id', 'next_status']).orderBy('id').limit(limit).execute();
  if (next_from === null) {
    const ids = numbersOf(
      tx,
      rows.map((row) => row.id),
    );
    await tx.updateTable('ip_set_ips').set({ next_status: null }).where('id', 'in', ids).execute();
    return rows.length;
  }
  for (const next of [0, 1, GONE]) {
    const ids = rows.filter((row) => row.next_status === next).map((row) => row.id);
    await changeIds(tx, ids, next, next_from);
  }
  if (rows.length < limit)
    await tx.updateTable('ip_sets').set({ next_from: null }).where('id', '=', ipset_id).execute();
  return rows.length;
}
