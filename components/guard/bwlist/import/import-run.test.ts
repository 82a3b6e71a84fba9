import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api/client';
import { type ImportCalls, type ImportState, importRun } from './import-run';

const addresses = Array.from({ length: 25_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
const failure = (status: number) =>
  new ApiError(status, { code: 1, message: 'no', err_key: 'e', data: { category: 'internal' } }, '', 0);

/** A list as the server has it: `fails` is asked before and after each batch is carried out. */
function listOf(...before: string[]) {
  let time = 0;
  let id = 0;
  const rows = new Map<number, { ip_addr: string; ctime: number }>();
  const insert = (ips: readonly string[]) => {
    const ctime = ++time;
    const there = new Set([...rows.values()].map((row) => row.ip_addr));
    const fresh = ips.filter((ip_addr) => !there.has(ip_addr));
    return fresh.map((ip_addr) => {
      rows.set(++id, { ip_addr, ctime });
      return id;
    });
  };
  insert(before);
  const fails = { before: [] as (unknown | null)[], after: [] as (unknown | null)[] };
  const calls: ImportCalls = {
    known: async (ips) => {
      const asked = new Set(ips);
      return [...rows].filter(([, row]) => asked.has(row.ip_addr)).map(([key, row]) => ({ id: key, ...row }));
    },
    add: async (ips) => {
      const early = fails.before.shift();
      if (early) throw early;
      const made = insert(ips);
      const late = fails.after.shift();
      if (late) throw late;
      return made;
    },
    remove: async (ids) => ids.filter((one) => rows.delete(one)).length,
  };
  return { rows, insert, fails, calls };
}

function run(list: ReturnType<typeof listOf>, onChange = (_: ImportState) => {}) {
  const states: ImportState[] = [];
  const work = importRun(addresses, list.calls, (state) => {
    states.push(state);
    onChange(state);
  });
  return { work, now: () => states.at(-1) };
}

it('adds what the list lacks in batches, and undo removes that alone', async () => {
  const list = listOf('10.0.0.7', '192.0.2.1');
  const { work, now } = run(list);
  await work.check();
  expect(now()).toMatchObject({ phase: 'checked', batches: 3, added: 0 });
  expect(list.rows.size).toBe(2);
  await work.start();
  expect(now()).toMatchObject({ phase: 'done', sent: 3, added: 24_999, others: 0 });
  list.insert(['192.0.2.2']);
  await work.undo();
  expect(now()).toMatchObject({ phase: 'undone', removed: 24_999 });
  expect([...list.rows.values()].map((row) => row.ip_addr)).toEqual(['10.0.0.7', '192.0.2.1', '192.0.2.2']);
});

it('stops after a batch and goes on where it was', async () => {
  const list = listOf();
  let isPressed = false;
  const { work, now } = run(list, ({ sent }) => {
    if (sent !== 1 || isPressed) return;
    isPressed = true;
    work.stop();
  });
  await work.check();
  await work.start();
  expect(now()).toMatchObject({ phase: 'stopped', sent: 1, added: 10_000 });
  await work.start();
  expect(now()).toMatchObject({ phase: 'done', sent: 3, added: 25_000 });
});

it('goes on after a refusal, with the batch that was refused', async () => {
  const list = listOf();
  const { work, now } = run(list);
  await work.check();
  list.fails.before = [null, failure(429)];
  await work.start();
  expect(now()).toMatchObject({ phase: 'failed', sent: 1, added: 10_000 });
  expect(list.rows.size).toBe(10_000);
  await work.start();
  expect(now()).toMatchObject({ phase: 'done', added: 25_000, others: 0 });
});

it.each([0, 502])('knows its own batch again whose answer was lost with status %s', async (status) => {
  const list = listOf();
  const { work, now } = run(list);
  await work.check();
  list.fails.after = [null, failure(status)];
  await work.start();
  expect(now()).toMatchObject({ phase: 'failed', added: 10_000 });
  await work.start();
  expect(now()).toMatchObject({ phase: 'done', added: 25_000, others: 0 });
  await work.undo();
  expect(list.rows.size).toBe(0);
});

it('removes a batch whose answer was lost when it is undone at once', async () => {
  const list = listOf();
  const { work, now } = run(list);
  await work.check();
  list.fails.after = [failure(0)];
  await work.start();
  await work.undo();
  expect(now()).toMatchObject({ phase: 'undone', removed: 10_000 });
  expect(list.rows.size).toBe(0);
});

it('leaves what others added meanwhile, and says how many they are', async () => {
  const list = listOf();
  const { work, now } = run(list);
  await work.check();
  list.insert(['10.0.0.1', '10.0.0.2']);
  await work.start();
  expect(now()).toMatchObject({ phase: 'done', added: 24_998, others: 2 });
  list.rows.delete(3);
  await work.undo();
  expect(now()).toMatchObject({ removed: 24_997 });
  expect([...list.rows.values()].map((row) => row.ip_addr)).toEqual(['10.0.0.1', '10.0.0.2']);
});

it('an undo that failed goes on where it was', async () => {
  const list = listOf();
  const { remove } = list.calls;
  let left = 1;
  list.calls.remove = async (ids) => {
    if (left-- === 0) throw failure(503);
    return remove(ids);
  };
  const { work, now } = run(list);
  await work.check();
  await work.start();
  await work.undo();
  expect(now()).toMatchObject({ phase: 'undo_failed', removed: 10_000 });
  await work.undo();
  expect(now()).toMatchObject({ phase: 'undone', removed: 25_000 });
});
