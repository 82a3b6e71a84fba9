import type { Generated, Selectable } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains, forUpdate, numbersOf, searchText, storeNow } from '@/lib/db/dialect';
import { countRows, type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { cut } from '@/lib/text/well-formed';
import type { AlertChannel } from './contract';
import type { ChannelKind, Outcome } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    alert_channels: ChannelTable;
  }
}

type ChannelTable = {
  id: Generated<number>;
  oem_id: string;
  root_id: string;
  user_id: string;
  name: string;
  kind: ChannelKind;
  origin: string;
  /** JSON of `Target`, sealed. */
  sealed: string;
  has_secret: number;
  locale: AlertChannel['locale'];
  status: AlertChannel['status'];
  sent: number;
  failed: number;
  dropped: number;
  last_outcome: Outcome;
  last_time: number;
  last_error: string;
  search: string;
  ctime: number;
  utime: number;
};
export type ChannelRow = Selectable<ChannelTable>;

const SHOWN = [
  ...(['id', 'user_id', 'name', 'kind', 'origin', 'has_secret', 'locale', 'status', 'sent', 'failed'] as const),
  ...(['dropped', 'last_outcome', 'last_time', 'last_error', 'ctime', 'utime'] as const),
] as const;
type ShownRow = Pick<ChannelRow, (typeof SHOWN)[number]> & { user_name: string };

const inScope = (db: Db, scope: Scope) => db.selectFrom('alert_channels').where(visible(scope, 'alert_channels'));

/** With the names of their owners, newest first. */
const named = (query: ReturnType<typeof inScope>) =>
  query
    .innerJoin('users', 'users.user_id', 'alert_channels.user_id')
    .select([...SHOWN.map((column) => `alert_channels.${column}` as const), 'users.user_name'])
    .orderBy('alert_channels.id', 'desc');

/** Newest first. */
export function listChannels(db: Db, scope: Scope, filter: Paging & { keyword?: string }): Promise<Page<AlertChannel>> {
  let found = inScope(db, scope);
  if (filter.keyword) found = found.where(contains('alert_channels.search', filter.keyword));
  return paginate(found, named(found), filter, toChannel);
}

export async function findChannel(db: Db, scope: Scope, id: number): Promise<AlertChannel | undefined> {
  const row = await named(inScope(db, scope).where('alert_channels.id', '=', id)).executeTakeFirst();
  return row && toChannel(row);
}

/** The whole row, with its secrets sealed. */
export const findRow = (db: Db, scope: Scope, id: number): Promise<ChannelRow | undefined> =>
  inScope(db, scope).selectAll('alert_channels').where('id', '=', id).executeTakeFirst();

/** The same, locked until the transaction ends. */
export const lockRow = (tx: Tx, scope: Scope, id: number): Promise<ChannelRow | undefined> =>
  inScope(tx, scope).selectAll('alert_channels').where('id', '=', id).modifyEnd(forUpdate(tx)).executeTakeFirst();

/** The same, whoever has it, for what delivers. */
export const findAny = (db: Db, id: number): Promise<ChannelRow | undefined> =>
  db.selectFrom('alert_channels').selectAll().where('id', '=', id).executeTakeFirst();

export const countChannels = (db: Db, root_id: string): Promise<number> =>
  countRows(db.selectFrom('alert_channels').where('root_id', '=', root_id));

/** Those of these channels that an account has and the caller sees. */
export async function knownChannels(db: Db, scope: Scope, root_id: string, ids: readonly number[]): Promise<number[]> {
  const found = inScope(db, scope).select('id').where('root_id', '=', root_id).where('id', 'in', numbersOf(db, ids));
  return (await found.execute()).map((row) => row.id);
}

/** Those of these channels that an account has and that are on. */
export function enabledChannels(db: Db, root_id: string, ids: readonly number[]): Promise<EnabledChannel[]> {
  const on = db.selectFrom('alert_channels').where('root_id', '=', root_id).where('status', '=', 2);
  const found = on.where('id', 'in', numbersOf(db, ids)).orderBy('id');
  return found.select(['id', 'kind', 'last_time']).execute();
}
export type EnabledChannel = Pick<ChannelRow, 'id' | 'kind' | 'last_time'>;

export type Written = Pick<ChannelTable, 'name' | 'origin' | 'has_secret' | 'locale' | 'status'>;
type Owner = Pick<ChannelTable, 'oem_id' | 'root_id' | 'user_id'>;

export async function insertChannel(
  tx: Tx,
  row: Owner & Written & Pick<ChannelTable, 'kind'>,
  now: number,
): Promise<number> {
  const nothing = {
    sealed: '',
    sent: 0,
    failed: 0,
    dropped: 0,
    last_outcome: 'none',
    last_time: 0,
    last_error: '',
  } as const;
  const times = { ctime: now, utime: now };
  const made = tx.insertInto('alert_channels').values({ ...row, ...nothing, ...times, search: searchOf(row) });
  return (await made.returning('id').executeTakeFirstOrThrow()).id;
}

export async function updateChannel(
  tx: Tx,
  id: number,
  change: Partial<Written & Pick<ChannelTable, 'sealed' | 'utime'>>,
): Promise<void> {
  const search = change.name === undefined ? {} : { search: searchOf({ name: change.name }) };
  await tx
    .updateTable('alert_channels')
    .set({ ...change, ...search })
    .where('id', '=', id)
    .execute();
}

export async function deleteChannel(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('alert_channels').where('id', '=', id).execute();
}

/** Notes what became of an attempt, by the clock that turns go by; `error` is empty where it arrived. */
export async function noteAttempt(tx: Tx, id: number, error: string): Promise<void> {
  const counted = error === '' ? ('sent' as const) : ('failed' as const);
  await tx
    .updateTable('alert_channels')
    .set((eb) => ({
      [counted]: eb(counted, '+', 1),
      last_outcome: counted,
      last_time: storeNow(tx),
      last_error: cut(error, 200),
    }))
    .where('id', '=', id)
    .execute();
}

/** Counts alerts that will not be sent. */
export async function noteDropped(tx: Tx, id: number, count: number): Promise<void> {
  await tx
    .updateTable('alert_channels')
    .set((eb) => ({ dropped: eb('dropped', '+', count) }))
    .where('id', '=', id)
    .execute();
}

const searchOf = ({ name }: { name: string }) => searchText(name);

const toChannel = (row: ShownRow): AlertChannel => ({ ...row, has_secret: row.has_secret !== 0 });
