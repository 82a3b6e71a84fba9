import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { FairQueue } from '@/lib/queues/fair-queue';
import { type Callers, openCallers } from './caller-db';
import { planName } from './kept-plans';
import type { Tables } from './tables';

// int8 arrives as text by default; every number of ours fits a double exactly (ids stay below 2^53).
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === 20 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

/** How long PostgreSQL may work on a statement, and how long after that it is taken for gone. */
export const STATEMENT_MS = 30_000;
const GRACE_MS = 1_000;

type Query = (...given: unknown[]) => unknown;

/** Has everything that a connection is asked go through `how`. */
function wrap(client: pg.PoolClient, how: (query: Query) => Query): void {
  client.query = how(client.query.bind(client) as Query) as typeof client.query;
}

/** Has a connection keep the plans that are to be kept. */
const keepPlans =
  (query: Query): Query =>
  (text, values, ...more) => {
    const name = typeof text === 'string' ? planName(text) : undefined;
    return name ? query({ name, text, values }, ...more) : query(text, values, ...more);
  };

/** Ends a connection on which a statement got no answer: its server is halted, or the network swallows what it says. */
const giveUpUnanswered =
  (client: pg.PoolClient) =>
  (query: Query): Query =>
  (...given) => {
    const asked = query(...given);
    if (asked instanceof Promise) {
      const late = setTimeout(() => (client as unknown as pg.Client).end(() => {}), STATEMENT_MS + GRACE_MS).unref();
      const answered = () => clearTimeout(late);
      asked.then(answered, answered);
    }
    return asked;
  };

/** A pool of connections to PostgreSQL; with `statement_timeout: false` its statements take as long as they take. */
export function postgresPool(connectionString: string, settings: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionString, types, statement_timeout: STATEMENT_MS, ...settings });
  // An idle connection that drops is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {});
  // One that drops in use says so to its query, and to a listener of its own.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    wrap(client, keepPlans);
    if (settings.statement_timeout !== false) wrap(client, giveUpUnanswered(client));
  });
  return pool;
}

/** PostgreSQL over a pool, for the process itself. */
export const postgresDb = (pool: pg.Pool): Kysely<Tables> => new Kysely({ dialect: new PostgresDialect({ pool }) });

/**
 * PostgreSQL over a pool whose connections are handed out in fair turns, so that whoever asks for hundreds at once waits for everybody
 * else. `lend` has one of them. Asking rejects with err.request.too_many_waiting or err.busy where the queue has no room.
 */
export function postgresCallers(pool: pg.Pool, queue: FairQueue, lend = () => pool.connect()): Callers {
  const dialect = new PostgresDialect({ pool: { connect: lend, end: () => pool.end() } });
  return openCallers(dialect, (behalf, pooled) => ({
    provideConnection: (use) => queue.run(behalf.owner, () => pooled.provideConnection(use)),
  }));
}
