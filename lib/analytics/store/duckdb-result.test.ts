import { type DuckDBDataChunk, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PROCESS } from '@/lib/queues/behalf';
import { asTexts, rowsOf } from './duckdb-result';

/** As many as the engine hands over at once. */
const ROWS = 2_048;
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();

/** Rows of a query as the store asks for them. */
const read = async (sql: string) => rowsOf(await connection.run(asTexts(sql)), PROCESS);

it('makes rows of texts, numbers and nothing, in the order of the query', async () => {
  const rows = await read(`SELECT 'a' || r AS name, r::INTEGER AS n, r::DOUBLE / 2 AS half, NULL::VARCHAR AS none
    FROM range(3000) t(r) ORDER BY r DESC`);
  expect(rows).toHaveLength(3_000);
  expect(rows[0]).toEqual({ name: 'a2999', n: 2_999, half: 1499.5, none: null });
  expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 3_000 }, (_, i) => 2_999 - i));
});

it('brings any text and any number as the store has them', async () => {
  const text = fc.string({ unit: 'binary' }).map((one) => one.replaceAll('\0', ''));
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one + 0);
  await fc.assert(
    fc.asyncProperty(text, number, async (name, n) => {
      const result = await connection.run(asTexts('SELECT $1 AS name, $2::DOUBLE AS n'), [name, String(n)]);
      expect(await rowsOf(result, PROCESS)).toEqual([{ name, n }]);
    }),
  );
});

it('waits for a turn before it makes any, as many queries may end at once', async () => {
  const result = await connection.run(asTexts('SELECT 1 AS n'));
  let haveOthersCome = false;
  setImmediate(() => {
    haveOthersCome = true;
  });
  expect(await rowsOf(result, PROCESS)).toEqual([{ n: 1 }]);
  expect(haveOthersCome).toBe(true);
});

it('lets others come between while it makes many', async () => {
  const columns = Array.from({ length: 100 }, (_, i) => `'text ${i} of ' || r AS c${i}`);
  const result = await connection.run(asTexts(`SELECT ${columns.join(', ')} FROM range(${ROWS}) t(r)`));
  const chunks = Array.from({ length: result.chunkCount }, (_, n) => result.getChunk(n));
  let turns = 0;
  let others = setImmediate(function turn() {
    turns++;
    others = setImmediate(turn);
  });
  const rows = await rowsOf({ chunkCount: chunks.length, getChunk: (n) => chunks[n] as DuckDBDataChunk }, PROCESS);
  clearImmediate(others);
  expect(rows).toHaveLength(ROWS);
  // A tenth of a second of work at least, with a turn for others after each 1.5 ms; made in one go it leaves none.
  expect(turns).toBeGreaterThan(5);
});
