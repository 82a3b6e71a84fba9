import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet, testDatabase } from '@/test/parapet';
import { contains } from './dialect';
import { planned, prepared } from './prepared';
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

describe('an answer that transactions keep', () => {
  const nickOf = planned((of, { user_key }: { user_key: string }) =>
    of.selectFrom('users').select('nick_name').where('user_key', '=', user_key),
  );
  const asked = async (of: Db) => (await nickOf(of, { user_key: 'acme-root' }))[0]?.nick_name;
  const rename = (of: Db, nick_name: string) =>
    of.updateTable('users').set({ nick_name }).where('user_name', '=', 'acme-root').execute();

  it('is what their transaction wrote, and after one that was undone what was there before', async () => {
    const { store } = parapet.runtime;
    const before = await asked(db);
    await store.transaction(async (tx) => {
      expect(await asked(tx)).toBe(before);
      await rename(tx, 'Written');
      expect(await asked(tx)).toBe('Written');
    });
    expect(await asked(db)).toBe('Written');
    const undone = store.transaction(async (tx) => {
      await rename(tx, 'Undone');
      expect(await asked(tx)).toBe('Undone');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await store.transaction((tx) => asked(tx))).toBe('Written');
  });

  it('is what others wrote just before, whether they are committed together or not', async () => {
    const { store } = parapet.runtime;
    for (const round of ['first', 'second', 'third']) {
      const writes = ['a', 'b', 'c'].map((name) => `${name} of the ${round}`);
      const seen = writes.flatMap((nick_name) => [
        store.transaction((tx) => rename(tx, nick_name)),
        store.transaction((tx) => asked(tx)),
      ]);
      const answers = (await Promise.all(seen)).filter((answer) => typeof answer === 'string');
      if (store.kind === 'embedded') expect(answers).toEqual(writes);
      else expect(await asked(db)).toBeOneOf(writes);
    }
  });
});

describe.runIf(await testDatabase())('on PostgreSQL', () => {
  const plans = (db: Db) => sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);

  it('has a connection keep the plan of what is found in one way, and of nothing else', async () => {
    const one = planned((of, { user_name }: { user_name: string }) => users(of).where('user_name', '=', user_name));
    const many = prepared((of, { keyword }: { keyword: string }) => users(of).where(contains('users.search', keyword)));
    await parapet.runtime.store.transaction(async (tx) => {
      for (const user_name of ['acme-root', 'borealis-root', 'nobody']) {
        expect(await one(tx, { user_name })).toHaveLength(user_name === 'nobody' ? 0 : 1);
        await many(tx, { keyword: user_name });
      }
      const texts = (await plans(tx)).rows.map(({ statement }) => statement).filter((text) => text.includes('"users"'));
      expect(texts.filter((text) => text.includes('"user_name" = $1'))).toHaveLength(1);
      expect(texts.filter((text) => text.includes('"search"'))).toEqual([]);
    });
  });

  it('goes on where another process adds a column meanwhile', async () => {
    const one = planned((of, { user_name }: { user_name: string }) =>
      of.selectFrom('users').select(['user_name', 'user_id']).where('user_name', '=', user_name),
    );
    const { store } = parapet.runtime;
    await store.transaction(async (tx) => {
      const before = await one(tx, { user_name: 'acme-root' });
      await sql`alter table users add column later integer not null default 0`.execute(tx);
      expect(await one(tx, { user_name: 'acme-root' })).toEqual(before);
      await sql`alter table users drop column later`.execute(tx);
    });
  });

  it('keeps no plan of a statement that does not name its columns', async () => {
    const all = planned((of, { user_name }: { user_name: string }) =>
      of.selectFrom('users').selectAll().where('user_name', '=', user_name),
    );
    await expect(all(db, { user_name: 'acme-root' })).rejects.toThrow('names its columns');
  });
});
