import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from './store';

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-scan-'));
  store = openStore({ folder });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const upTo = (n: number) =>
  sql<{
    n: number;
  }>`with recursive c(n) as (select 1 union all select n + 1 from c where n < ${n}) select max(n) as n from c`;

const count = async () => (await sql<{ n: number }>`select count(*) as n from things`.execute(store.scan)).rows[0]?.n;
const add = () => store.transaction((tx) => sql`insert into things values (1)`.execute(tx));

describe('reads on other threads', () => {
  it('see every commit, also through cached counts', async () => {
    await store.transaction((tx) => sql`create table things (n integer)`.execute(tx));
    expect(await count()).toBe(0);
    for (let i = 1; i <= 5; i++) {
      await add();
      expect(await count()).toBe(i);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, count));
    expect(new Set(answers)).toEqual(new Set([5]));
  });

  it('leave this thread free', async () => {
    await upTo(1).execute(store.scan);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const started = performance.now();
    const { rows } = await upTo(3_000_000).execute(store.scan);
    const took = performance.now() - started;
    delay.disable();
    expect(rows).toEqual([{ n: 3_000_000 }]);
    expect(took).toBeGreaterThan(200);
    expect(delay.max / 1e6).toBeLessThan(took / 2);
  });

  it('a short one does not wait for a long one', async () => {
    const order: string[] = [];
    const long = upTo(3_000_000)
      .execute(store.scan)
      .then(() => order.push('long'));
    const short = upTo(1)
      .execute(store.scan)
      .then(() => order.push('short'));
    await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
  });

  it('pass errors on and go on', async () => {
    await expect(sql`select * from nowhere`.execute(store.scan)).rejects.toThrow(/no such table/);
    await expect(sql`create table sneaky (n integer)`.execute(store.scan)).rejects.toThrow();
    await expect(store.scan.transaction().execute(async () => {})).rejects.toThrow('a scan only reads');
    expect((await upTo(3).execute(store.scan)).rows).toEqual([{ n: 3 }]);
  });

  it('a count that failed is asked again', async () => {
    await expect(count()).rejects.toThrow(/no such table/);
    await store.writer.schema.createTable('things').addColumn('n', 'integer').execute();
    expect(await count()).toBe(0);
  });

  it('too many at once are refused for now', async () => {
    const all = await Promise.allSettled(Array.from({ length: 80 }, (_, i) => upTo(10_000 + i).execute(store.scan)));
    const refused = all.filter((one) => one.status === 'rejected');
    expect(refused.length).toBe(80 - 64 - 2);
    expect(refused.every(({ reason }) => reason.errKey === 'err.request.too_many_waiting')).toBe(true);
  });

  it('closing ends what waits and what runs', async () => {
    const running = Array.from({ length: 4 }, (_, i) => upTo(1_000_000 + i).execute(store.scan));
    const settled = Promise.allSettled(running);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await store.close();
    await expect(upTo(3).execute(store.scan)).rejects.toThrow();
    expect((await settled).slice(2).every((one) => one.status === 'rejected')).toBe(true);
    store = openStore({ folder });
    expect((await upTo(3).execute(store.scan)).rows).toEqual([{ n: 3 }]);
  });
});
