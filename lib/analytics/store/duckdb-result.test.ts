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
  const names = result.deduplicatedColumnNames();
  const chunks = await result.fetchAllChunks();
  let turns = 0;
  let others = setImmediate(function turn() {
    turns++;
    others = setImmediate(turn);
  });
  const rows = await rowsOf({ deduplicatedColumnNames: () => names, fetchAllChunks: async () => chunks });
  clearImmediate(others);
  expect(rows).toHaveLength(ROWS);
  // A tenth of a second of work at least, with a turn for others after each 1.5 ms; made in one go it leaves none.
  expect(turns).toBeGreaterThan(5);
});
