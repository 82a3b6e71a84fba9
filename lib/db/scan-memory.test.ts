import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openStore, type Store } from './store';

/** A long statement, again and again with other numbers, whose answers no cache has. */
async function read(store: Store, from: number, reads: number): Promise<void> {
  const sum = sql.raw('n + '.repeat(500));
  for (let i = from; i < from + reads; i++) {
    await sql`select ${sum} n as sum from things where n > ${i}`.execute(store.scan);
  }
}

it('reads on other threads leave no statements in memory, however many there are', async () => {
  const store = openStore({ folder: mkdtempSync(path.join(tmpdir(), 'parapet-scan-')) });
  await store.transaction((tx) => sql`create table things (n integer)`.execute(tx));
  await read(store, 0, 500);
  const before = process.memoryUsage().rss;
  await read(store, 500, 3_000);
  expect((process.memoryUsage().rss - before) / 2 ** 20).toBeLessThan(100);
  await store.close();
});
