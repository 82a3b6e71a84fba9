import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { accepted } from '../testing/accept';
import { batchOf } from '../testing/batch';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { inFile } from './testing/engine-file';
import { createVersion1 } from './testing/version-1';

const DAY = 86_400_000;
const time = Date.UTC(2026, 10, 20);
const nobody = () => ({ oem_id: '', domain_id: '' });

let store: DuckdbStore | undefined;
afterEach(async () => {
  await store?.close();
  store = undefined;
});

const newFile = async () => join(await mkdtemp(join(tmpdir(), 'parapet-poison-')), 'events.duckdb');

/** A store as version 1 left it, with `poison` events of 2^53 - 1 bytes on one day and a true one on the next. */
async function poisoned(poison: number): Promise<string> {
  const file = await newFile();
  await inFile(file, (connection) =>
    createVersion1(connection, [
      { count: poison, time, bytes_out: Number.MAX_SAFE_INTEGER, latency_ms: 2_147_483_647 },
      { count: 10, time, bytes_out: 5, latency_ms: 3 },
      { count: 1, time: time + DAY, bytes_out: 7, latency_ms: 9 },
    ]),
  );
  return file;
}

const sums = (opened: DuckdbStore, table: string) =>
  opened.query(`SELECT sum(requests)::DOUBLE AS requests, sum(bytes_out)::DOUBLE AS bytes FROM ${table}`);

describe('a store with impossible numbers', () => {
  it('starts, is healed, takes batches and stays so', async () => {
    const file = await poisoned(1100);
    store = await openDuckdbStore(file);
    for (const table of ['rollup_traffic_5m', 'rollup_traffic_1d', 'rollup_paths_1h']) {
      expect(await sums(store, table), table).toEqual([{ requests: 1111, bytes: 57 }]);
    }
    expect(await store.query('SELECT max(bytes_out)::DOUBLE AS b, max(latency_bin) AS l FROM events')).toEqual([
      { b: 7, l: 9 },
    ]);
    const line = { time, request_id: 'new', bytes_out: 2 ** 40 };
    expect(await store.insert([batchOf([accepted(line, nobody)])])).toMatchObject([{ stored: 1 }]);
    await store.compact();
    expect(await sums(store, 'rollup_traffic_5m')).toEqual([{ requests: 1112, bytes: 57 + 2 ** 40 }]);
    await store.close();
    store = await openDuckdbStore(file);
    expect(await store.stats()).toMatchObject({ events: 1112 });
  });

  it('sums beyond 64 bits where events in their ranges add up to it', async () => {
    const file = await newFile();
    store = await openDuckdbStore(file);
    const largest = { time, bytes_out: 2 ** 40, latency_ms: DAY };
    await store.insert([batchOf([accepted({ ...largest, request_id: 'a' }, nobody)])]);
    await store.close();
    // As if nine million such requests had been merged into one row.
    await inFile(file, async (connection) => {
      for (const grain of ['5m', '1h', '1d']) {
        await connection.run(
          `UPDATE rollup_traffic_${grain} SET requests = 9000000, bytes_out = 9000000 * ${2 ** 40}::HUGEINT`,
        );
      }
    });
    store = await openDuckdbStore(file);
    await store.insert([batchOf([accepted({ ...largest, request_id: 'b' }, nobody)])]);
    await store.compact();
    expect(await sums(store, 'rollup_traffic_1d')).toEqual([{ requests: 9_000_001, bytes: 9_000_001 * 2 ** 40 }]);
  });
});

describe('a number outside of its range', () => {
  it('refuses its line, whatever the column', async () => {
    const refused = [
      { bytes_in: 2 ** 40 + 1 },
      { bytes_out: Number.MAX_SAFE_INTEGER },
      { bytes_out: -1 },
      { bytes_out: 1e308 },
      { latency_ms: DAY + 1 },
      { status: 1000 },
      { score: 1e7 },
      { time: 5 },
      { source_time: 9e15 },
      { matches: [{ rule_id: 2 ** 31, message: '', severity: 2, attack_class: '', variable: '', data: '' } as const] },
    ];
    for (const line of refused) {
      expect(() => accepted({ time, ...line }, nobody), JSON.stringify(line)).toThrow('out_of_range');
    }
    expect(accepted({ time, bytes_out: 2 ** 40, latency_ms: 1.6 }, nobody).event).toMatchObject({
      bytes_out: 2 ** 40,
      latency_ms: 2,
    });
  });
});
