import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { rowsOf } from './duckdb-result';

/** As many as the engine hands over at once. */
const ROWS = 2_048;
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

it('makes rows of texts, numbers and nothing', async () => {
  const result =
    await connection.run(`SELECT 'a' || r AS name, r::INTEGER AS n, r::DOUBLE / 2 AS half, NULL::VARCHAR AS none
    FROM range(3000) t(r) ORDER BY r`);
  const rows = await rowsOf(result);
  expect(rows).toHaveLength(3_000);
  expect(rows[2_999]).toEqual({ name: 'a2999', n: 2_999, half: 1499.5, none: null });
});

it('lets others come between while it makes many', async () => {
  const columns = Array.from({ length: 100 }, (_, i) => `'text ${i} of ' || r AS c${i}`);
  const result = await connection.run(`SELECT ${columns.join(', ')} FROM range(${ROWS}) t(r)`);
  const started = performance.now();
  let [last, longest] = [started, 0];
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const others = setInterval(turn, 1);
  const rows = await rowsOf(result);
  clearInterval(others);
  turn();
  expect(rows).toHaveLength(ROWS);
  // Some hundred milliseconds of work, of which nobody waits for more than a few.
  expect(longest).toBeLessThan((last - started) / 3);
});
