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

/** How many transactions the process has committed: what was counted before the last one may be wrong now. */
export type CommitCount = { commits: number };

/** Totals of lists, counted once between two commits; exact, because only this process writes the file. */
export class CountMemory {
  readonly #counts = new Map<string, unknown>();
  #at = -1;

  constructor(readonly count: CommitCount) {}

  /** The remembered answer, or what `ask` says now: rows, or a promise of them. */
  remember<T>(query: CompiledQuery, ask: () => T): T {
    if (!query.sql.startsWith('select count(')) return ask();
    if (this.#at !== this.count.commits || this.#counts.size > 10_000) {
      this.#counts.clear();
      this.#at = this.count.commits;
    }
    const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
    if (!this.#counts.has(key)) {
      const answer = ask();
      this.#counts.set(key, answer);
      if (answer instanceof Promise) answer.catch(() => this.#counts.delete(key));
    }
    return this.#counts.get(key) as T;
  }
}

class LibsqlConnection implements DatabaseConnection {
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();

  constructor(
    readonly database: Libsql.Database,
    readonly counts: CountMemory | undefined,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.counts) return { rows: this.counts.remember(query, () => this.#all(query)) as R[] };
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as R[] };
    const { changes } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(query.sql).iterate(query.parameters)) yield { rows: [row as R] };
  }

  #all(query: CompiledQuery): unknown[] {
    return this.#prepare(query.sql).all(query.parameters);
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

/** One connection. A writer's transactions wait for each other, since SQLite has one writer; readers never wait. */
class LibsqlDriver implements Driver {
  readonly #connection: LibsqlConnection;
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(
    database: Libsql.Database,
    readonly role: 'writer' | 'reader',
    readonly count: CommitCount,
  ) {
    this.#connection = new LibsqlConnection(database, role === 'reader' ? new CountMemory(count) : undefined);
  }

  async init() {}

  async acquireConnection() {
    if (this.role === 'reader') return this.#connection;
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
    this.count.commits++;
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

/** All of a dialect but where its queries run. */
export const libsqlLanguage = {
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new LibsqlAdapter(),
  createIntrospector: (db: Kysely<unknown>) => new SqliteIntrospector(db),
};

/** Kysely over libsql. The writer and the readers of one file share `count`. */
export function libsqlDialect(database: Libsql.Database, role: 'writer' | 'reader', count: CommitCount): Dialect {
  return { ...libsqlLanguage, createDriver: () => new LibsqlDriver(database, role, count) };
}
