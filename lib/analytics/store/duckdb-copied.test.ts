import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { generate } from '../testing/generate';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { copiedIn } from './duckdb-copy';
import { everyRollup } from './rollups';

const START = 1_700_000_000_000;
const HOUR = 3_600_000;
const MB = 2 ** 20;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parapet-copied-'));
});
const places: DuckdbStore[] = [];
afterAll(async () => {
  for (const store of places) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string) => join(folder, `${name}.duckdb`);

async function opened(file: string): Promise<DuckdbStore> {
  const store = await openDuckdbStore(file);
  places.push(store);
  return store;
}

const logBytes = async (file: string) => (await stat(`${file}.wal`)).size;

/** Of each table, what tells it from any other state of it. */
function summed(store: DuckdbStore) {
  const tables = ['events', ...everyRollup().map(({ table }) => table)];
  const sums = tables.map(
    (t) => `SELECT '${t}' AS t, count(*)::DOUBLE AS n, sum(hash(${t}) % 1000003)::DOUBLE AS h FROM ${t}`,
  );
  return store.query(`${sums.join(' UNION ALL ')} ORDER BY t`, [], { timeoutMs: 60_000 });
}

it('a file can be copied while checkpoints are paused and batches are stored, large and small, and old days go', async () => {
  const [file, copy, later, killed] = [at('events'), at('copy'), at('later'), at('killed')];
  const store = await opened(file);
  await generate(store, { events: 60_000, from: START, to: START + 72 * HOUR });
  const before = await summed(store);
  let after: typeof before = [];
  await store.pauseCheckpoints(async (ends) => {
    const writing = (async () => {
      // Row groups that are full are written into the file at once, and the rest of a batch into its log.
      await generate(store, { events: 200_000, from: START + 72 * HOUR, to: START + 96 * HOUR });
      await store.prune({ events: START + 24 * HOUR, rollups: START + 24 * HOUR, batches: 0, rejected_lines: 0 });
      for (let n = 96; n < 99; n++) {
        await generate(store, { events: 20_000, from: START + n * HOUR, to: START + (n + 1) * HOUR, domains: 2_000 });
      }
    })();
    await pause(300);
    await copyFile(file, copy);
    await writing;
    expect(await logBytes(file)).toBeGreaterThan(64 * MB);
    expect(ends.aborted).toBe(false);
    expect(await summed(store)).not.toEqual(before);
    await copyFile(file, later);
    await copyFile(file, killed);
    await copyFile(`${file}.wal`, `${killed}.wal`);
    after = await summed(store);
  }, new AbortController().signal);
  for (const one of [copy, later]) {
    expect(await copiedIn(one)).toMatchObject({ events: 60_000 });
    expect(await summed(await opened(one))).toEqual(before);
  }
  // A process that is killed meanwhile finds all of it in the log.
  expect(await summed(await opened(killed))).toEqual(after);
  await generate(store, { events: 10, from: START, to: START + HOUR });
  expect(await logBytes(file)).toBeLessThan(MB);
});
