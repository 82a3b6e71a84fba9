import type { CompiledQuery } from 'kysely';
import type Libsql from 'libsql';
import type { Behalf } from '@/lib/queues/behalf';
import { TurnTime } from '@/lib/queues/turn-time';
import type { ReadCache } from './read-cache';
import type { Reader } from './read-only';
import { Statements } from './statements';

/** Reads on the thread that serves everybody, on which each sender has their time in a turn of the event loop. */
export class FileReader implements Reader {
  readonly #statements: Statements;
  readonly #reading = new TurnTime();

  constructor(
    readonly database: Libsql.Database,
    readonly cache: ReadCache,
  ) {
    this.#statements = new Statements(database);
  }

  async rows(query: CompiledQuery, behalf: Behalf): Promise<readonly unknown[]> {
    if (this.#reading.isOverFor(behalf)) await behalf.nextTurn();
    const { sql, parameters } = query;
    const ask = () => this.#reading.of(behalf, () => this.#statements.of(sql).statement.all(parameters));
    return this.cache.read(query, ask);
  }

  async close(): Promise<void> {
    this.database.close();
  }
}
