import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore, type Store, type Tx } from './store';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-group-'));
let store: Store;

beforeAll(async () => {
  store = openStore({ folder });
  await store.transaction((tx) => sql`create table t (id integer primary key, n integer not null)`.execute(tx));
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const insert = (id: number) => async (tx: Tx) => {
  await sql`insert into t (id, n) values (${id}, ${id})`.execute(tx);
  return id;
};
const ids = async () =>
  (await sql<{ id: number }>`select id from t order by id`.execute(store.read)).rows.map((r) => r.id);

describe('writes that wait for each other', () => {
  it('are committed together; the one that fails is undone alone', async () => {
    const jobs = [
      insert(1),
      async (tx: Tx) => {
        await insert(2)(tx);
        throw new Error('changed my mind');
      },
      insert(1),
      insert(3),
    ];
    const outcomes = await Promise.allSettled(jobs.map((job) => store.transaction(job)));
    expect(outcomes.map((o) => o.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(await ids()).toEqual([1, 3]);
  });

  it('see what those before them wrote, and nobody else does before the commit', async () => {
    let seenOutside: number[] = [];
    // The group gathers behind a commit under way.
    const under = store.transaction(insert(9));
    const first = store.transaction(insert(10));
    const second = store.transaction(async (tx) => {
      seenOutside = await ids();
      return (await sql<{ n: number }>`select count(*) as n from t where id = 10`.execute(tx)).rows[0]?.n;
    });
    expect(await second).toBe(1);
    expect(seenOutside).not.toContain(10);
    await Promise.all([under, first]);
    expect(await ids()).toContain(10);
  });

  it('let others answer while the disk is synced, and are not seen before', async () => {
    let isWorkDone = false;
    const write = store.transaction(async (tx) => {
      await insert(30)(tx);
      isWorkDone = true;
    });
    let isCommitted = false;
    const committed = write.then(() => {
      isCommitted = true;
    });
    const seen: boolean[] = [];
    while (!isCommitted) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isWorkDone && !isCommitted) seen.push((await ids()).includes(30));
    }
    await committed;
    // A commit on the thread that answers would leave no turn for anybody between the work and its end.
    expect(seen.length).toBeGreaterThan(0);
    expect(seen[0]).toBe(false);
    expect(await ids()).toContain(30);
  });

  it('let others answer while one of them takes long', async () => {
    const started = performance.now();
    let answers = 0;
    let isWorking = true;
    // Long enough for some answers on any machine; where none comes, ten seconds.
    const isLong = () => answers > 5 || performance.now() - started > 10_000;
    const others = setInterval(async () => {
      if ((await ids()).includes(20) && isWorking) throw new Error('seen before the commit');
      answers++;
    }, 1);
    await store.transaction(async (tx) => {
      await insert(20)(tx);
      while (!isLong()) await sql`select count(*) from t`.execute(tx);
      isWorking = false;
    });
    clearInterval(others);
    expect(answers).toBeGreaterThan(5);
    expect(await ids()).toContain(20);
  });

  it('go on a few in each turn of the event loop when they are committed', async () => {
    let ended = 0;
    const all = Array.from({ length: 40 }, () => store.transaction(async () => undefined).then(() => ended++));
    let most = 0;
    for (let before = 0; ended < all.length; before = ended) {
      await new Promise((resolve) => setImmediate(resolve));
      most = Math.max(most, ended - before);
    }
    await Promise.all(all);
    expect(most).toBeLessThanOrEqual(8);
  });

  it('all end, however many there are', async () => {
    const many = Array.from({ length: 500 }, (_, i) => store.transaction(insert(1_000 + i)));
    expect((await Promise.all(many)).length).toBe(500);
    expect((await ids()).filter((id) => id >= 1_000).length).toBe(500);
  });
});
