import type Libsql from 'libsql';
import { LRUCache } from 'lru-cache';

/** Statements are prepared once and kept: preparing costs more than most of our queries. */
const STATEMENTS = 512;
/** Characters of all their texts. */
const STATEMENTS_TEXT = 4 << 20;

/** `isReader`: whether it has rows, which the engine is asked only once. */
type Prepared = { statement: Libsql.Statement<unknown[]>; isReader: boolean };

/** The statements of one connection to a file. */
export class Statements {
  readonly #prepared = new LRUCache<string, Prepared>({
    ...{ max: STATEMENTS, maxSize: STATEMENTS_TEXT },
    sizeCalculation: (_, sql) => sql.length + 1,
  });

  constructor(readonly database: Libsql.Database) {}

  of(sql: string): Prepared {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    const prepared = { statement, isReader: statement.reader };
    this.#prepared.set(sql, prepared);
    return prepared;
  }
}
