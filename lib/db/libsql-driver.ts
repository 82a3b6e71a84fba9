import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type Libsql from 'libsql';

/** Statements are prepared once and kept: preparing costs more than most of our queries. */
const STATEMENTS = 512;

class LibsqlConnection implements DatabaseConnection {
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();

  constructor(readonly database: Libsql.Database) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as R[] };
    const { changes } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(query.sql).iterate(query.parameters)) yield { rows: [row as R] };
  }

  #prepare(sql: string) {
    let statement = this.#statements.get(sql);
    if (statement) return statement;
    statement = this.database.prepare(sql);
    if (this.#statements.size >= STATEMENTS) this.#statements.delete(this.#statements.keys().next().value as string);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** One connection; its transactions wait for each other, since SQLite has one writer. */
class LibsqlDriver implements Driver {
  readonly #connection: LibsqlConnection;
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(
    database: Libsql.Database,
    readonly exclusive: boolean,
  ) {
    this.#connection = new LibsqlConnection(database);
  }

  async init() {}

  async acquireConnection() {
    if (!this.exclusive) return this.#connection;
    const previous = this.#last;
    let release = () => {};
    this.#last = new Promise((resolve) => {
      release = resolve;
    });
    await previous;
    this.#release = release;
    return this.#connection;
  }

  async releaseConnection() {
    this.#release?.();
  }

  async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: LibsqlConnection) {
    // A failed commit (full disk) has already rolled back.
    if (connection.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy() {
    this.#connection.database.close();
  }
}

class LibsqlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/**
 * Kysely over libsql. `exclusive` queues whoever asks for the connection: right for the writer; readers run each
 * statement to its end at once and never wait.
 */
export function libsqlDialect(database: Libsql.Database, exclusive: boolean): Dialect {
  return {
    createDriver: () => new LibsqlDriver(database, exclusive),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new LibsqlAdapter(),
    createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
  };
}
