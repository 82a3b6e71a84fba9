import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { openDuckdbStore } from './duckdb';
import { Checkpoints } from './duckdb-checkpoints';
import { DuckdbEngine } from './duckdb-engine';
import { Serial } from './serial';

const forever = new AbortController().signal;

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parapet-checkpoints-'));
  folders.push(folder);
  return join(folder, 'events.duckdb');
}

const logBytes = (file: string) =>
  stat(`${file}.wal`).then(
    ({ size }) => size,
    () => 0,
  );

it('go on where whoever copies has left, and where the store is closed', async () => {
  const file = await newFile();
  const store = await openDuckdbStore(file);
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
