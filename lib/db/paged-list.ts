import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { unchanging } from '@/lib/api/unchanging';
import type { Scope } from '@/lib/tenancy/scope';
import { nearest, type Paging } from './paginate';
import { prepared } from './prepared';
import type { Db } from './store';
import type { Tables } from './tables';

type Filter = Readonly<Record<string, string | number | undefined>>;
type Way = 'asc' | 'desc';

/** What a list is made of; `key` names its objects, and its order ends with it. */
type List<F extends Filter, T extends keyof Tables, Shown extends keyof Tables, Row, V> = {
  key: ReferenceExpression<Tables, T> & ReferenceExpression<Tables, Shown> & string;
  /** Columns of one index, all in the same direction. */
  order: readonly (ReferenceExpression<Tables, T> & ReferenceExpression<Tables, Shown> & string)[];
  way: Way;
  /** Those in the scope that the filter matches. */
  found: (db: Db, scope: Scope, filter: F) => SelectQueryBuilder<Tables, T, object>;
  /** What is shown of them, with the joins that it takes. */
  rows: (db: Db) => SelectQueryBuilder<Tables, Shown, Row>;
  /** What the API answers of a row, and of nothing else. */
  show: (row: Row) => V;
};

const opposite = (way: Way): Way => (way === 'asc' ? 'desc' : 'asc');

/** The filter without what it leaves open: an empty text matches everything. */
const narrowing = <F extends Filter>(filter: F): F =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')) as F;

/** What a page was when it was last made of these rows. */
type Made<V> = WeakMap<readonly object[], Page<V>>;

/**
 * The page that these rows are. The embedded store gives the same rows again until what they were read from is written,
 * and then the page is the same, too.
 */
function pageOf<Row, V>(made: Made<V>, rows: Row[], page: Omit<Page<V>, 'list'>, show: (row: Row) => V): Page<V> {
  const known = made.get(rows as object[]);
  if (known && known.total === page.total && known.page === page.page && known.size === page.size) return known;
  const next = unchanging({ list: rows.map(show), ...page });
  made.set(rows as object[], next);
  return next;
}

/**
 * A list in pages, whose queries are prepared. A page is found by walking the index from the nearer end of the list, and
 * only the rows on it are joined.
 */
export function pagedList<F extends Filter, T extends keyof Tables, Shown extends keyof Tables, Row, V>({
  key,
  order,
  way,
  found,
  rows,
  show,
}: List<F, T, Shown, Row, V>): (db: Db, scope: Scope, filter: F, paging: Paging) => Promise<Page<V>> {
  type Given = F & Pick<Scope, 'oem_id' | 'user_id'>;
  const scopeOf = (given: Given, tier: string) => ({ ...given, tier }) as unknown as Scope;

  const made: Made<V> = new WeakMap();

  const counting = prepared((db, given: Given, tier) =>
    found(db, scopeOf(given, tier), given).select((eb) => eb.fn.countAll<number>().as('n')),
  );

  const reading = prepared((db, given: Given & { limit: number; offset: number }, variant) => {
    const [tier, walked] = variant.split(' ') as [string, Way];
    let ids = found(db, scopeOf(given, tier), given).select(key as never) as SelectQueryBuilder<Tables, T, object>;
    for (const column of order) ids = ids.orderBy(column as never, walked);
    let page = rows(db).where(key as never, 'in', ids.limit(given.limit).offset(given.offset) as never);
    for (const column of order) page = page.orderBy(column as never, way);
    return page;
  });

  return async (db, { tier, oem_id, user_id }, filter, { page, size }) => {
    const given = { ...narrowing(filter), oem_id, user_id };
    const [counted] = await counting(db, given, tier);
    const total = Number(counted?.n ?? 0);
    const { isFromEnd, limit, offset } = nearest({ page, size }, total);
    if (limit === 0) return { list: [], total, page, size };
    const found = await reading(db, { ...given, limit, offset }, `${tier} ${isFromEnd ? opposite(way) : way}`);
    return pageOf(made, found, { total, page, size }, show);
  };
}
