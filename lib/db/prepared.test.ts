import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { contains } from './dialect';
import { prepared } from './prepared';
import type { Db } from './store';

let parapet: Parapet;
let db: Db;
beforeAll(async () => {
  parapet = await startParapet();
  db = parapet.runtime.store.read;
});
afterAll(() => parapet.close());

const users = (of: Db) => of.selectFrom('users').select('user_name').orderBy('user_name');

it('builds a query once for each set of values that are given, and asks it with those of each call', async () => {
  let built = 0;
  const named = prepared((of, { user_name, keyword }: { user_name?: string; keyword?: string }) => {
    built += 1;
    let found = users(of);
    if (user_name !== undefined) found = found.where('user_name', '=', user_name);
    if (keyword !== undefined) found = found.where(contains('users.search', keyword));
    return found;
  });
  const all = (await users(db).execute()).map(({ user_name }) => user_name);
  for (const user_name of all) expect(await named(db, { user_name })).toEqual([{ user_name }]);
  expect(built).toBe(1);
  for (const keyword of ['ACME-', 'borealis', '%']) {
    const expected = all.filter((user_name) => user_name.includes(keyword.toLowerCase()));
    expect((await named(db, { keyword })).map(({ user_name }) => user_name)).toEqual(expected);
  }
  expect(built).toBe(2);
  expect(await named(db, { user_name: undefined })).toHaveLength(all.length);
  expect(await parapet.runtime.store.transaction((tx) => named(tx, { keyword: 'acme-' }))).not.toEqual([]);
  expect(built).toBe(3);
});

it('is refused in a transaction that is over', async () => {
  const named = prepared((of, { user_name }: { user_name: string }) => users(of).where('user_name', '=', user_name));
  const left = await parapet.runtime.store.transaction(async (tx) => () => named(tx, { user_name: 'x' }));
  await expect(left()).rejects.toThrow('the transaction of this work is over');
});

it('refuses to build a query into whose text a value of the first call would go', async () => {
  const skipped = prepared((of, { page }: { page: number }) => users(of).offset((page - 1) * 20));
  await expect(skipped(db, { page: 2 })).rejects.toThrow('page is known only when the query is asked');
  const worded = prepared((of, { user_name }: { user_name: string }) =>
    users(of).where('search', '=', `${user_name}!`),
  );
  await expect(worded(db, { user_name: 'x' })).rejects.toThrow('user_name is known only');
});
