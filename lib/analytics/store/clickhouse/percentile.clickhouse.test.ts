import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clickhouseDialect } from './dialect';
import { type Database, startDatabase } from './testing';

let database: Database;
beforeAll(async () => {
  database = await startDatabase();
}, 60_000);
afterAll(() => database.close());

const PERCENTS = [95, 50, 99];

async function percentilesOf(rows: readonly (readonly [value: number, count: number])[]) {
  const columns = PERCENTS.map((percent) => {
    const sql = clickhouseDialect.percentile(percent, 'v', 'n', PERCENTS);
    return `${clickhouseDialect.number(sql)} AS p${percent}`;
  });
  const values = rows.map(([value, count]) => `(${value}, ${count})`).join(', ');
  const from = `SELECT * FROM values('v Int32, n Int64', ${values || '(0, 0)'}) WHERE n <> 0`;
  const [row] = await database.connection.rows(`SELECT ${columns.join(', ')} FROM (${from})`, [], 5000);
  return PERCENTS.map((percent) => row?.[`p${percent}`] ?? null);
}

/** By nearest rank of what is left of each value. */
function nearestRanks(rows: readonly (readonly [value: number, count: number])[]): (number | null)[] {
  const left = new Map<number, number>();
  for (const [value, count] of rows) left.set(value, (left.get(value) ?? 0) + count);
  const sorted = [...left].sort(([a], [b]) => a - b);
  const whole = sorted.reduce((sum, [, count]) => sum + count, 0);
  return PERCENTS.map((percent) => {
    let running = 0;
    for (const [value, count] of sorted) {
      running += count;
      if (whole > 0 && running >= (percent / 100) * whole) return value;
    }
    return null;
  });
}

it('percentiles are those by nearest rank of what was not taken back, in whatever order rows come', async () => {
  const added = fc.tuple(fc.integer({ min: 0, max: 86_400_000 }), fc.integer({ min: 1, max: 2 ** 31 }));
  const rows = fc.array(fc.tuple(added, fc.constantFrom(0, 0.5, 1)), { minLength: 1, maxLength: 20 }).chain((ones) => {
    const back = ones.map(([[value, count], part]): [number, number] => [value, -Math.floor(part * count)]);
    return fc.shuffledSubarray([...ones.map(([one]) => one), ...back], { minLength: 2 * ones.length });
  });
  await fc.assert(
    fc.asyncProperty(rows, async (some) => {
      expect(await percentilesOf(some)).toEqual(nearestRanks(some));
    }),
    { numRuns: 200 },
  );
  expect(await percentilesOf([])).toEqual([null, null, null]);
}, 60_000);
