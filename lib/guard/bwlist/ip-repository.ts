import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { laterThan } from '@/lib/change/later-version';
import { contains, numbersOf, tableOf } from '@/lib/db/dialect';
import { chunks, groupedBy } from '@/lib/db/grouped';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { rangesAround } from './address';
import type { Containing, Ip, KnownIp } from './contract';
import { asTrue, changeIds, isSeen, LAST_PLACE, NEXT_FROM } from './ip-marks';
import { GONE, type IpRow, type IpSetRow, PART, partOf } from './tables';

/** Rows of one statement: few enough that nobody waits long for it. */
const ROWS = 200;

const toIp = ({ status, ...row }: Omit<IpRow, 'place'>): Ip => ({ ...row, status: status !== 0 });

const trueIn = (ipset_id: number) =>
  asTrue(sql`(select next_from from ip_sets where ip_sets.id = cast(${ipset_id} as bigint))`);

function shownOf(ipset_id: number) {
  const { status, utime } = trueIn(ipset_id);
  return ['id', 'ipset_id', 'ip_addr', status.as('status'), 'ctime', utime.as('utime')] as const;
}

/** Addresses of a list up to a place, or all, without what a call that has not ended added. */
function inList(db: Db, ipset_id: number, last?: number) {
  const of = db.selectFrom('ip_set_ips').where('ipset_id', '=', ipset_id).where(trueIn(ipset_id).status, '!=', GONE);
  const seen = sql<number>`(select last_place from ip_sets where ip_sets.id = cast(${ipset_id} as bigint))`;
  return last === undefined ? of.where('place', '<=', seen) : of.where('place', '<=', last).where(isSeen(seen));
}

/**
 * A page of a list, the address added last first. Its parts say where the page begins, so that no page of a million is
 * walked to. The list is one the caller sees.
 */
export async function pageOfIps(db: Db, set: IpSetRow, { page, size }: Paging): Promise<Page<Ip>> {
  const total = set.enable_count + set.unable_count;
  const parts = await db
    .selectFrom('ip_set_parts')
    .select(['part', 'count'])
    .where('ipset_id', '=', set.id)
    .orderBy('part', 'desc')
    .execute();
  let before = (page - 1) * size;
  const first = parts.findIndex(({ count }) => {
    if (before < count) return true;
    before -= count;
    return false;
  });
  const some = first < 0 ? [] : parts.slice(first, lastOf(parts, first, before + size) + 1);
  const [newest, oldest] = [some[0], some.at(-1)];
  if (!newest || !oldest) return { list: [], total, page, size };
  // Both ends are named: a store that takes a new list for a short one would sort all of it otherwise.
  const rows = inList(db, set.id, (newest.part + 1) * PART).where('place', '>', oldest.part * PART);
  const within = rows.select(shownOf(set.id));
  const list = (await within.orderBy('place', 'desc').limit(size).offset(before).execute()).map(toIp);
  return { list, total, page, size };
}

/** Index of the part with which as many addresses are together, from the part at `first` on. */
function lastOf(parts: readonly { count: number }[], first: number, wanted: number): number {
  let together = 0;
  for (let at = first; at < parts.length; at++) {
    together += parts[at]?.count ?? 0;
    if (together >= wanted) return at;
  }
  return parts.length - 1;
}

export type IpFilter = { keyword?: string; status?: boolean };

function matching(db: Db, ipset_id: number, { keyword, status }: IpFilter, last?: number) {
  let found = inList(db, ipset_id, last);
  if (keyword) found = found.where(contains('ip_addr', keyword));
  if (status !== undefined) found = found.where(trueIn(ipset_id).status, '=', Number(status));
  return found;
}

/** Matches that one reading of a list still finds and counts at once. */
const FEW = 20_000;

/**
 * The same of those that match; reads all of the list, so it belongs on `store.scan`. Few matches are found and counted in one
 * reading. Of many, the page is soon found, and only counting reads all.
 */
export async function searchIps(
  db: Db,
  ipset_id: number,
  { page, size, ...filter }: IpFilter & Paging,
): Promise<Page<Ip>> {
  const found = matching(db, ipset_id, filter);
  const paged = { page, size };
  const counted = await db
    .with(
      (cte) => cte('found').materialized(),
      () => found.select(['id', 'place']).limit(FEW + 1),
    )
    .selectFrom((eb) => eb.selectFrom('found').select(eb.fn.countAll<number>().as('total')).as('counted'))
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('found')
          .select('id')
          .orderBy('place', 'desc')
          .limit(size)
          .offset((page - 1) * size)
          .as('page'),
      (join) => join.onTrue(),
    )
    .select(['counted.total', 'page.id'])
    .execute();
  const total = Number(counted[0]?.total);
  if (total > FEW) return paginate(found, found.select(shownOf(ipset_id)).orderBy('place', 'desc'), paged, toIp);
  const ids = counted.flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return { list: [], total, page, size };
  const list = await db
    .selectFrom('ip_set_ips')
    .select(shownOf(ipset_id))
    .where('id', 'in', ids)
    .orderBy('place', 'desc')
    .execute();
  return { list: list.map(toIp), total, page, size };
}

export type ExportedIp = Pick<IpRow, 'place' | 'ip_addr' | 'status' | 'ctime'>;

/** The next addresses of a list that match, at most `limit`, added before the one at `place` where that is given; the last added first. */
export function nextIps(
  db: Db,
  ipset_id: number,
  filter: IpFilter,
  { place, limit }: { place?: number; limit: number },
): Promise<ExportedIp[]> {
  const found = matching(db, ipset_id, filter, place === undefined ? undefined : place - 1);
  const { status } = trueIn(ipset_id);
  const rows = found.select(['place', 'ip_addr', status.as('status'), 'ctime']);
  return rows.orderBy('place', 'desc').limit(limit).execute();
}

/**
 * What contains an address, or all of a CIDR, in the lists the caller sees, the list made last first. There are few
 * CIDRs that can, so each is looked up.
 */
export function containing(
  db: Db,
  scope: Scope,
  ip_addr: string,
  paging: Paging,
): Promise<Page<Omit<Containing, 'domain_count' | 'first_domain'>>> {
  const { status } = asTrue(NEXT_FROM);
  const found = db
    .selectFrom('ip_set_ips')
    .innerJoin('ip_sets', 'ip_sets.id', 'ip_set_ips.ipset_id')
    .where(status, '!=', GONE)
    .where('ip_set_ips.ip_addr', 'in', rangesAround(ip_addr))
    .where(isSeen(LAST_PLACE))
    .where(visible(scope, 'ip_sets'));
  const rows = found
    .innerJoin('users', 'users.user_id', 'ip_sets.user_id')
    .leftJoin('policies', (join) =>
      join.onRef('policies.policy_id', '=', 'ip_sets.policy_id').on(visible(scope, 'policies')),
    )
    .select(['ip_sets.id as ipset_id', 'ip_sets.name', 'users.user_name', 'ip_sets.ip_set_type'])
    .select(['ip_sets.status as set_status', 'ip_sets.policy_id', 'policies.name as policy_name'])
    .select(['ip_set_ips.id', 'ip_set_ips.ip_addr', status.as('status')])
    .orderBy('ip_sets.id', 'desc')
    .orderBy('ip_set_ips.id', 'desc');
  return paginate(found, rows, paging, ({ policy_id, policy_name, status, ...row }) => {
    return { ...row, status: status !== 0, policy_id: policy_id ?? '', policy_name: policy_name ?? '' };
  });
}

/** Which list has an address, of those the caller sees. */
export async function setOfIp(db: Db, scope: Scope, id: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('ip_set_ips')
    .innerJoin('ip_sets', 'ip_sets.id', 'ip_set_ips.ipset_id')
    .select('ip_sets.id')
    .where('ip_set_ips.id', '=', id)
    .where(isSeen(LAST_PLACE))
    .where(asTrue(NEXT_FROM).status, '!=', GONE)
    .where(visible(scope, 'ip_sets'))
    .executeTakeFirst();
  return row?.id;
}

/** Those of these ids that are addresses of the list. */
export async function findIps(db: Db, ipset_id: number, ids: readonly number[]): Promise<IpRow[]> {
  const found: IpRow[] = [];
  for (const some of chunks([...new Set(ids)], ROWS)) {
    const all = db.selectFrom('ip_set_ips').select(['id', 'ipset_id', 'place', 'ip_addr', 'status', 'ctime', 'utime']);
    const rows = await all.where('id', 'in', numbersOf(db, some)).execute();
    // Not asked of the store: where it takes a new list for a short one, it compares each of its addresses with each id.
    found.push(...rows.filter((row) => row.ipset_id === ipset_id));
  }
  return found;
}

/**
 * Those of these addresses that the list has, in their order. Each is looked up: where the store takes a new list for a short
 * one, a join would compare each of its addresses with each of these.
 */
export async function knownOf(db: Db, ipset_id: number, addresses: readonly string[]): Promise<KnownIp[]> {
  const known: KnownIp[] = [];
  const of = (column: 'id' | 'ctime') => sql`(
    select ${sql.ref(column)} from ip_set_ips where ip_addr = wanted and ipset_id = cast(${ipset_id} as bigint)
      and place <= (select last_place from ip_sets where ip_sets.id = ipset_id)
      and ${trueIn(ipset_id).status} <> ${sql.lit(GONE)})`;
  for (const some of chunks(addresses, ROWS)) {
    const wanted = tableOf(
      db,
      { wanted: 'text' },
      some.map((ip_addr) => ({ wanted: ip_addr })),
    );
    const found = sql<KnownIp>`select * from (
      select wanted as ip_addr, ${of('id')} as id, ${of('ctime')} as ctime from ${wanted}) as found where id is not null`;
    known.push(...(await found.execute(db)).rows);
  }
  return known;
}

export type NewIp = Pick<IpRow, 'ip_addr' | 'status'>;

export type PlacedIp = NewIp & Pick<IpRow, 'place'>;

/** Places for addresses, behind all that a list has. */
export const placed = (set: IpSetRow, ips: readonly NewIp[]): PlacedIp[] =>
  ips.map((ip, i) => ({ ...ip, place: set.last_place + 1 + i }));

/** Adds addresses to a list that is locked and has none of them. Answers their ids, in their order, and what parts they are in. */
export async function insertIps(
  tx: Tx,
  set: IpSetRow,
  ips: readonly NewIp[],
  now: number,
): Promise<{ ids: number[]; parts: number[] }> {
  const rows = placed(set, ips);
  const ids = await insertRows(tx, set.id, rows, now);
  return { ids, parts: await showIps(tx, set, rows, now) };
}

/** Has rows that were inserted at the next places in a locked list from now on. Answers what parts they are in. */
export async function showIps(tx: Tx, set: IpSetRow, rows: readonly PlacedIp[], now: number): Promise<number[]> {
  const parts = await countParts(tx, set.id, rows, 1);
  const enabled = rows.filter((row) => row.status !== 0).length;
  await countSet(tx, set, { enabled, disabled: rows.length - enabled, places: rows.length }, now);
  return parts;
}

/** Inserts addresses at places beyond the last of a list, where nobody sees them. Answers their ids, in their order. */
export async function insertRows(tx: Tx, ipset_id: number, rows: readonly PlacedIp[], now: number): Promise<number[]> {
  const ids = new Map<number, number>();
  for (const some of chunks(rows, ROWS)) {
    const table = tableOf(tx, { place: 'bigint', ip_addr: 'text', status: 'integer' }, some);
    const made = sql<{ id: number; place: number }>`
      insert into ip_set_ips (ipset_id, place, ip_addr, status, ctime, utime)
      select cast(${ipset_id} as bigint), place, ip_addr, status, cast(${now} as bigint), cast(${now} as bigint) from ${table}
      returning id, place`;
    for (const { id, place } of (await made.execute(tx)).rows) ids.set(place, id);
  }
  return rows.map(({ place }) => ids.get(place) ?? 0);
}

/** Gives addresses of a locked list a status, or deletes them. */
export async function changeIps(tx: Tx, rows: readonly IpRow[], next: number, now: number): Promise<void> {
  for (const some of chunks(rows, ROWS)) {
    await changeIds(
      tx,
      some.map((row) => row.id),
      next,
      now,
    );
  }
}

/** Counts that addresses of a locked list, all of which had another, have a status or are gone. Answers what parts they are in. */
export async function countChanged(
  tx: Tx,
  set: IpSetRow,
  rows: readonly IpRow[],
  next: number,
  now: number,
): Promise<number[]> {
  const enabled = rows.filter((row) => row.status !== 0).length;
  const difference = { enabled: -enabled, disabled: enabled - rows.length, places: 0 };
  if (next === 1) difference.enabled += rows.length;
  if (next === 0) difference.disabled += rows.length;
  await countSet(tx, set, difference, now);
  return next === GONE ? countParts(tx, set.id, rows, -1) : [...new Set(rows.map((row) => partOf(row.place)))];
}

type Difference = { enabled: number; disabled: number; places: number };

async function countSet(tx: Tx, set: IpSetRow, { enabled, disabled, places }: Difference, now: number) {
  const counts = {
    enable_count: set.enable_count + enabled,
    unable_count: set.unable_count + disabled,
    last_place: set.last_place + places,
  };
  await tx
    .updateTable('ip_sets')
    .set({ ...counts, utime: laterThan(set, now) })
    .where('id', '=', set.id)
    .execute();
}

async function countParts(tx: Tx, ipset_id: number, rows: readonly Pick<IpRow, 'place'>[], sign: 1 | -1) {
  const parts = groupedBy(rows, (row) => String(partOf(row.place)));
  for (const [part, own] of parts) {
    const count = sign * own.length;
    await tx
      .insertInto('ip_set_parts')
      .values({ ipset_id, part: Number(part), count })
      .onConflict((c) =>
        c.columns(['ipset_id', 'part']).doUpdateSet((eb) => ({ count: eb('ip_set_parts.count', '+', count) })),
      )
      .execute();
  }
  await tx.deleteFrom('ip_set_parts').where('ipset_id', '=', ipset_id).where('count', '=', 0).execute();
  return [...parts.keys()].map(Number);
}

/** The last address of a list, or of one that is gone, that nobody sees; 0 where all are seen. */
export async function lastUnseen(db: Db, ipset_id: number): Promise<number> {
  const row = await unseen(db, ipset_id)
    .select((eb) => eb.fn.max('id').as('last'))
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** Deletes up to `limit` of those, up to `last`. Answers how many. */
export async function takeUnseen(tx: Tx, ipset_id: number, last: number, limit: number): Promise<number> {
  const some = unseen(tx, ipset_id).select('id').where('id', '<=', last).orderBy('place').limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('ip_set_ips').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function unseen(db: Db, ipset_id: number) {
  const last_place = sql<number>`coalesce((select last_place from ip_sets where ip_sets.id = ${ipset_id}), 0)`;
  return db.selectFrom('ip_set_ips').where('ipset_id', '=', ipset_id).where('place', '>', last_place);
}

/** Deletes up to `limit` addresses of a list that is gone. Answers how many. */
export async function takeIps(tx: Tx, ipset_id: number, limit: number): Promise<number> {
  const some = tx.selectFrom('ip_set_ips').select('id').where('ipset_id', '=', ipset_id).orderBy('place').limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('ip_set_ips').where('id', 'in', some).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Deletes the parts of a list that is gone. Answers which there were. */
export async function takeParts(tx: Tx, ipset_id: number): Promise<number[]> {
  const rows = await tx.deleteFrom('ip_set_parts').where('ipset_id', '=', ipset_id).returning('part').execute();
  return rows.map((row) => row.part);
}
