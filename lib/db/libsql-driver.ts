import { setImmediate } from 'node:timers/promises';
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
import { StoreFailure } from './dialect';

/** Statements are prepared once and kept: preparing costs more than most of our queries. */
const STATEMENTS = 512;

/** How many transactions the process has committed: what was read before the last one may be wrong now. */
export type CommitCount = { commits: number };

type Rows = readonly unknown[];

/** A transaction works this long before it lets others answer: its queries run on the thread that serves everybody. */
const TURN_MS = 10;

const REMEMBERED_QUERIES = 2_000;
const REMEMBERED_ROWS = 100;

/** What was read since the last commit; exact, because only this process writes the file. */
export class ReadMemory {
  readonly #answers = new Map<string, Rows | Promise<Rows>>();
  #at = -1;

  constructor(readonly count: CommitCount) {}

  /** The remembered rows, or what `ask` says now. Callers share them, so they are frozen. */
  remember<T extends Rows | Promise<Rows>>(query: CompiledQuery, ask: () => T): T {
    if (this.#at !== this.count.commits || this.#answers.size >= REMEMBERED_QUERIES) {
      this.#answers.clear();
      this.#at = this.count.commits;
    }
    const key = `${query.sql}\n${JSON.stringify(query.parameters)}`;
    const known = this.#answers.get(key);
    if (known) return known as T;
    const answer = ask();
    this.#answers.set(key, answer);
    if (answer instanceof Promise) answer.then((rows) => this.#keep(key, rows)).catch(() => this.#answers.delete(key));
    else this.#keep(key, answer);
    return answer;
  }

  #keep(key: string, rows: Rows): void {
    if (rows.length > REMEMBERED_ROWS) this.#answers.delete(key);
    else for (const row of rows) Object.freeze(row);
  }
}

class LibsqlConnection implements DatabaseConnection {
  readonly #statements = new Map<string, Libsql.Statement<unknown[]>>();
  #turnEnds = 0;
  /** Whether a transaction was begun and not ended by who began it. */
  isOpen = false;

  constructor(
    readonly database: Libsql.Database,
    readonly memory: ReadMemory | undefined,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.memory) return { rows: this.memory.remember(query, () => this.#all(query)) as R[] };
    if (performance.now() > this.#turnEnds) await this.#letOthersAnswer();
    // A full disk ends the whole transaction, and what came after would each be kept by itself.
    if (this.isOpen && !this.database.inTransaction) throw new StoreFailure('the store ended the transaction');
    const statement = this.#prepare(query.sql);
    if (statement.reader) return { rows: statement.all(query.parameters) as R[] };
    const { changes } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#prepare(query.sql).iterate(query.parameters)) yield { rows: [row as R] };
  }

  /** Nobody else gets this connection meanwhile, and readers see what was committed before. */
  async #letOthersAnswer(): Promise<void> {
    await setImmediate();
    this.beginTurn();
  }

  beginTurn(): void {
    this.#turnEnds = performance.now() + TURN_MS;
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
    this.#connection = new LibsqlConnection(database, role === 'reader' ? new ReadMemory(count) : undefined);
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

  async beginTransaction(connection: LibsqlConnection) {
    connection.beginTurn();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    connection.isOpen = true;
  }

  async commitTransaction(connection: LibsqlConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
    connection.isOpen = false;
    this.count.commits++;
  }

  async rollbackTransaction(connection: LibsqlConnection) {
    connection.isOpen = false;
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
