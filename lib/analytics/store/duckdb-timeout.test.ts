import { pbkdf2 } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { QueryTimeout } from './store';

/** Half a minute of work at least. */
const LONG = 'SELECT sum(length(md5(a::VARCHAR || $1)))::DOUBLE AS n FROM range(500000000) t(a)';

/** Threads of Node's pool by default, which run the queries of the engine as well. */
const POOL = 4;

let store: DuckdbStore;
beforeAll(async () => {
  store = await openDuckdbStore(':memory:');
});
afterAll(() => store.close());

/** Gives each thread of the pool something to do for longer than the query may take. */
const occupyPool = () =>
  Promise.all(Array.from({ length: POOL }, () => promisify(pbkdf2)('a', 'b', 300_000, 64, 'sha512')));

/** Milliseconds until a query is ended for want of time. */
const took = async (query: Promise<unknown>) => {
  const began = performance.now();
  await expect(query).rejects.toThrow(QueryTimeout);
  return performance.now() - began;
};

it('ends a query that takes longer than it may, and answers the next', async () => {
  expect(await took(store.query(LONG, ['a'], { timeoutMs: 200 }))).toBeLessThan(5_000);
  expect(await took(store.query(LONG.replace('$1', "'a'"), [], { timeoutMs: 200 }))).toBeLessThan(5_000);
  expect(await store.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

it('ends one whose time was over before a thread was free for it', async () => {
  const others = occupyPool();
  expect(await took(store.query(LONG.replace('$1', "'a'"), [], { timeoutMs: 50 }))).toBeLessThan(15_000);
  await others;
});

it('ends with the store, also what waits for a thread', async () => {
  const closing = await openDuckdbStore(':memory:');
  const others = occupyPool();
  const asked = closing.query(LONG.replace('$1', "'a'"), [], { timeoutMs: 60_000 });
  const refused = expect(asked).rejects.toThrow();
  await setTimeout(100);
  const began = performance.now();
  await closing.close();
  expect(performance.now() - began).toBeLessThan(15_000);
  await refused;
  await others;
});
