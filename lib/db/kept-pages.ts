import type { Page } from '@/lib/api/fields';
import { FixedPage } from '@/lib/api/fixed-page';
import { KeptIds, SHORT } from './kept-ids';
import type { Asked, Filter, listQueries } from './list-queries';
import type { ReadCache } from './read-cache';
import { type Id, type Kept, keepable, type RowCache } from './row-cache';
import type { Db } from './store';

type Queries<F extends Filter, Row> = Pick<
  ReturnType<typeof listQueries<F, never, never, Row>>,
  'table' | 'column' | 'sqlOfRows' | 'count' | 'all' | 'places' | 'idsOn' | 'named'
>;

/** What the embedded store keeps of a list in memory: ids of what is in it while it is short, and what is shown of rows until they change. */
export class KeptPages<F extends Filter, Row, V extends object> {
  readonly #ids: KeptIds;
  /** The page that was made last of some ids, when there were `at` commits. */
  readonly #made = new WeakMap<readonly Id[], { page: Page<V>; at: number }>();

  private constructor(
    readonly queries: Queries<F, Row>,
    readonly show: (row: Row) => V,
    readonly rows: RowCache<V>,
  ) {
    this.#ids = new KeptIds(rows.log, rows.commits);
  }

  /** Undefined where it is not known what a row is read from. */
  static of<F extends Filter, Row, V extends object>(
    cache: ReadCache,
    db: Db,
    queries: Queries<F, Row>,
    show: (row: Row) => V,
  ): KeptPages<F, Row, V> | undefined {
    const rows = cache.ofRows<V>(queries.table, queries.column, queries.sqlOfRows(db));
    return rows && new KeptPages(queries, show, rows);
  }

  /** Whether every change is noticed, so that pages are what the store has. */
  get isExact(): boolean {
    return this.rows.isExact();
  }

  async page(asked: Asked<F>): Promise<Page<V>> {
    const { commits, table, others } = this.rows;
    const at = commits.count;
    const { on, total, of } = await this.#idsOn(asked);
    const { page, size } = asked.paging;
    const last = this.#made.get(of);
    const isSame = last?.page.page === page && last.page.size === size;
    if (last && isSame && commits.isCurrent([table, ...others], last.at)) return last.page;
    const kept = await this.#shown(asked.db, on);
    const list = kept.map(({ value }) => value);
    const json = kept.map((one) => one.json);
    const made = new FixedPage(list, total, page, size, json);
    this.#made.set(of, { page: made, at });
    return made;
  }

  /** The ids on a page, how many the list has, and the ids that they are some of. */
  async #idsOn(asked: Asked<F>): Promise<{ on: readonly Id[]; total: number; of: readonly Id[] }> {
    const { given, tier, paging } = asked;
    const key = `${tier} ${JSON.stringify(given)}`;
    const of = await this.#ids.of(key, {
      all: () => this.queries.all(asked, SHORT + 1),
      places: (ids) => this.queries.places(asked, ids),
    });
    const before = (paging.page - 1) * paging.size;
    if (of) return { on: of.slice(before, before + paging.size), total: of.length, of };
    const total = await this.queries.count(asked);
    if (total <= SHORT) this.#ids.isShort(key);
    const on = await this.queries.idsOn(asked, total);
    return { on, total, of: on };
  }

  /** What is shown of these objects, in their order; of one that was deleted meanwhile nothing. */
  async #shown(db: Db, some: readonly Id[]): Promise<Kept<V>[]> {
    const known = this.rows.known(some);
    const missing = some.filter((_, i) => known[i] === undefined);
    if (missing.length === 0) return known as Kept<V>[];
    const at = this.rows.commits.count;
    const read = new Map<Id, Kept<V>>();
    for (const [id, row] of await this.queries.named(db, missing)) {
      const one = keepable(this.show(row));
      this.rows.set(id, one, at);
      read.set(id, one);
    }
    return some.map((id, i) => known[i] ?? read.get(id)).filter((one) => one !== undefined);
  }
}
