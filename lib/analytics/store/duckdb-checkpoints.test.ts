import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { generate } from '../testing/generate';
import { type DuckdbStore, openDuckdbStore } from './duckdb';
import { Checkpoints } from './duckdb-checkpoints';
import { copiedIn } from './duckdb-copy';
import { DuckdbEngine } from './duckdb-engine';
import { everyRollup } from './rollups';
import { Serial } from './serial';

const START = 1_700_000_000_000;
const HOUR = 3_600_000;
const MB = 2 ** 20;
const forever = new AbortController().signal;

const folders: string[] = [];
const places: DuckdbStore[] = [];
afterAll(async () => {
  for (const store of places) await store.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-checkpoints-'));
  folders.push(folder);
  return join(folder, 'events.duckdb');
}

async function opened(file: string): Promise<DuckdbStore> {
  const store = await openDuckdbStore(file);
  places.push(store);
  return store;
}

const logBytes = (file: string) =>
  stat(`${file}.wal`).then(
    ({ size }) => size,
    () => 0,
  );

/** Of each table, what tells it from any other state of it. */
function summed(store: DuckdbStore) {
  const tables = ['events', ...everyRollup().map(({ table }) => table)];
  const sums = tables.map(
    (t) => `SELECT '${t}' AS t, count(*)::DOUBLE AS n, sum(hash(${t}) % 1000003)::DOUBLE AS h FROM ${t}`,
  );
  return store.query(`${sums.join(' UNION ALL ')} ORDER BY t`, [], { timeoutMs: 60_000 });
}

it('leave a file that can be copied while batches are stored, large and small, and old days go', async () => {
  const [file, copy, killed] = [await newFile(), await newFile(), await newFile()];
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
    await copyFile(file, `${copy}.later`);
    await copyFile(file, killed);
    await copyFile(`${file}.wal`, `${killed}.wal`);
    after = await summed(store);
  }, forever);
  for (const one of [copy, `${copy}.later`]) {
    expect(await copiedIn(one)).toMatchObject({ events: 60_000 });
    expect(await summed(await opened(one))).toEqual(before);
  }
  // A process that is killed meanwhile finds all of it in the log.
  expect(await summed(await opened(killed))).toEqual(after);
  await generate(store, { events: 10, from: START, to: START + HOUR });
  expect(await logBytes(file)).toBeLessThan(MB);
});

it('go on where whoever copies has left, and where the store is closed', async () => {
  const file = await newFile();
  const store = await opened(file);
  const until = (ends: AbortSignal) =>
    new Promise<void>((_, reject) => ends.addEventListener('abort', () => reject(ends.reason)));
  const leaving = new AbortController();
  const left = store.pauseCheckpoints(until, leaving.signal);
  setTimeout(() => leaving.abort(new Error('left')), 50);
  await expect(left).rejects.toThrow('left');
  const threshold = () => store.query(`SELECT current_setting('checkpoint_threshold') AS it`);
  expect(await threshold()).toEqual([{ it: '45.7 MiB' }]);
  const first = store.pauseCheckpoints(until, forever).catch(() => 'ended');
  const second = store.pauseCheckpoints(until, forever).catch(() => 'ended');
  await expect.poll(threshold).not.toEqual([{ it: '45.7 MiB' }]);
  await store.close();
  expect(await Promise.all([first, second])).toEqual(['ended', 'ended']);
});

it('are not paused for longer than a log of some length', async () => {
  const engine = await DuckdbEngine.open(await newFile(), {});
  const checkpoints = new Checkpoints(await engine.connect(), new Serial(), engine.path);
  const other = await engine.connect();
  const copied = checkpoints.pausedFor(
    async (ends) => {
      await other.run('CREATE TABLE many AS SELECT range AS n FROM range(1000)');
      while (!ends.aborted) await pause(20);
      ends.throwIfAborted();
    },
    forever,
    1_000,
  );
  await expect(copied).rejects.toThrow('more than 0 MB were stored meanwhile');
  await checkpoints.run();
  expect(await logBytes(engine.path)).toBe(0);
  engine.close();
});

it('are not run either where that was asked for as the pause began', async () => {
  const engine = await DuckdbEngine.open(await newFile(), {});
  const connection = await engine.connect();
  const running = vi.spyOn(connection, 'run');
  const checkpoints = new Checkpoints(connection, new Serial(), engine.path);
  const paused = checkpoints.pausedFor(() => asked, forever);
  const asked = checkpoints.run();
  await paused;
  expect(running.mock.calls.filter(([sql]) => sql === 'CHECKPOINT')).toHaveLength(1);
  await checkpoints.run();
  expect(running.mock.calls.filter(([sql]) => sql === 'CHECKPOINT')).toHaveLength(2);
  engine.close();
});
