import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { generate } from '../testing/generate';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { ROW_GROUP } from './store';
import { inFile } from './testing/engine-file';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 20);
const TABLES = ['rollup_paths_1d', 'rollup_traffic_5m'];

let store: DuckdbStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

/** How the engine keeps a column: the bytes of a rollup where no other is named. */
async function packingOf(opened: DuckdbStore, table: string, column = 'bytes_out', type = 'HUGEINT'): Promise<string> {
  const kinds = await opened.query(
    `SELECT DISTINCT compression FROM pragma_storage_info('${table}') WHERE column_name = '${column}' AND segment_type = '${type}'`,
  );
  return kinds.map(({ compression }) => compression).join();
}

const totals = (opened: DuckdbStore, table: string) =>
  opened.query(`SELECT sum(requests)::DOUBLE AS requests, sum(bytes_out)::DOUBLE AS bytes FROM ${table}`);

/** A store of version 3, whose sums of 128 bits the engine packed. */
const version3 = (file: string) =>
  inFile(file, async (connection) => {
    for (const table of TABLES) {
      await connection.run(`CREATE TABLE packed AS SELECT * FROM ${table}`);
      await connection.run(`DROP TABLE ${table}`);
      await connection.run(`ALTER TABLE packed RENAME TO ${table}`);
    }
    await connection.run("UPDATE meta SET value = '3' WHERE name = 'schema_version'");
  });

it('sums of 128 bits are not packed, nor those of an older store once it was started', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'parapet-packing-')), 'events.duckdb');
  store = await openDuckdbStore(file);
  await generate(store, { events: 20_000, from: now - 2 * DAY, to: now });
  await store.close();
  store = await openDuckdbStore(file);
  const whole = await Promise.all(TABLES.map((table) => totals(store as DuckdbStore, table)));
  for (const table of TABLES) expect(await packingOf(store, table), table).toBe('Uncompressed');
  await store.close();

  await version3(file);
  store = await openDuckdbStore(file);
  for (const [i, table] of TABLES.entries()) {
    expect(await packingOf(store, table), table).toBe('Uncompressed');
    expect(await totals(store, table)).toEqual(whole[i]);
  }
});

it('no dictionary is made of ids that do not repeat', async () => {
  store = await openDuckdbStore(join(await mkdtemp(join(tmpdir(), 'parapet-packing-')), 'events.duckdb'));
  await generate(store, { events: ROW_GROUP, from: now - DAY, to: now });
  expect(await packingOf(store, 'events', 'request_id', 'VARCHAR')).toBe('ZSTD');
  expect(await packingOf(store, 'events', 'path', 'VARCHAR')).toBe('DICT_FSST');
});
