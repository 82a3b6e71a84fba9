import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Kysely, type Transaction } from 'kysely';
import Libsql from 'libsql';
import type pg from 'pg';
import { ConfigError } from '@/lib/config/env';
import type { Metrics } from '@/lib/log/metrics';
import { type Behalf, PROCESS } from '@/lib/queues/behalf';
import { CONNECTIONS, openStoreQueues, type StoreQueues } from '@/lib/queues/queues';
import { viewOf } from '@/lib/runtime/view';
import type { Callers } from './caller-db';
import { isConstraintViolation, isRetryable, StoreFailure } from './dialect';
import { FileReader } from './file-reader';
import { Flush } from './flush';
import { GroupCommit } from './group-commit';
import { runJob } from './job';
import { libsqlDialect, sharedBy } from './libsql-driver';
import { postgresCallers, postgresDb, postgresPool, STATEMENT_MS } from './postgres';
import { openReader } from './read-only';
import { ScanReader } from './scan-reader';
import { SyncConnection } from './sync-connection';
import type { Tables } from './tables';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** The configuration store (DESIGN 6). Reads outside a transaction see what was committed. */
export type Store = {
  kind: 'embedded' | 'postgres';
  read: Db;
  /**
   * The same for reads over very many rows, two at a time and in turns, so that they hold up nobody else. The embedded
   * store answers `read` on the thread that serves everybody; these run on threads of their own.
   */
  scan: Db;
  /** Runs `work` in one transaction: all of it or nothing, durable when the promise resolves. */
  transaction<T>(work: (tx: Tx) => Promise<T>, behalf?: Behalf): Promise<T>;
  /** For migrations, which need the connection itself. On PostgreSQL its statements take as long as they take, and wait for locks only so long. */
  writer: Db;
  /** The same store, asked on somebody's behalf; otherwise it is asked on the process's own. */
  on(behalf: Behalf): Store;
  close(): Promise<void>;
};

type Opened = Pick<Store, 'kind' | 'writer' | 'transaction' | 'close'> & { reads: Callers; searches: Callers };

function storeOf({ reads, searches, ...opened }: Opened): Store {
  const store: Store = {
    ...opened,
    read: reads.on(PROCESS),
    scan: searches.on(PROCESS),
    on: (behalf) =>
      viewOf(store, {
        read: reads.on(behalf),
        scan: searches.on(behalf),
        transaction: (work) => store.transaction(work, behalf),
      }),
  };
  return store;
}

const RETRIES = 5;

/** A process that stands still in the middle of a transaction, whose locks others wait for, loses it after so long. */
const STILL_MS = 5_000;

type Disk = { connection: SyncConnection; flush: Flush<number> };

async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>, { connection, flush }: Disk): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false;
    try {
      const number = await connection.number();
      const value = await db.transaction().execute(async (tx) => {
        const done = await runJob(tx, work);
        isCommitting = true;
        return done;
      });
      if ((await flush.flushed()) !== number) throw new StoreFailure('the server that had the commit is gone');
      return value;
    } catch (cause) {
      if (attempt <= RETRIES && isRetryable(cause)) continue;
      const isLost = isRetryable(cause) || (isCommitting && !isConstraintViolation(cause));
      throw isLost ? new StoreFailure('the store could not commit', { cause }) : cause;
    }
  }
}

/** Of processes that start at once one waits for the others to give up; without it all of them might. */
const LOCK_MS = 1_000;

/** Holds an operating-system lock that dies with the process, so that no stale file can block a start. */
function lockFolder(folder: string): Libsql.Database {
  const lock = new Libsql(path.join(folder, 'lock.db'));
  try {
    lock.exec(`pragma busy_timeout = ${LOCK_MS}; begin exclusive`);
  } catch {
    lock.close();
    throw new ConfigError(
      `DATA_DIR: another Parapet is running on ${folder}; stop it, or use DATABASE_URL to share a store`,
    );
  }
  return lock;
}

/** Pages that a connection keeps, in KiB. What others read is the reader's; checking the file at the start fills the writer's. */
const CACHE = { writer: 16_384, reader: 65_536 };

function openFile(file: string, cache: number): Libsql.Database {
  const database = new Libsql(file);
  database.exec('pragma journal_mode = wal');
  // Every commit reaches the disk before its answer leaves.
  database.exec('pragma synchronous = full');
  database.exec('pragma foreign_keys = on');
  database.exec('pragma busy_timeout = 5000');
  database.exec(`pragma cache_size = -${cache}`);
  return database;
}

/** Checking takes about a second per GiB, so a larger file is checked only when the last process was cut off. */
const QUICKLY_CHECKED = 512 * 1024 * 1024;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** The codes with which SQLite says of a file that it cannot be read, instead of answering what is wrong in it. */
const DAMAGED = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

const damaged = (file: string, what: unknown) =>
  new ConfigError(`DATA_DIR: ${file} is damaged (${what}); restore it from a backup`);

/** Answers what `work` does with a file. Throws ConfigError where the file is too damaged for it. */
function readable<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw DAMAGED.includes(String((error as { code?: unknown }).code)) ? damaged(file, error.message) : error;
  }
}

/** A damaged file is never served from: wrong answers are worse than none. Throws ConfigError. */
export function refuseDamaged(database: Libsql.Database, file: string): void {
  const rows = readable(file, () => database.prepare('pragma quick_check(1)').all());
  const [row] = rows as { quick_check: string }[];
  if (row?.quick_check !== 'ok') throw damaged(file, row?.quick_check);
}

/** Where the embedded store keeps its rows. */
export const storeFile = (folder: string) => path.join(folder, 'parapet.db');

function openEmbedded(folder: string, { scans }: StoreQueues): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const file = storeFile(folder);
  // A clean stop leaves the log empty.
  const wasCut = sizeOf(`${file}-wal`) > 0;
  const writerFile = readable(file, () => openFile(file, CACHE.writer));
  if (wasCut || sizeOf(file) < QUICKLY_CHECKED) refuseDamaged(writerFile, file);
  const readerFile = openFile(file, CACHE.reader);
  const shared = sharedBy(readerFile, writerFile);
  const writer = new Kysely<Tables>({ dialect: libsqlDialect(writerFile, shared) });
  const group = new GroupCommit(writer);
  const reads = openReader(new FileReader(readerFile, shared.cache), shared.cache);
  const searches = openReader(new ScanReader(file, shared.cache, scans));
  return storeOf({
    kind: 'embedded',
    reads,
    searches,
    writer,
    transaction: (work) => group.run(work),
    async close() {
      await group.close();
      await searches.base.destroy();
      await reads.base.destroy();
      writerFile.exec('pragma wal_checkpoint(truncate)');
      await writer.destroy();
      lock.close();
    },
  });
}

/** So long a connection lives at most, as the plans that it keeps were made for tables as large as they were then. */
const LIFETIME_S = 600;

function openPostgres(connectionString: string, queues: StoreQueues): Store {
  const idle_in_transaction_session_timeout = STILL_MS;
  const bounds = { idle_in_transaction_session_timeout, connectionTimeoutMillis: 5_000 };
  const pool = (max: number, more: pg.PoolConfig = {}) =>
    postgresPool(connectionString, { ...bounds, max, maxLifetimeSeconds: LIFETIME_S, ...more });
  const reads = postgresCallers(pool(CONNECTIONS.reads), queues.reads);
  const connection = new SyncConnection(pool(1, { idleTimeoutMillis: 0, maxLifetimeSeconds: 0 }));
  const flush = new Flush(() => connection.sync());
  // A commit lets go of its locks before it is on disk; `transaction` answers after that.
  const writers = pool(CONNECTIONS.writes, { options: '-c synchronous_commit=off', Client: connection.Client });
  const transactions = postgresCallers(writers, queues.writes, () => connection.lend(writers));
  // An index of a large table takes minutes; cut off, an upgrade could never be done.
  const writer = postgresDb(pool(2, { statement_timeout: false, lock_timeout: STATEMENT_MS }));
  // A search on every core of the store would be the fastest, and everybody else would wait for it.
  const searchers = pool(CONNECTIONS.scans, { options: '-c max_parallel_workers_per_gather=0' });
  const searches = postgresCallers(searchers, queues.scans);
  return storeOf({
    kind: 'postgres',
    reads,
    searches,
    writer,
    transaction: (work, behalf = PROCESS) => transact(transactions.on(behalf), work, { connection, flush }),
    close: async () => {
      await flush.flushed().catch(() => undefined);
      await Promise.all([searches.base, reads.base, transactions.base, writer].map((db) => db.destroy()));
      await connection.close();
    },
  });
}

/** Opens PostgreSQL where DATABASE_URL names one, else the embedded store in DATA_DIR. Throws ConfigError. */
export function openStore(options: { folder: string; databaseUrl?: string; figures?: Metrics['queues'] }): Store {
  const queues = openStoreQueues(options.figures);
  return options.databaseUrl ? openPostgres(options.databaseUrl, queues) : openEmbedded(options.folder, queues);
}
