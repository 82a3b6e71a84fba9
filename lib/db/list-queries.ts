import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely';
import type { Scope } from '@/lib/tenancy/scope';
import { jsonList, rowsOfList } from './dialect';
import type { Place } from './kept-ids';
import { nearest, type Paging } from './paginate';
import { prepared } from './prepared';
import type { Id } from './row-cache';
import type { Db } from './store';
import type { Tables } from './tables';

export type Filter = Readonly<Record<string, string | number | undefined>>;
type Way = 'asc' | 'desc';

/** What a list is made of; `key` names its objects, and its order ends with it. */
export type List<F extends Filter, T extends keyof Tables, Shown extends keyof Tables, Row> = {
  /** The table and column that name the objects. */
  key: ReferenceExpression<Tables, T> & ReferenceExpression<Tables, Shown> & string;
  /** Columns of one index, all in the same direction, that never change. */
  order: readonly (ReferenceExpression<Tables, T> & ReferenceExpression<Tables, Shown> & string)[];
  way: Way;
  /** Those in the scope that the filter matches, which depends on their own rows alone. */
  found: (db: Db, scope: Scope, filter: F) => SelectQueryBuilder<Tables, T, object>;
  /** What is shown of them, with the joins that it takes: each from its own row and from other tables. */
  rows: (db: Db) => SelectQueryBuilder<Tables, Shown, Row>;
};

export type Given<F extends Filter> = F & Pick<Scope, 'oem_id' | 'user_id'>;

/** A page of a list that somebody asks for. */
export type Asked<F extends Filter> = { db: Db; given: Given<F>; tier: Scope['tier']; paging: Paging };

const opposite = (way: Way): Way => (way === 'asc' ? 'desc' : 'asc');

type Listed = { ids: string }[];

/** Of answers that the store gives again as long as they are true. */
const read = new WeakMap<Listed, readonly Id[]>();

/** The ids in an answer, the same object for the same answer. */
function idsOf(listed: Listed, isFromEnd = false): readonly Id[] {
  const known = read.get(listed);
  if (known) return known;
  const ids: Id[] = JSON.parse(listed[0]?.ids ?? '[]');
  if (isFromEnd) ids.reverse();
  read.set(listed, ids);
  return ids;
}

/** The prepared queries of a list. Ids come in the order of the list, as one JSON text: rows of their own would take six times as long. */
export function listQueries<F extends Filter, T extends keyof Tables, Shown extends keyof Tables, Row>({
  key,
  order,
  way,
  found,
  rows,
}: List<F, T, Shown, Row>) {
  type Walk = Given<F> & { limit: number; offset: number };
  const [table = '', column = ''] = key.split('.');
  const nameOf = (row: unknown) => (row as Record<string, Id>)[column] as Id;

  const matching = (db: Db, given: Given<F>, tier: string) => found(db, { ...given, tier } as unknown as Scope, given);
  const ids = (db: Db, given: Given<F>, tier: string, walked: Way) => {
    let some = matching(db, given, tier).select(key as never) as SelectQueryBuilder<Tables, T, object>;
    for (const one of order) some = some.orderBy(one as never, walked);
    return some;
  };
  const inOneText = (db: Db, some: SelectQueryBuilder<Tables, T, object>) =>
    db.selectFrom(some.as('listed')).select(jsonList(db, `listed.${column}`).as('ids'));
  const walk = (db: Db, { limit, offset, ...given }: Walk, variant: string) => {
    const [tier, walked] = variant.split(' ') as [string, Way];
    const some = ids(db, given as unknown as Given<F>, tier, walked);
    return some.limit(limit).offset(offset);
  };

  const counting = prepared((db, given: Given<F>, tier) =>
    matching(db, given, tier).select((eb) => eb.fn.countAll<number>().as('n')),
  );
  const listing = prepared((db, given: Given<F> & { most: number }, tier) =>
    inOneText(db, ids(db, given, tier, way).limit(given.most)),
  );
  const walking = prepared((db, given: Walk, variant) => inOneText(db, walk(db, given, variant)));
  const placing = prepared((db, given: Given<F> & { ids: string }, tier) => {
    const id = sql.ref<Id>(`own.${column}`);
    // Each by its key: asked whether it is one of some, the engine would read all that the list has.
    const some = matching(db, given, tier).where(sql<boolean>`${sql.ref(key)} = ${id}`);
    const columns = sql.join(order.map((one) => sql.ref(one)));
    const own = sql.join(order.map((one) => sql.ref(one.replace(table, 'own'))));
    const isAfter = sql<boolean>`(${columns}) ${sql.raw(way === 'desc' ? '<' : '>')} (${own})`;
    const after = ids(db, given, tier, way)
      .where(isAfter as never)
      .limit(1);
    return db
      .selectFrom(sql.table<object>(table).as('own'))
      .select([id.as('id'), sql<Id | null>`(${after})`.as('after')])
      .where(sql<boolean>`${id} in ${rowsOfList(db, given.ids)}`)
      .where(sql<boolean>`exists ${some.select(key as never)}`);
  });
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

  /** How the index is walked to a page, from the end that is nearer. */
  const wayTo = ({ given, tier, paging }: Asked<F>, total: number) => {
    const { isFromEnd, limit, offset } = nearest(paging, total);
    const variant = `${tier} ${isFromEnd ? opposite(way) : way}`;
    return { isFromEnd, limit, given: { ...given, limit, offset }, variant };
  };

  return {
    table,
    column,
    sqlOfRows: (db: Db) => rows(db).compile().sql,
    async count({ db, given, tier }: Asked<F>): Promise<number> {
      const [counted] = await counting(db, given, tier);
      return Number(counted?.n ?? 0);
    },
    /** The first `most` ids. */
    all: async ({ db, given, tier }: Asked<F>, most: number) => idsOf(await listing(db, { ...given, most }, tier)),
    /** Those of these objects that the list has, and what comes after each; only of the embedded store. */
    places: ({ db, given, tier }: Asked<F>, some: readonly Id[]): Promise<Place[]> =>
      placing(db, { ...given, ids: JSON.stringify(some) }, tier),
    /** Ids on the page of a list of `total`. */
    async idsOn(asked: Asked<F>, total: number): Promise<readonly Id[]> {
      const { isFromEnd, limit, given, variant } = wayTo(asked, total);
      return limit === 0 ? [] : idsOf(await walking(asked.db, given, variant), isFromEnd);
    },
    /** Rows on the page of a list of `total`. */
    async rowsOn(asked: Asked<F>, total: number): Promise<Row[]> {
      const { limit, given, variant } = wayTo(asked, total);
      return limit === 0 ? [] : ((await reading(asked.db, given, variant)) as Row[]);
    },
    /** These objects, in any order; only of the embedded store. */
    named: async (db: Db, some: readonly Id[]): Promise<[Id, Row][]> =>
      (await naming(db, { ids: JSON.stringify(some) })).map((row) => [nameOf(row), row as Row]),
  };
}
