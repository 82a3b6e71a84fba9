import { type ConnectionProvider, type Dialect, Kysely, type KyselyProps } from 'kysely';
import { type Behalf, PROCESS } from '@/lib/queues/behalf';
import type { ReadCache } from './read-cache';
import type { Db } from './store';
import type { Tables } from './tables';

/** A database as it is asked on somebody's behalf, in whose turns its queries wait. */
class CallerDb extends Kysely<Tables> {
  constructor(
    props: KyselyProps,
    readonly behalf: Behalf,
    /** What is kept of its answers. */
    readonly cache: ReadCache | undefined,
  ) {
    super(props);
  }
}

/** The same database on anybody's behalf. */
export type Callers = { base: Db; on(behalf: Behalf): Db };

/**
 * Opens a database. `connect` says how the connections are had that a caller's queries run on; `pooled` gives those of the
 * driver, to one query or transaction at a time.
 */
export function openCallers(
  dialect: Dialect,
  connect: (behalf: Behalf, pooled: ConnectionProvider) => ConnectionProvider,
  cache?: ReadCache,
): Callers {
  const driver = dialect.createDriver();
  const base = new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (db) => dialect.createIntrospector(db),
    },
  });
  const executor = base.getExecutor();
  const on = (behalf: Behalf) => {
    const props = {
      config: { dialect },
      dialect,
      driver,
      executor: executor.withConnectionProvider(connect(behalf, executor)),
    };
    return new CallerDb(props, behalf, cache);
  };
  return { base, on };
}

/** On whose behalf a database is asked; within a transaction nobody's, as it is the store's own turn. */
export const behalfOf = (db: Db): Behalf => (db instanceof CallerDb ? db.behalf : PROCESS);

/** What is kept of a database's answers: whoever has a compiled query asks here before going through Kysely to the connection. */
export const cacheOf = (db: Db): ReadCache | undefined => (db instanceof CallerDb ? db.cache : undefined);
