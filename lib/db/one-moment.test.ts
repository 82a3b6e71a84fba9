import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { atOneMoment } from './one-moment';
import type { Db } from './store';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const countPolicies = async (db: Db) => {
  const { count } = await db
    .selectFrom('policies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

it('reads nothing that is committed meanwhile, and all of it afterwards', async () => {
  const { store } = parapet.runtime;
  const add = (name: string) => parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name } });
  let adding: Promise<unknown> | undefined;
  const [before, after] = await atOneMoment(store.read, async (db) => {
    const first = await countPolicies(db);
    adding = add('Meanwhile');
    if (store.kind === 'postgres') await adding;
    return [first, await countPolicies(db)];
  });
  expect(after).toBe(before);
  await adding;
  expect(await countPolicies(store.read)).toBe((before ?? 0) + 1);
});

it('reads in a transaction what that has written', async () => {
  const { store } = parapet.runtime;
  await expect(
    store.transaction(async (tx) => {
      const before = await countPolicies(tx);
      await tx.deleteFrom('policies').where('name', '=', 'Meanwhile').execute();
      expect(await atOneMoment(tx, countPolicies)).toBe(before - 1);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
});
