import { DuckDBAppender, DuckDBInstance, INTEGER, VARCHAR } from '@duckdb/node-api';
import { expect, it, vi } from 'vitest';
import { appendRows } from './duckdb-rows';

const ROWS = 5_000;
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run('CREATE TABLE named (n INTEGER, name VARCHAR)');

it('appends all rows, with a turn for others and for the table after some of them', async () => {
  const flushed = vi.spyOn(DuckDBAppender.prototype, 'flushSync');
  let turns = 0;
  let others = setImmediate(function turn() {
    turns++;
    others = setImmediate(turn);
  });
  const rows = Array.from({ length: ROWS }, (_, n) => n);
  await appendRows(connection, { name: 'named' }, [INTEGER, VARCHAR], rows, [(n) => n, (n) => `number ${n}`]);
  clearImmediate(others);
  const stored = await connection.runAndReadAll('SELECT n, name FROM named ORDER BY n');
  expect(stored.getRows()).toEqual(rows.map((n) => [n, `number ${n}`]));
  // Of events, 128 take the thread a millisecond.
  expect(turns).toBeGreaterThanOrEqual(Math.floor(ROWS / 128));
  expect(flushed.mock.calls.length).toBeGreaterThanOrEqual(Math.floor(ROWS / 1_000));
});
