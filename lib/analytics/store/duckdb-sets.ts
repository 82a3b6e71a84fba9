import type { DuckDBConnection } from '@duckdb/node-api';
import type { KeptIds } from './store';

const SCHEMA = 'kept_ids';
/** A query that names a set ends long before the set goes. */
const DROPPED_AFTER_MS = 60_000;

/** Lists of ids as tables in memory, one for each array, for as long as somebody holds the array. */
export class IdSets {
  readonly #kept = new WeakMap<readonly string[], Promise<KeptIds>>();
  readonly #unused = new FinalizationRegistry<string>((table) => {
    setTimeout(() => void this.#run(`DROP TABLE ${table}`), DROPPED_AFTER_MS).unref();
  });
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  private constructor(readonly connection: DuckDBConnection) {}

  static async open(connection: DuckDBConnection): Promise<IdSets> {
    await connection.run(`ATTACH ':memory:' AS ${SCHEMA}`);
    return new IdSets(connection);
  }

  /** The set of an array, which must not change any more. */
  keep(ids: readonly string[]): Promise<KeptIds> {
    const known = this.#kept.get(ids);
    if (known) return known;
    const kept = this.#store(ids);
    this.#kept.set(ids, kept);
    kept.catch(() => this.#kept.delete(ids));
    return kept;
  }

  async #store(ids: readonly string[]): Promise<KeptIds> {
    const name = `ids_${++this.#count}`;
    const table = `${SCHEMA}.${name}`;
    await this.#serial(async () => {
      await this.connection.run(`CREATE TABLE ${table} (id VARCHAR)`);
      const appender = await this.connection.createAppender(name, 'main', SCHEMA);
      for (const id of ids) {
        appender.appendVarchar(id);
        appender.endRow();
      }
      appender.closeSync();
    });
    this.#unused.register(ids, table);
    return { ids, sql: `SELECT id FROM ${table}` };
  }

  #run(sql: string): Promise<unknown> {
    return this.#serial(() => this.connection.run(sql)).catch(() => undefined);
  }

  #serial<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work, work);
    this.#last = next.catch(() => undefined);
    return next;
  }
}
