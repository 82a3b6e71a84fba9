import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import { createLines, type Reading, readNginxLines } from './nginx-lines';

const NOTHING = new Uint8Array(0);

/** A statement that is planned. */
type Planned = { sql: string; statement: DuckDBPreparedStatement };

/**
 * A table in memory for the lines of one batch after another. It stays, so that the statement that fills it is planned once. It is in a
 * database of its own: nobody else is at work there when it is to give its memory back.
 */
export class ReusedTable {
  readonly name: string;
  #planned: Planned | undefined;

  private constructor(
    private readonly connection: DuckDBConnection,
    private readonly database: string,
  ) {
    this.name = `${database}.lines`;
  }

  /** `database` names one that there is not yet. */
  static async open(connection: DuckDBConnection, database: string): Promise<ReusedTable> {
    await connection.run(`ATTACH ':memory:' AS ${database}`);
    const table = new ReusedTable(connection, database);
    const create = await connection.prepare(createLines(table.name));
    create.bindBlob(1, NOTHING);
    await create.run().finally(() => create.destroySync());
    return table;
  }

  /** Reads lines into it. Rejects where the engine cannot read them, and then it is as empty as before. */
  async fill(lines: Uint8Array, reading: Reading): Promise<void> {
    const statement = await this.#plan(readNginxLines(this.name, reading));
    const read = (bytes: Uint8Array) => {
      statement.bindBlob(1, bytes);
      return statement.run();
    };
    // What is planned keeps the bytes that it last read; without anything bound it would be planned again.
    await read(lines).finally(() => read(NOTHING));
  }

  async #plan(sql: string): Promise<DuckDBPreparedStatement> {
    if (this.#planned?.sql !== sql) {
      this.close();
      this.#planned = { sql, statement: await this.connection.prepare(sql) };
    }
    return this.#planned.statement;
  }

  /** Empties it; only a checkpoint gives the memory of deleted rows back. */
  async emptyBy(run: (sql: string) => Promise<unknown>): Promise<void> {
    await run(`DELETE FROM ${this.name}`);
    await run(`CHECKPOINT ${this.database}`);
  }

  close(): void {
    this.#planned?.statement.destroySync();
    this.#planned = undefined;
  }
}
