import type { Compilable, CompiledQuery } from 'kysely';
import { cacheOf } from './caller-db';
import { isPostgres } from './dialect';
import { keepPlan } from './kept-plans';
import { Slot, type Value } from './slot';
import type { Db } from './store';

type Given = Readonly<Record<string, Value | undefined>>;

/** Names of the values that are given: what a query's text may depend on. */
const shapeOf = (given: Given) => Object.keys(given).filter((name) => given[name] !== undefined);

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((one, i) => one === others[i]);

type Build<G, Row> = (db: Db, given: G, variant: string) => Compilable<Row>;
type Ask<G, Row> = (db: Db, given: G, variant?: string) => Promise<Row[]>;

/**
 * A query that is built and compiled once for each kind of store, each `variant` and each set of values that are given;
 * building one costs several times what most of them cost the store. `build` puts the values into the query as they
 * are (or through `derived`) and may ask only whether one is given.
 */
export const prepared = <G extends Given, Row>(build: Build<G, Row>): Ask<G, Row> => compiledOnce(build, () => {});

/**
 * The same for what is found in one way whatever the values are and however large its tables are, as a row by its key is:
 * connections to PostgreSQL keep the plan, which takes longer to make than such a query to run. It names its columns. The
 * embedded store keeps its answers within transactions, too.
 */
export const planned = <G extends Given, Row>(build: Build<G, Row>): Ask<G, Row> => compiledOnce(build, keepPlan);

/** `onCompiled` is called with the text of each. */
function compiledOnce<G extends Given, Row>(build: Build<G, Row>, onCompiled: (text: string) => void): Ask<G, Row> {
  const compiled = new Map<string, { names: readonly string[]; isOfPostgres: boolean; query: CompiledQuery<Row> }[]>();
  const compile = (db: Db, names: readonly string[], variant: string) =>
    build(db, Object.fromEntries(names.map((name) => [name, new Slot(name)])) as unknown as G, variant).compile();
  return async (db, given, variant = '') => {
    const names = shapeOf(given);
    const isOfPostgres = isPostgres(db);
    const ofVariant = compiled.get(variant) ?? [];
    let known = ofVariant.find((one) => one.isOfPostgres === isOfPostgres && isSame(one.names, names));
    if (!known) {
      known = { names, isOfPostgres, query: compile(db, names, variant) };
      onCompiled(known.query.sql);
      compiled.set(variant, [...ofVariant, known]);
    }
    const { query } = known;
    // What watches the queries of a transaction hears of this one, too.
    db.getExecutor().transformQuery(query.query, query.queryId);
    const parameters = query.parameters.map((value) =>
      value instanceof Slot ? value.from(given[value.name] as Value) : value,
    );
    const asked = { ...query, parameters };
    const cached = cacheOf(db)?.known(asked) as Row[] | undefined;
    return cached ?? (await db.executeQuery<Row>(asked)).rows;
  };
}
