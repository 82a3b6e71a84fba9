import type { DuckDBConnection } from '@duckdb/node-api';
import { Serial } from './serial';
import type { KeptIds } from './store';

const SCHEMA = 'kept_ids';
/** A query that names a set ends long before the set goes. */
const DROPPED_AFTER_MS = 60_000;

/** No name is given twice: a set of an engine that is no more must not be taken for one of the next. */
let serial = 0;

/** Lists of ids as tables in memory, one for each array, for as long as somebody holds the array. */
export class IdSets {
  readonly #kept = new WeakMap<readonly string[], Promise<KeptIds>>();
  readonly #unused = new FinalizationRegistry<string>((table) => {
    setTimeout(() => void this.#run(`DROP TABLE ${table}`), DROPPED_AFTER_MS).unref();
  });
  readonly #serial = new Serial();

  private constructor(private readonly connection: DuckDBConnection) {}

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

  close(): Promise<void> {
    return this.#serial.close();
  }

  async #store(ids: readonly string[]): Promise<KeptIds> {
    const name = `ids_${++serial}`;
    const table = `${SCHEMA}.${name}`;
    await this.#serial.run(async () => {
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
    return this.#serial.run(() => this.connection.run(sql)).catch(() => undefined);
  }
}
