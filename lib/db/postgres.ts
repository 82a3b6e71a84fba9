import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { FairQueue } from '@/lib/queues/fair-queue';
import { fairPool } from './fair-pool';
import type { Tables } from './tables';

// int8 arrives as text by default; every number of ours fits a double exactly (ids stay below 2^53).
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** A pool of connections to PostgreSQL; with a queue they are handed out in its turns. */
export function postgresDb(connectionString: string, settings: pg.PoolConfig, queue?: FairQueue): Kysely<Tables> {
  const pool = new pg.Pool({ connectionString, types, ...settings });
  // An idle connection that drops is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // One that drops in use says so to its query, and to a listener of its own.
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: queue ? fairPool(pool, queue) : pool }) });
}
