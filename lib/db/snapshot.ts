import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Kysely, sql } from 'kysely';
import Libsql from 'libsql';
import { ConfigError } from '@/lib/config/env';
import { libsqlDialect } from './libsql-driver';
import { postgresDb, postgresPool } from './postgres';
import { type Db, refuseDamaged, type Store, storeFile } from './store';
import type { Tables } from './tables';

/** The configuration store as it is at one moment, read beside whoever serves from it and writes to it. */
export type Snapshot = {
  kind: Store['kind'];
  db: Db;
  /** The rows of a query, each as its cells in order; some at a time, so that they need not fit into memory. */
  rows(query: string): AsyncIterable<unknown[][]>;
  close(): Promise<void>;
};

/** Rows at a time: enough to be fast, few enough that the widest of them are no load. */
const BATCH = 500;

/** The lock of DATA_DIR is for those who write; a reader of its own connection disturbs nobody. */
function ofEmbedded(folder: string): Snapshot {
  const file = storeFile(folder);
  if (!existsSync(file)) throw new ConfigError(`DATA_DIR: there is no store in ${folder}`);
  const database = new Libsql(`${pathToFileURL(file)}?mode=ro`);
  database.exec('pragma busy_timeout = 5000');
  refuseDamaged(database, file);
  database.exec('begin');
  return {
    kind: 'embedded',
    db: new Kysely<Tables>({ dialect: libsqlDialect(database) }),
    async *rows(query) {
      let batch: unknown[][] = [];
      for (const row of database.prepare(query).raw().iterate()) {
        batch.push(row as unknown[]);
        if (batch.length < BATCH) continue;
        yield batch;
        batch = [];
      }
      yield batch;
    },
    async close() {
      database.close();
    },
  };
}

async function ofPostgres(databaseUrl: string): Promise<Snapshot> {
  const pool = postgresDb(
    postgresPool(databaseUrl, { max: 1, statement_timeout: false, connectionTimeoutMillis: 5_000 }),
  );
  const db = await pool
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
    .catch(async (error: unknown) => {
      await pool.destroy();
      throw error;
    });
  return {
    kind: 'postgres',
    db,
    async *rows(query) {
      await sql`declare backup_rows no scroll cursor for ${sql.raw(query)}`.execute(db);
      for (;;) {
        const { rows } = await sql<object>`fetch ${sql.lit(BATCH)} from backup_rows`.execute(db);
        yield rows.map((row) => Object.values(row));
        if (rows.length < BATCH) break;
      }
      await sql`close backup_rows`.execute(db);
    },
    async close() {
      await db.rollback().execute();
      await pool.destroy();
    },
  };
}

/** Takes a snapshot of PostgreSQL where DATABASE_URL names one, else of the embedded store. Throws ConfigError. */
export async function openSnapshot(options: { folder: string; databaseUrl?: string }): Promise<Snapshot> {
  return options.databaseUrl ? ofPostgres(options.databaseUrl) : ofEmbedded(options.folder);
}
