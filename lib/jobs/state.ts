import type { Db, Store } from '@/lib/db/store';
import { clockOf } from './queue';

/** How the work of a kind is getting on. */
export type Counts = {
  /** Messages to be done, those that wait for their time or for another attempt too. */
  waiting: number;
  /** Objects that a run of some process has. */
  running: number;
  /** Messages that are tried no more. */
  failed: number;
  /** Age of the oldest message that is due, in milliseconds; 0 where none is. */
  oldest_ms: number;
  /** What the latest failure of a message that is not done said; empty where none failed. */
  last_error: string;
};

const NONE: Counts = { waiting: 0, running: 0, failed: 0, oldest_ms: 0, last_error: '' };

/** Counts of these kinds, in their order. */
export async function countsOf(store: Store, kinds: readonly string[]): Promise<Map<string, Counts>> {
  const { read } = store;
  const now = await clockOf(store);
  const [waiting, failed, running, errors] = await Promise.all([
    countMessages(read, '='),
    countMessages(read, '>'),
    countClaims(read, now),
    lastErrors(read),
  ]);
  const counts = kinds.map((kind): [string, Counts] => [
    kind,
    {
      waiting: waiting.get(kind)?.n ?? NONE.waiting,
      running: running.get(kind) ?? NONE.running,
      failed: failed.get(kind)?.n ?? NONE.failed,
      oldest_ms: Math.max(0, now - (waiting.get(kind)?.oldest ?? now)),
      last_error: errors.get(kind) ?? NONE.last_error,
    },
  ]);
  return new Map(counts);
}

async function countMessages(db: Db, failed: '=' | '>') {
  const rows = await db
    .selectFrom('jobs')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('n'), (eb) => eb.fn.min('wanted_at').as('oldest')])
    .where('failed_at', failed, 0)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, n, oldest }) => [kind, { n: Number(n), oldest: Number(oldest) }]));
}

async function countClaims(db: Db, now: number) {
  const rows = await db
    .selectFrom('job_claims')
    .select(['kind', (eb) => eb.fn.countAll<number>().as('n')])
    .where('lease_until', '>', now)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, n }) => [kind, Number(n)]));
}

async function lastErrors(db: Db) {
  const latest = db
    .selectFrom('jobs')
    .select(['kind', (eb) => eb.fn.max('tried_at').as('tried_at')])
    .where('attempts', '>', 0)
    .groupBy('kind');
  const rows = await db
    .selectFrom('jobs')
    .innerJoin(latest.as('latest'), (join) =>
      join.onRef('latest.kind', '=', 'jobs.kind').onRef('latest.tried_at', '=', 'jobs.tried_at'),
    )
    .select(['jobs.kind', 'jobs.error'])
    .limit(1_000)
    .execute();
  return new Map(rows.map(({ kind, error }) => [kind, error]));
}
