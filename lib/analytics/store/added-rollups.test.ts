import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { generate } from '../testing/generate';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { everyRollup } from './rollups';
import { inFile } from './testing/engine-file';

const DAY = 86_400_000;
const now = Date.UTC(2026, 10, 20);
/** Rollups that version 2 of the schema did not know, and at which grains. */
const ADDED = everyRollup().filter(({ rollup }) =>
  ['rules', 'protocols', 'services', 'attackers', 'statuses', 'path_services'].includes(rollup.name),
);
const NAMES = new Set(ADDED.map(({ rollup }) => rollup.name));

let store: DuckdbStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

/** A store of version 2 with events of ten days, of which it keeps the last `kept` days beside the rollups. */
async function version2(kept: number): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'parapet-rollups-')), 'events.duckdb');
  const made = await openDuckdbStore(file);
  await generate(made, { events: 20_000, from: now - 10 * DAY, to: now });
  await made.prune({ events: now - kept * DAY, rollups: 0, batches: 0, rejected_lines: 0 });
  await made.close();
  await inFile(file, async (connection) => {
    for (const { table } of ADDED) await connection.run(`DROP TABLE ${table}`);
    await connection.run("UPDATE meta SET value = '2' WHERE name = 'schema_version'");
  });
  return file;
}

const total = async (opened: DuckdbStore, table: string) =>
  Number((await opened.query(`SELECT coalesce(sum(requests), 0)::DOUBLE AS n FROM ${table}`))[0]?.n);

it('are filled from the events that an older store has, at every grain, once', async () => {
  const file = await version2(10);
  for (const _start of [1, 2]) {
    store = await openDuckdbStore(file);
    for (const grain of ['5m', '1h', '1d']) {
      expect(await total(store, `rollup_services_${grain}`)).toBe(20_000);
      expect(await total(store, `rollup_protocols_${grain}`)).toBe(20_000);
      const attacks = await total(store, `rollup_attacks_${grain}`);
      expect(await total(store, `rollup_rules_${grain}`)).toBe(attacks);
      expect(await total(store, `rollup_attackers_${grain}`)).toBe(attacks);
      const [errors] = await store.query(
        `SELECT sum(requests)::DOUBLE AS n FROM rollup_traffic_${grain} WHERE status_class IN ('4xx', '5xx')`,
      );
      expect(await total(store, `rollup_statuses_${grain}`)).toBe(errors?.n);
      if (grain !== '5m') expect(await total(store, `rollup_path_services_${grain}`)).toBe(20_000);
    }
    for (const name of [...NAMES, 'traffic']) expect(store.rollupSince(name), name).toBe(0);
    await store.close();
    store = undefined;
  }
});

it('say from when on they have events where older ones were pruned', async () => {
  store = await openDuckdbStore(await version2(3));
  expect(await total(store, 'rollup_traffic_1d')).toBe(20_000);
  const { events, oldest } = await store.stats();
  expect(await total(store, 'rollup_services_1d')).toBe(events);
  for (const name of NAMES) expect(store.rollupSince(name), name).toBe(oldest);
  expect(store.rollupSince('traffic')).toBe(0);
  await store.close();
  store = await openDuckdbStore(await version2(0));
  expect((await store.stats()).events).toBe(0);
  expect(store.rollupSince('rules')).toBe(now);
});

it('begin with a new store', async () => {
  store = await openDuckdbStore(':memory:');
  expect(store.rollupSince('rules')).toBe(0);
});
