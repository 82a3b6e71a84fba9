import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { duckdbDialect } from './dialect';

let instance: DuckDBInstance;
beforeAll(async () => {
  instance = await DuckDBInstance.create(':memory:');
});
afterAll(() => instance.closeSync());

async function ask(sql: string): Promise<unknown[]> {
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJS()[0] ?? [];
  } finally {
    connection.closeSync();
  }
}

/** The percentile by nearest rank, one value after another. */
function nearestRank(percent: number, counted: readonly (readonly [value: number, count: number])[]): number | null {
  const sorted = [...counted].sort(([a], [b]) => a - b);
  const whole = sorted.reduce((sum, [, count]) => sum + count, 0);
  let running = 0;
  for (const [value, count] of sorted) {
    running += count;
    if (running >= (percent / 100) * whole) return value;
  }
  return null;
}

describe('a percentile of the embedded store', () => {
  const value = fc.integer({ min: 0, max: 86_400_000 });
  const counted = fc.uniqueArray(fc.tuple(value, fc.integer({ min: 1, max: 2 ** 31 })), {
    minLength: 1,
    maxLength: 30,
    selector: ([one]) => one,
  });

  it('is the one by nearest rank, whatever the values and however often each occurs', async () => {
    await fc.assert(
      fc.asyncProperty(counted, fc.constantFrom(50, 95, 99), async (rows, percent) => {
        const values = rows.map(([one, count]) => `(${one}, ${count})`).join(', ');
        const sql = duckdbDialect.percentile(percent, 'v', 'n', [percent]);
        const [found] = await ask(`SELECT CAST(${sql} AS DOUBLE) FROM (VALUES ${values}) AS rows(v, n)`);
        expect(found).toBe(nearestRank(percent, rows));
      }),
      { numRuns: 100 },
    );
  });

  it('is none where there are no values', async () => {
    const sql = duckdbDialect.percentile(95, 'v', 'n', [95]);
    expect(await ask(`SELECT ${sql} FROM (VALUES (1, 1)) AS rows(v, n) WHERE v > 1`)).toEqual([null]);
  });
});
