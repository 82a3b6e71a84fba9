import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import type { Principal } from '@/lib/auth/principal';
import { FIRST_BUSINESS_ROLE } from '@/lib/auth/roles';
import type { Cascade } from '@/lib/change/change';
import { contains, searchText } from '@/lib/db/dialect';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { ownership } from '@/lib/tenancy/scope';
import type { View } from './contract';
import type { ViewList } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    saved_views: ViewRow;
  }
}

type ViewRow = {
  view_id: string;
  oem_id: string;
  root_id: string;
  user_id: string;
  list: ViewList;
  name: string;
  search: string;
  query: string;
  shared: number;
  is_default: number;
  ctime: number;
  utime: number;
};

/** A view as stored, with its owner's name. */
type StoredView = Omit<ViewRow, 'oem_id' | 'root_id' | 'search'> & { user_name: string };

/** Who reads: whose own views they see, and whose shared ones. */
type Reader = Pick<Principal, 'oem_id' | 'user_id' | 'first_id' | 'tier'>;

/**
 * Views of one's own, and those shared by others of the same account. Staff of a brand share with one another, and see
 * none of the accounts' views: ten thousand tenants would fill the menu of whoever helps them.
 */
function seenBy(db: Db, reader: Reader) {
  const { oem_id, root_id, user_id } = ownership(reader);
  const views = db
    .selectFrom('saved_views')
    .where((eb) => eb.or([eb('saved_views.user_id', '=', user_id), eb('saved_views.shared', '=', 1)]));
  if (reader.tier !== 'platform') return views.where('saved_views.root_id', '=', root_id);
  const staff = db.selectFrom('user_roles').select('user_id').where('role_id', '<', FIRST_BUSINESS_ROLE);
  return views.where('saved_views.oem_id', '=', oem_id).where('saved_views.user_id', 'in', staff);
}

const LISTED = ['view_id', 'list', 'name', 'query', 'shared', 'is_default', 'user_id', 'ctime', 'utime'] as const;

const withOwner = (found: ReturnType<typeof seenBy>) =>
  found
    .innerJoin('users', 'users.user_id', 'saved_views.user_id')
    .select([...LISTED.map((column) => `saved_views.${column}` as const), 'users.user_name']);

/** The reader's own first, each part by name. */
export function listViews(
  db: Db,
  reader: Reader,
  params: Paging & { list?: ViewList; keyword?: string },
): Promise<Page<View>> {
  let found = seenBy(db, reader);
  if (params.list) found = found.where('saved_views.list', '=', params.list);
  if (params.keyword) found = found.where(contains('saved_views.search', params.keyword));
  const rows = withOwner(found)
    .orderBy(sql`case when saved_views.user_id = ${reader.user_id} then 0 else 1 end`)
    .orderBy('saved_views.search')
    .orderBy('saved_views.view_id');
  return paginate(found, rows, params, toView);
}

export function findView(db: Db, reader: Reader, view_id: string): Promise<StoredView | undefined> {
  return withOwner(seenBy(db, reader).where('saved_views.view_id', '=', view_id)).executeTakeFirst();
}

/** The view by which a user sees a list when they come without a query. */
export function findDefault(db: Db, user_id: string, list: ViewList): Promise<StoredView | undefined> {
  const own = db.selectFrom('saved_views').where('saved_views.user_id', '=', user_id);
  return withOwner(own.where('saved_views.list', '=', list).where('saved_views.is_default', '=', 1)).executeTakeFirst();
}

export async function countViews(db: Db, user_id: string): Promise<number> {
  const counting = db.selectFrom('saved_views').select((eb) => eb.fn.countAll<number>().as('n'));
  const row = await counting.where('user_id', '=', user_id).executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Throws a unique violation where the owner has one of that name in the list, or a default already. */
export async function insertView(tx: Tx, row: Omit<ViewRow, 'search'>): Promise<void> {
  await tx
    .insertInto('saved_views')
    .values({ ...row, search: searchText(row.name) })
    .execute();
}

export async function updateView(
  tx: Tx,
  view_id: string,
  { name, query, shared, is_default, utime }: Pick<View, 'name' | 'query' | 'shared' | 'is_default' | 'utime'>,
): Promise<void> {
  const flags = { shared: Number(shared), is_default: Number(is_default) };
  await tx
    .updateTable('saved_views')
    .set({ name, search: searchText(name), query, ...flags, utime })
    .where('view_id', '=', view_id)
    .execute();
}

export async function deleteView(tx: Tx, view_id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('view_id', '=', view_id).execute();
}

/** Views end with their owner, the shared ones too. */
export async function viewsOf(tx: Tx, { user_id, user_name }: Pick<View, 'user_id' | 'user_name'>): Promise<Cascade[]> {
  const rows = await tx.selectFrom('saved_views').select(LISTED).where('user_id', '=', user_id).execute();
  return rows.map((row) => ({ type: 'view', id: row.view_id, before: toView({ ...row, user_name }) }));
}

export const toView = ({ shared, is_default, ...row }: StoredView): View => ({
  ...row,
  shared: shared !== 0,
  is_default: is_default !== 0,
});
