import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '@/lib/config/env';
import { StoreFailure } from '@/lib/db/dialect';
import { migrate } from '@/lib/db/migrate';
import { openStore, type Store } from '@/lib/db/store';
import { createLogger } from '@/lib/log/logger';
import type { Runtime } from '@/lib/runtime/runtime';
import { testDatabase } from '@/test/parapet';
import { type Message, type PeriodicJob, periodic, type QueueJob, queue } from './job';
import { Jobs } from './jobs';
import { enqueue, LEASE_MS, renew, take } from './queue';
import { countsOf } from './state';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-jobs-'));
let store: Store;
let database: Awaited<ReturnType<typeof testDatabase>>;
const open: Jobs[] = [];

beforeAll(async () => {
  database = await testDatabase();
  store = openStore({ folder, databaseUrl: database?.url });
  await migrate(store);
});
beforeEach(async () => {
  await Promise.all(open.splice(0).map((jobs) => jobs.close()));
  await store.transaction(async (tx) => {
    await tx.deleteFrom('jobs').execute();
    await tx.deleteFrom('job_claims').execute();
  });
});
afterAll(async () => {
  await Promise.all(open.map((jobs) => jobs.close()));
  await store.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A process that does this work. */
async function processWith(...jobs: (QueueJob | PeriodicJob)[]): Promise<Jobs> {
  const runtime = { store, log: createLogger('silent'), metrics: { registry: new Registry() }, config: readConfig({}) };
  const one = new Jobs(() => runtime as unknown as Runtime, jobs);
  open.push(one);
  await one.start();
  return one;
}

const job = (run: QueueJob['run'], more: Partial<QueueJob> = {}) =>
  queue({ kind: 'test', concurrency: 1, batch: 10, timeLimit: 5_000, attempts: 3, run, ...more });
const ask = (...object_ids: string[]) =>
  store.transaction((tx) =>
    enqueue(
      tx,
      'test',
      object_ids.map((object_id) => ({ object_id })),
    ),
  );
const rows = () => store.writer.selectFrom('jobs').selectAll().orderBy('id').execute();
const objects = (messages: readonly Message[]) => messages.map((message) => message.object_id);
const until = async (isSo: () => Promise<boolean> | boolean) => {
  for (const end = Date.now() + 8_000; !(await isSo()); ) {
    if (Date.now() > end) throw new Error('it never came to that');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
/** Brings what waits for another attempt on. */
const hurry = () => store.transaction((tx) => tx.updateTable('jobs').set({ due_at: 0, wanted_at: 0 }).execute());

describe('a queue whose runs are apart', () => {
  it('begins ten at once, and then does together what is asked for between two', async () => {
    const runs: string[][] = [];
    const run: QueueJob['run'] = async (_work, messages) => void runs.push(objects(messages));
    const jobs = await processWith(job(run, { apart: 400, batch: 100 }));
    const asked = performance.now();
    for (let n = 0; n < 40; n++) {
      await ask(`o${n}`);
      jobs.wake('test');
      if (n < 10) await until(() => runs.length > n);
    }
    await until(async () => (await rows()).length === 0);
    expect(new Set(runs.flat()).size).toBe(40);
    expect(runs.length).toBeGreaterThan(10);
    expect(runs.length).toBeLessThanOrEqual(11 + (performance.now() - asked) / 400);
  });

  it('goes on at once while there is more than one run takes', async () => {
    const begun: number[] = [];
    const jobs = await processWith(job(async () => void begun.push(performance.now()), { apart: 60_000, batch: 2 }));
    await ask(...Array.from({ length: 31 }, (_, n) => `o${n}`));
    jobs.wake('test');
    await until(async () => (await rows()).length === 0);
    expect(begun).toHaveLength(16);
  });

  it('takes nothing more when the process stops meanwhile', async () => {
    const seen: string[] = [];
    const run: QueueJob['run'] = async (_work, messages) => void seen.push(...objects(messages));
    const jobs = await processWith(job(run, { apart: 60_000 }));
    for (let n = 0; n <= 10; n++) {
      await ask(`o${n}`);
      jobs.wake('test');
      if (n < 10) await until(() => seen.length > n);
    }
    const stopping = performance.now();
    await jobs.close();
    expect(performance.now() - stopping).toBeLessThan(1_000);
    expect((await rows()).map((row) => row.object_id)).toEqual(['o10']);
  });
});

describe('a queue with shares', () => {
  const slow = async (perOwner: number, seen: string[], free: Promise<void>) =>
    processWith(
      job(
        async (_work, messages) => {
          seen.push(...objects(messages));
          if (messages[0]?.object_id.startsWith('slow')) await free;
        },
        { concurrency: 4, batch: 1, share: { perOwner } },
      ),
    );
  /** As often as there may be runs, and once more. */
  const wakeAll = (jobs: Jobs) => {
    for (let n = 0; n < 5; n++) jobs.wake('test');
  };

  it('leaves runs for others while one owner has all theirs under way', async () => {
    const seen: string[] = [];
    let end = () => {};
    const jobs = await slow(
      2,
      seen,
      new Promise((resolve) => {
        end = resolve;
      }),
    );
    await ask(...Array.from({ length: 20 }, (_, n) => `slow:${n}`));
    wakeAll(jobs);
    await until(() => seen.length === 2);
    await ask('other:1');
    wakeAll(jobs);
    await until(() => seen.includes('other:1'));
    expect(seen.filter((id) => id.startsWith('slow'))).toHaveLength(2);
    end();
    await until(async () => (await rows()).length === 0);
    expect(seen).toHaveLength(21);
  });

  it('serves owners in turns, whoever asked for most first', async () => {
    const seen: string[] = [];
    const jobs = await processWith(
      job(async (_work, messages) => void seen.push(...objects(messages)), { batch: 1, share: { perOwner: 1 } }),
    );
    await jobs.settled();
    await ask('a:1', 'a:2', 'a:3', 'b:1', 'b:2', 'c:1');
    jobs.wake('test');
    await jobs.settled();
    expect(seen).toEqual(['a:1', 'b:1', 'c:1', 'a:2', 'b:2', 'a:3']);
  });
});

describe('a queue', () => {
  it('does what was asked for at once, all that an object has together and in order', async () => {
    const seen: string[][] = [];
    const jobs = await processWith(job(async (_work, messages) => void seen.push(objects(messages))));
    await jobs.settled();
    await ask('b', 'a', 'b');
    jobs.wake('test');
    await jobs.settled();
    expect(seen).toEqual([['b', 'a', 'b']]);
    expect(await rows()).toEqual([]);
  });

  it('sees without being woken what another process asked for', async () => {
    let done = 0;
    await processWith(
      job(async (_work, messages) => {
        done += messages.length;
      }),
    );
    await ask('a');
    await until(() => done === 1);
  });

  it('tries again what failed, later each time, and leaves it for a person in the end', async () => {
    let tried = 0;
    const jobs = await processWith(
      job(async () => {
        tried++;
        throw new Error(`no ${tried}`);
      }),
    );
    await ask('a');
    for (const attempt of [1, 2, 3]) {
      const [before] = await rows();
      jobs.wake('test');
      await jobs.settled();
      const [row] = await rows();
      expect(row).toMatchObject({ attempts: attempt, error: `no ${attempt}` });
      expect(Number(row?.due_at) - Number(row?.tried_at)).toBe(1_000 * 2 ** (attempt - 1));
      expect(Number(row?.tried_at)).toBeGreaterThan(Number(before?.tried_at));
      expect(Number(row?.failed_at) > 0).toBe(attempt === 3);
      await hurry();
    }
    jobs.wake('test');
    await jobs.settled();
    expect(tried).toBe(3);
    const state = (await countsOf(store, ['test'])).get('test');
    expect(state).toMatchObject({ waiting: 0, running: 0, failed: 1, last_error: 'no 3' });
    const figures = await jobs.runtimeOf().metrics.registry.metrics();
    expect(figures).toContain('parapet_jobs_failed{kind="test"} 1');
  });

  it('notes a failure as soon as the store takes writes again', async () => {
    let isFull = false;
    const { transaction } = store;
    const full = vi.spyOn(store, 'transaction').mockImplementation((work) => {
      if (isFull) throw new StoreFailure('the disk is full');
      return transaction.call(store, work);
    });
    await processWith(
      job(async () => {
        isFull = true;
        setTimeout(() => (isFull = false), 300);
        throw new Error('no room');
      }),
    );
    await ask('1');
    await until(async () => (await rows())[0]?.attempts === 1);
    expect(await rows()).toMatchObject([{ error: 'no room' }]);
    full.mockRestore();
  });

  it('lets one object that fails hold no other up, and takes its failures with the next message', async () => {
    const done: string[] = [];
    let isBroken = true;
    const jobs = await processWith(
      job(async (_work, messages) => {
        if (isBroken && objects(messages).includes('bad')) throw new Error('bad');
        done.push(...objects(messages));
      }),
    );
    await ask('a', 'bad', 'c');
    jobs.wake('test');
    await jobs.settled();
    expect(done.sort()).toEqual(['a', 'c']);
    isBroken = false;
    await ask('bad');
    jobs.wake('test');
    await jobs.settled();
    expect(done.sort()).toEqual(['a', 'bad', 'bad', 'c']);
    expect(await rows()).toEqual([]);
  });

  it('gives up on a run that takes too long, whose late effect then fails', async () => {
    let late: Promise<unknown> | undefined;
    const jobs = await processWith(
      job(
        (work, messages) => {
          late = new Promise((resolve) => work.signal.addEventListener('abort', resolve))
            .then(() => until(async () => (await rows())[0]?.error !== ''))
            .then(() => store.transaction((tx) => work.done(tx, messages)))
            .catch((error) => error);
          return late as Promise<void>;
        },
        { timeLimit: 50 },
      ),
    );
    await ask('a');
    jobs.wake('test');
    await until(async () => (await rows())[0]?.error === 'not done after 0.05 s');
    expect(await late).toMatchObject({ message: 'the lease was lost' });
    expect(await rows()).toHaveLength(1);
  });

  it('takes nothing before its time', async () => {
    const done: string[] = [];
    const jobs = await processWith(job(async (_work, messages) => void done.push(...objects(messages))));
    const due_at = Date.now() + 60_000;
    await store.transaction((tx) => enqueue(tx, 'test', [{ object_id: 'later', due_at }, { object_id: 'now' }]));
    await store.transaction((tx) => enqueue(tx, 'test', [{ object_id: 'later' }]));
    jobs.wake('test');
    await jobs.settled();
    expect(done).toEqual(['now', 'later']);
    expect(await rows()).toMatchObject([{ object_id: 'later', due_at }]);
  });
});

describe('a clock that was a day ahead and has been put back', () => {
  const ahead = Date.now() + 24 * 3_600_000;
  const setTimes = (object_id: string, times: { due_at: number; wanted_at: number; attempts?: number }) =>
    store.transaction((tx) => tx.updateTable('jobs').set(times).where('object_id', '=', object_id).execute());

  it('holds up neither what was asked for at once nor what is to be tried again', async () => {
    const done: string[] = [];
    const jobs = await processWith(job(async (_work, messages) => void done.push(...objects(messages))));
    await jobs.settled();
    await ask('new', 'failed');
    await setTimes('new', { due_at: 0, wanted_at: ahead });
    await setTimes('failed', { due_at: ahead + 4_000, wanted_at: ahead, attempts: 3 });
    jobs.wake('test');
    await jobs.settled();
    expect(done).toEqual(['new', 'failed']);
  });

  it('holds up no periodic work, and leaves messages as far apart as they were', async () => {
    let runs = 0;
    const run = async () => void runs++;
    const every = periodic({ kind: 'test.periodic', every: () => 60_000, timeLimit: 1_000, run });
    const done: string[] = [];
    const jobs = await processWith(
      every,
      job(async (_work, messages) => void done.push(...objects(messages))),
    );
    await jobs.settled();
    await setTimes('', { due_at: ahead, wanted_at: ahead });
    await ask('first', 'second');
    await setTimes('first', { due_at: ahead, wanted_at: ahead });
    await setTimes('second', { due_at: ahead + 90_000, wanted_at: ahead + 90_000 });
    for (const kind of ['test', 'test.periodic']) jobs.wake(kind);
    await jobs.settled();
    expect(runs).toBe(1);
    expect(done).toEqual(['first']);
    const left = (await rows()).find(({ object_id }) => object_id === 'second');
    expect(Number(left?.due_at) - Date.now()).toBeGreaterThan(60_000);
    expect(Number(left?.due_at) - Date.now()).toBeLessThanOrEqual(90_000);
  });
});

describe('two processes', () => {
  it('share the work, each object done once', async () => {
    const done: string[] = [];
    const slow = job(
      async (_work, messages) => {
        await new Promise((resolve) => setTimeout(resolve, 2));
        done.push(...objects(messages));
      },
      { batch: 5, concurrency: 2 },
    );
    const all = Array.from({ length: 200 }, (_, i) => `o${i}`);
    await ask(...all);
    const both = [await processWith(slow), await processWith(slow)];
    for (const jobs of both) jobs.wake('test');
    await until(() => done.length >= all.length);
    await Promise.all(both.map((jobs) => jobs.settled()));
    expect(done.sort()).toEqual(all.sort());
  });

  it('leave an object to whoever has it until its lease ends', async () => {
    await ask('a');
    const taken = await store.transaction((tx) => take(tx, 'test', 'dead', 10));
    expect(objects(taken)).toEqual(['a']);
    expect(await store.transaction((tx) => take(tx, 'test', 'other', 10))).toEqual([]);
    await store.transaction((tx) => renew(tx, ['dead']));
    const [claim] = await store.writer.selectFrom('job_claims').selectAll().execute();
    expect(Number(claim?.lease_until) - Date.now()).toBeGreaterThan(LEASE_MS - 5_000);
    await store.transaction((tx) => tx.updateTable('job_claims').set({ lease_until: 1 }).execute());
    expect(objects(await store.transaction((tx) => take(tx, 'test', 'other', 10)))).toEqual(['a']);
  });

  it('begin a periodic job once', async () => {
    let runs = 0;
    const every = periodic({
      kind: 'test.periodic',
      every: () => 60_000,
      timeLimit: 1_000,
      run: async () => {
        runs++;
      },
    });
    const both = [await processWith(every), await processWith(every)];
    expect(await rows()).toHaveLength(1);
    await hurry();
    for (const jobs of both) jobs.wake('test.periodic');
    await Promise.all(both.map((jobs) => jobs.settled()));
    expect(runs).toBe(1);
    const [row] = await rows();
    expect(Number(row?.due_at) - Date.now()).toBeGreaterThan(50_000);
  });
});

describe('a stop', () => {
  it('gives back what was not done', async () => {
    const jobs = await processWith(
      job((work) => new Promise((_, reject) => work.signal.addEventListener('abort', () => reject(new Error('stop'))))),
    );
    await ask('a');
    jobs.wake('test');
    await until(async () => (await store.writer.selectFrom('job_claims').selectAll().execute()).length === 1);
    await jobs.close();
    expect(await store.writer.selectFrom('job_claims').selectAll().execute()).toEqual([]);
    expect(await rows()).toMatchObject([{ attempts: 0, error: '' }]);
  });
});
