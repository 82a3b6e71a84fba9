import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { inTurn, LONGEST_WAIT_MS, Precedence } from './precedence';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A query that runs until it is ended. */
function queryOf(precedence: Precedence) {
  let end = () => {};
  const query = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { ended: precedence.first(() => query), end };
}

function startedAfter(turn: Promise<void>) {
  const work = { isStarted: false };
  turn.then(() => {
    work.isStarted = true;
  });
  return work;
}

it('work waits for the queries under way, and for those that follow one another', async () => {
  const precedence = new Precedence();
  await precedence.turn();
  const one = queryOf(precedence);
  const work = [startedAfter(precedence.turn()), startedAfter(precedence.turn())];
  one.end();
  await one.ended;
  const other = queryOf(precedence);
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toEqual([{ isStarted: false }, { isStarted: false }]);
  other.end();
  await other.ended;
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toEqual([{ isStarted: true }, { isStarted: true }]);
  await precedence.turn();
});

it('work goes on beside queries without an end, and waits again later', async () => {
  const precedence = new Precedence();
  queryOf(precedence);
  const first = startedAfter(precedence.turn());
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS);
  expect(first).toEqual({ isStarted: true });
  await precedence.turn();
  await vi.advanceTimersByTimeAsync(60_000);
  const later = startedAfter(precedence.turn());
  await vi.advanceTimersByTimeAsync(LONGEST_WAIT_MS / 2);
  expect(later).toEqual({ isStarted: false });
});

it('a query that fails ends like the others', async () => {
  const precedence = new Precedence();
  await expect(precedence.first(() => Promise.reject(new Error('no such column')))).rejects.toThrow('no such column');
  const work = startedAfter(precedence.turn());
  await vi.advanceTimersByTimeAsync(100);
  expect(work).toEqual({ isStarted: true });
});

it('statements of a connection begin in their turn', async () => {
  vi.useRealTimers();
  const precedence = new Precedence();
  const connection = inTurn(await (await DuckDBInstance.create(':memory:')).connect(), precedence);
  const query = queryOf(precedence);
  const order: string[] = [];
  const statement = connection.runAndReadAll('SELECT 1').then(() => order.push('statement'));
  await connection.interrupt();
  order.push('query');
  query.end();
  await statement;
  expect(order).toEqual(['query', 'statement']);
});
