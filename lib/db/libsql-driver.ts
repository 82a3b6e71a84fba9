import { setImmediate as turnOfLoop } from 'node:timers/promises';
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
import LibsqlThreads from 'libsql/promise';
import { Commits } from './commits';
import { StoreFailure } from './dialect';
import { type Footprint, Footprints } from './footprint';
import { planName } from './kept-plans';
import { ReadCache } from './read-cache';
import { RowCaches } from './row-cache';
import { Statements } from './statements';

/** A transaction works this long before it lets others answer: its queries run on the thread that serves everybody. */
const TURN_MS = 1.5;

/** What the connections to one file share, so that each knows what the others wrote. */
export type Shared = { commits: Commits; footprints: Footprints; cache: ReadCache; rows: RowCaches };

/** Statements are explained by the connection that reads: a commit holds the one that writes, on another thread. */
export function sharedBy(reader: Libsql.Database, writer: Libsql.Database): Shared {
  const commits = new Commits();
  const footprints = new Footprints(reader, commits);
  const rows = new RowCaches(writer, commits);
  return { commits, footprints, cache: new ReadCache(footprints, commits, rows), rows };
}

/** Tables that the transaction under way wrote; null: any. */
type Written = Set<string> | null;

const COMMIT: Footprint = { reads: null, writes: [], isSchema: false };

/** Both interfaces of libsql call the same connection; this one answers on its own threads. Throws SqliteError. */
const execOnThread = (database: Libsql.Database, sql: string): Promise<void> =>
  LibsqlThreads.prototype.exec.call(database as unknown as LibsqlThreads, sql);

class LibsqlConnection implements DatabaseConnection {
  readonly #statements: Statements;
  #written: Written = new Set();
  #turnEnds = 0;
  /** Whether a transaction was begun and not ended by who began it. */
  isOpen = false;

  constructor(
    readonly database: Libsql.Database,
    readonly shared: Shared | undefined,
  ) {
    this.#statements = new Statements(database);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (performance.now() > this.#turnEnds) await this.#letOthersAnswer();
    this.#requireOpen();
    const { shared } = this;
    if (!shared) return this.#run<R>(query);
    const footprint = shared.footprints.of(query.sql);
    if (planName(query.sql) && this.#isCommitted(footprint)) {
      return { rows: (await shared.cache.read(query, () => this.#run(query).rows)) as R[] };
    }
    try {
      return this.#run<R>(query);
    } finally {
      this.#note(footprint);
    }
  }

  /** Whether what a statement reads is as the last commit left it: nobody else writes, and this transaction has not yet. */
  #isCommitted({ reads }: Footprint): boolean {
    const written = this.#written;
    return reads !== null && written !== null && reads.every((table) => !written.has(table));
  }

  /** A disk may take half a second to sync: others are answered meanwhile, who see nothing of it before it is done. */
  async commit(): Promise<void> {
    this.#requireOpen();
    try {
      await execOnThread(this.database, 'commit');
    } finally {
      this.#note(COMMIT);
    }
  }

  /** A full disk ends the whole transaction, and what came after would each be kept by itself. */
  #requireOpen(): void {
    if (this.isOpen && !this.database.inTransaction) throw new StoreFailure('the store ended the transaction');
  }

  #run<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, isReader } = this.#statements.of(query.sql);
    if (isReader) return { rows: statement.all(query.parameters) as R[] };
    const { changes } = statement.run(query.parameters);
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** Adds what a statement wrote to what its transaction did; where none is open any more, others see it now. */
  #note({ writes, isSchema }: Footprint): void {
    if (writes === null) this.#written = null;
    else for (const table of writes) this.#written?.add(table);
    if (isSchema) this.shared?.commits.changeSchema();
    if (this.database.inTransaction || this.#written?.size === 0) return;
    this.shared?.commits.add(this.#written);
    this.shared?.rows.committed(this.#written);
    if (this.#written === null) this.shared?.commits.changeSchema();
    this.#written = new Set();
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    for (const row of this.#statements.of(query.sql).statement.iterate(query.parameters)) yield { rows: [row as R] };
  }

  /** Nobody else gets this connection meanwhile, and readers see what was committed before. */
  async #letOthersAnswer(): Promise<void> {
    await turnOfLoop();
    this.beginTurn();
  }

  /** What is to be known of the transaction that begins. */
  begin(): void {
    this.shared?.rows.begin();
    this.beginTurn();
  }

  end(): void {
    this.isOpen = false;
    this.shared?.rows.end();
  }

  beginTurn(): void {
    this.#turnEnds = performance.now() + TURN_MS;
  }
}

/** One connection, whose transactions wait for each other, since SQLite has one writer. */
class LibsqlDriver implements Driver {
  readonly #connection: LibsqlConnection;
  #last: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(database: Libsql.Database, shared: Shared | undefined) {
    this.#connection = new LibsqlConnection(database, shared);
  }

  async init() {}

  async acquireConnection() {
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
    connection.begin();
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    connection.isOpen = true;
  }

  async commitTransaction(connection: LibsqlConnection) {
    await connection.commit();
    connection.end();
  }

  async rollbackTransaction(connection: LibsqlConnection) {
    connection.isOpen = false;
    // A failed commit (full disk) has already rolled back.
    if (connection.database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
    connection.end();
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

/** Kysely over a connection that writes. What it shares with the readers of its file keeps their answers exact. */
export function libsqlDialect(database: Libsql.Database, shared?: Shared): Dialect {
  return { ...libsqlLanguage, createDriver: () => new LibsqlDriver(database, shared) };
}
