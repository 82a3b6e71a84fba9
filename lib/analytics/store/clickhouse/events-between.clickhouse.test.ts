import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GRAIN_MS } from '../store';
import { clickhouseDialect } from './dialect';
import { ClickhouseStore } from './store';
import { type Database, startDatabase } from './testing';

const START = Date.UTC(2026, 10, 29);
const EVENTS = 200_000;
const EVERY_MS = GRAIN_MS['1d'] / EVENTS;

let database: Database;
let store: ClickhouseStore;
beforeAll(async () => {
  database = await startDatabase();
  store = new ClickhouseStore({ url: database.url, spoolFolder: tmpdir() });
  await store.ready();
  await database.connection.command(
    `INSERT INTO event_rows (time, domain_id, oem_id, event_id, sign)
     SELECT ${START} + CAST(number * ${EVERY_MS} AS Int64), concat('d', toString(number % 20)), 'default', number, 1 FROM numbers(${EVENTS})`,
  );
  await database.connection.command('OPTIMIZE TABLE event_rows FINAL');
}, 60_000);
afterAll(async () => {
  await store.close();
  await database.close();
});

/** How many groups of rows the engine reads for a query, of how many there are. */
async function read(sql: string): Promise<[read: number, all: number]> {
  const rows = await store.query(`SELECT explain FROM (EXPLAIN indexes = 1 ${sql})`);
  const said = rows
    .map(({ explain }) => /Granules: (\d+)\/(\d+)/.exec(String(explain)))
    .filter((found) => found !== null);
  return [Number(said.at(-1)?.[1]), Number(said[0]?.[2])];
}

it('events of some minutes are read without the others of their day, also in the order of an earlier version', async () => {
  const at = START + 10 * GRAIN_MS['1h'];
  const few = async () => {
    const between = store.dialect.eventsBetween(at, at + GRAIN_MS['5m']);
    for (const table of ['event_rows', 'events']) {
      const [some, all] = await read(`SELECT event_id FROM ${table} WHERE ${between}`);
      expect(all).toBeGreaterThan(20);
      expect(some).toBeLessThan(4);
    }
    return between;
  };
  expect(await few()).toContain(`intDiv(time, ${GRAIN_MS['5m']})`);
  const ends = [
    { from: at + 1, to: at + GRAIN_MS['5m'] },
    { from: at + GRAIN_MS['1h'], to: at + GRAIN_MS['1h'] + 7 },
  ] as const;
  const [some] = await read(`SELECT event_id FROM event_rows WHERE ${store.dialect.eventsWithin?.(ends)}`);
  expect(some).toBeLessThan(7);
  const { connection } = database;
  const [made] = await connection.rows(
    'SELECT create_table_query AS sql FROM system.tables WHERE name = {p1:String}',
    ['event_rows'],
    5_000,
  );
  const earlier = String(made?.sql).replace(
    /ORDER BY \(intDiv\(time, \d+\)/,
    `ORDER BY (intDiv(time, ${GRAIN_MS['1h']})`,
  );
  await connection.command('RENAME TABLE event_rows TO newer_rows');
  await connection.command(earlier);
  await connection.command('INSERT INTO event_rows SELECT * FROM newer_rows');
  await connection.command('OPTIMIZE TABLE event_rows FINAL');
  await store.close();
  store = new ClickhouseStore({ url: database.url, spoolFolder: tmpdir() });
  await store.ready();
  expect(await few()).toContain(`intDiv(time, ${GRAIN_MS['1h']})`);
});

const counted = async (where: string) =>
  (await store.query(`SELECT count() AS n FROM event_rows WHERE ${where}`))[0]?.n;

it('events of several stretches of time are all those of them', async () => {
  const time = fc.integer({ min: START - GRAIN_MS['1h'], max: START + 6 * GRAIN_MS['1h'] });
  const minutes = time.map((one) => one - (one % GRAIN_MS['5m']));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.oneof(time, minutes), { minLength: 4, maxLength: 4 }), async (times) => {
      const [a = 0, b = 0, c = 0, d = 0] = times.sort((one, other) => one - other);
      for (const [from, to] of [
        [a, b],
        [a, Math.ceil((a + 1) / GRAIN_MS['5m']) * GRAIN_MS['5m']],
      ] as const) {
        const begins = Math.max(to, c - (c % GRAIN_MS['5m']));
        const ends = [
          { from, to },
          { from: begins, to: Math.max(begins + 1, d) },
        ] as const;
        const each = ends.map((one) => `(time >= ${one.from} AND time < ${one.to})`);
        expect(await counted(clickhouseDialect.eventsWithin?.(ends) ?? '')).toBe(await counted(each.join(' OR ')));
      }
    }),
    { numRuns: 100 },
  );
}, 60_000);

it('events of any time are all those of it', async () => {
  const time = fc.integer({ min: START - GRAIN_MS['1h'], max: START + GRAIN_MS['1d'] + GRAIN_MS['1h'] });
  const width = fc.oneof(fc.integer({ min: 1, max: GRAIN_MS['1h'] }), fc.integer({ min: 1, max: 2 * GRAIN_MS['1d'] }));
  const hour = time.map((one) => one - (one % GRAIN_MS['1h']));
  await fc.assert(
    fc.asyncProperty(fc.oneof(time, hour), width, async (from, length) => {
      const to = from + length;
      expect(await counted(clickhouseDialect.eventsBetween(from, to))).toBe(
        await counted(`time >= ${from} AND time < ${to}`),
      );
    }),
    {
      numRuns: 100,
      examples: [
        [START, GRAIN_MS['1h']],
        [START, 1],
        [START + GRAIN_MS['1h'] - 1, 1],
        [START + GRAIN_MS['1h'] - 1, 2],
      ],
    },
  );
}, 60_000);
