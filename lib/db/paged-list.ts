import type { Page } from '@/lib/api/fields';
import type { Scope } from '@/lib/tenancy/scope';
import { cacheOf } from './caller-db';
import { KeptPages } from './kept-pages';
import { type Asked, type Filter, type List, listQueries } from './list-queries';
import { countedPage, type Paging } from './paginate';
import type { ReadCache } from './read-cache';
import type { Db } from './store';
import type { Tables } from './tables';

/** The filter without what it leaves open: an empty text matches everything. */
const narrowing = <F extends Filter>(filter: F): F =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== '')) as F;

/**
 * A list in pages, whose queries are prepared. A page is found by walking the index from the nearer end of the list, and
 * only the rows on it are joined. Of the embedded store what was read is kept until it changes. `show`: what the API answers of
 * a row, and of nothing else.
 */
export function pagedList<F extends Filter, T extends keyof Tables, Shown extends keyof Tables, Row, V extends object>({
  show,
  ...list
}: List<F, T, Shown, Row> & { show: (row: Row) => V }): (
  db: Db,
  scope: Scope,
  filter: F,
  paging: Paging,
) => Promise<Page<V>> {
  const queries = listQueries<F, T, Shown, Row>(list);
  const kept = new WeakMap<ReadCache, KeptPages<F, Row, V> | undefined>();

  function keptOf(db: Db): KeptPages<F, Row, V> | undefined {
    const cache = cacheOf(db);
    if (cache && !kept.has(cache)) kept.set(cache, KeptPages.of(cache, db, queries, show));
    return cache && kept.get(cache);
  }

  async function read(asked: Asked<F>, isNarrowed: boolean): Promise<Page<V>> {
    const { paging } = asked;
    const count = () => queries.count(asked);
    const rowsOn = (total: number) => queries.rowsOn(asked, total);
    const { total, rows } = await countedPage({ paging, isNarrowed, count, rowsOn });
    const { page, size } = paging;
    return { list: rows.map(show), total, page, size };
  }

  return (db, { tier, oem_id, user_id }, filter, paging) => {
    const narrowed = narrowing(filter);
    const asked = { db, given: { ...narrowed, oem_id, user_id }, tier, paging };
    const pages = keptOf(db);
    return pages?.isExact ? pages.page(asked) : read(asked, Object.keys(narrowed).length > 0);
  };
}
