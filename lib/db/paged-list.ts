import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { unchanging } from '@/lib/api/unchanging';
import type { Scope } from '@/lib/tenancy/scope';
import { jsonList, rowsOfList } from './dialect';
import { nearest, type Paging } from './paginate';
import { prepared } from './prepared';
import { cacheOf, type ReadCache } from './read-cache';
import { type Id, type Kept, keepable, type RowCache } from './row-cache';
import type { Db } from './store';
import type { Tables } from './tables';

type Filter = Readonly<Record<string, string | number | undefined>>;
type Way = 'asc' | 'desc';

/** What a list is made of; `key` names its objects, and its order ends with it. */
type List<F extends Filter, T extends keyof Tables, Shown extends keyof Tables, Row, V> = {
  /** The table and column that name the objects. */
  key: ReferenceExpression<Tables, T> & ReferenceExpression<Tables, Shown> & string;
  /** Columns of one index, all in the same direction. */
  order: readonly (ReferenceExpression<Tables, T> & ReferenceExpression<Tables, Shown> & string)[];
  way: Way;
  /** Those in the scope that the filter matches. */
  found: (db: Db, scope: Scope, filter: F) => SelectQueryBuilder<Tables, T, object>;
  /** What is shown of them, with the joins that it takes: each from its own row and from other tables. */
  rows: (db: Db) => SelectQueryBuilder<Tables, Shown, Row>;
  /** What the API answers of a row, and of nothing else. */
  show: (row: Row) => V;
};

/** Objects of a list whose ids are read at once: whatever page is asked for then, nothing more is walked. */
const SHORT = 2_000;

const opposite = (way: Way): Way => (way === 'asc' ? 'desc' : 'asc');

/** The filter without what it leaves open: an empty text matches everything. */
const narrowing = <F extends Filter>(filter: F): F =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')) as F;

/** The page that was made last of an answer of the store, when there were `at` commits. */
type Made<V> = WeakMap<object, { page: Page<V>; at: number }>;

/** Ids in their order, in an answer of the store that stays the same object until it is out of date. */
type Listed = { ids: string }[];

const parsed = new WeakMap<Listed, readonly Id[]>();

function idsOf(listed: Listed): readonly Id[] {
  const known = parsed.get(listed);
  if (known) return known;
  const ids = JSON.parse(listed[0]?.ids ?? '[]') as Id[];
  parsed.set(listed, ids);
  return ids;
}

/**
 * A list in pages, whose queries are prepared. A page is found by walking the index from the nearer end of the list, and
 * only the rows on it are joined. The embedded store keeps the ids of short lists, and what was shown of rows until they change.
 */
export function pagedList<F extends Filter, T extends keyof Tables, Shown extends keyof Tables, Row, V extends object>({
  key,
  order,
  way,
  found,
  rows,
  show,
}: List<F, T, Shown, Row, V>): (db: Db, scope: Scope, filter: F, paging: Paging) => Promise<Page<V>> {
  type Given = F & Pick<Scope, 'oem_id' | 'user_id'>;
  type Walk = Given & { limit: number; offset: number };
  type Of = { db: Db; given: Given; tier: string; paging: Paging };
  const scopeOf = (given: Given, tier: string) => ({ ...given, tier }) as unknown as Scope;
  const [table = '', column = ''] = key.split('.');

  const ids = (db: Db, given: Given, tier: string, walked: Way) => {
    let some = found(db, scopeOf(given, tier), given).select(key as never) as SelectQueryBuilder<Tables, T, object>;
    for (const one of order) some = some.orderBy(one as never, walked);
    return some;
  };
  const inOneList = (db: Db, some: SelectQueryBuilder<Tables, T, object>) =>
    db.selectFrom(some.as('listed')).select(jsonList(db, `listed.${column}`).as('ids'));
  const walk = (db: Db, { limit, offset, ...given }: Walk, variant: string) => {
    const [tier, walked] = variant.split(' ') as [string, Way];
    return ids(db, given as unknown as Given, tier, walked)
      .limit(limit)
      .offset(offset);
  };

  const counting = prepared((db, given: Given, tier) =>
    found(db, scopeOf(given, tier), given).select((eb) => eb.fn.countAll<number>().as('n')),
  );
  const listing = prepared((db, given: Given, tier) => inOneList(db, ids(db, given, tier, way).limit(SHORT + 1)));
  const walking = prepared((db, given: Walk, variant) => inOneList(db, walk(db, given, variant)));
  const naming = prepared((db, given: { ids: string }) =>
    rows(db)
      .select(key as never)
      .where(key as never, 'in', rowsOfList(db, given.ids) as never),
  );
  const reading = prepared((db, given: Walk, variant) => {
    let page = rows(db).where(key as never, 'in', walk(db, given, variant) as never);
    for (const one of order) page = page.orderBy(one as never, way);
    return page;
  });

  /** How a page is walked to, and from which end; the rest of it is that of the list. */
  async function wayTo({ db, given, tier, paging }: Of) {
    const [counted] = await counting(db, given, tier);
    const total = Number(counted?.n ?? 0);
    const { isFromEnd, limit, offset } = nearest(paging, total);
    return {
      total,
      isFromEnd,
      walk: { ...given, limit, offset },
      variant: `${tier} ${isFromEnd ? opposite(way) : way}`,
    };
  }

  async function readPage(of: Of): Promise<Page<V>> {
    const { total, walk, variant } = await wayTo(of);
    const list = walk.limit === 0 ? [] : (await reading(of.db, walk, variant)).map((row) => show(row as Row));
    const { page, size } = of.paging;
    return { list, total, page, size };
  }

  const caches = new WeakMap<ReadCache, RowCache<V>>();
  function cacheFor(db: Db): RowCache<V> | undefined {
    const cache = cacheOf.get(db);
    if (!cache) return undefined;
    const known = caches.get(cache);
    if (known) return known;
    const rowCache = cache.ofRows<V>(table, column, rows(db).compile().sql);
    if (rowCache) caches.set(cache, rowCache);
    return rowCache;
  }

  /** What is shown of these objects, in their order; of one that was deleted meanwhile nothing. */
  async function shown(db: Db, cache: RowCache<V>, some: readonly Id[]): Promise<Kept<V>[]> {
    const known = cache.known(some);
    const missing = some.filter((_, i) => known[i] === undefined);
    if (missing.length === 0) return known as Kept<V>[];
    const at = cache.commits.count;
    const read = new Map<Id, Kept<V>>();
    for (const row of await naming(db, { ids: JSON.stringify(missing) })) {
      const [id, one] = [(row as Record<string, Id>)[column] as Id, keepable(show(row as Row))];
      cache.set(id, one, at);
      read.set(id, one);
    }
    return some.map((id, i) => known[i] ?? read.get(id)).filter((one) => one !== undefined);
  }

  /** The ids on a page, the whole list's count, and the answer that they were read from. */
  async function idsOn(of: Of): Promise<{ on: readonly Id[]; total: number; answer: Listed }> {
    const { db, given, tier, paging } = of;
    const answer = await listing(db, given, tier);
    const all = idsOf(answer);
    const before = (paging.page - 1) * paging.size;
    if (all.length <= SHORT) return { on: all.slice(before, before + paging.size), total: all.length, answer };
    const { total, isFromEnd, walk, variant } = await wayTo(of);
    const walked = walk.limit === 0 ? [] : await walking(db, walk, variant);
    return { on: isFromEnd ? [...idsOf(walked)].reverse() : idsOf(walked), total, answer: walked };
  }

  const made: Made<V> = new WeakMap();
  async function keptPage(of: Of, cache: RowCache<V>): Promise<Page<V>> {
    const at = cache.commits.count;
    const { on, total, answer } = await idsOn(of);
    const { page, size } = of.paging;
    const last = made.get(answer);
    const isSame = last?.page.total === total && last.page.page === page && last.page.size === size;
    if (last && isSame && cache.commits.isCurrent(cache.others, last.at)) return last.page;
    const kept = await shown(of.db, cache, on);
    const list = kept.map(({ value }) => value);
    const next = unchanging(
      { list, total, page, size },
      kept.map(({ json }) => json),
    );
    made.set(answer, { page: next, at });
    return next;
  }

  return (db, { tier, oem_id, user_id }, filter, paging) => {
    const of = { db, given: { ...narrowing(filter), oem_id, user_id }, tier, paging };
    const cache = cacheFor(db);
    return cache?.isExact() ? keptPage(of, cache) : readPage(of);
  };
}
