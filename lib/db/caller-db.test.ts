import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { Behalf } from '@/lib/queues/behalf';
import { Turns } from '@/lib/queues/turns';
import { type Parapet, startParapet } from '@/test/parapet';
import { session } from '@/test/sign-in';
import { StoreFailure } from './dialect';
import type { Store } from './store';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const MANY = 60;
const turns = new Turns();
let n = 0;

const ownerOf = (account: string) => ({ oem_id: 'acme', account, address: account });

/** Some milliseconds of a store, in which every query is another one. */
const work = (store: Pick<Store, 'read'>) =>
  sql`with recursive c(n) as (select 1 union all select n + 1 from c where n < 5000) select max(n) + ${n++} as n from c`.execute(
    store.read,
  );

/** How many of one sender's are answered before the only one of another, who asks after them. */
async function answeredBefore(ask: (store: Store) => Promise<unknown>): Promise<number> {
  const { store } = parapet.runtime;
  let answered = 0;
  const on = (account: string) => store.on(new Behalf(() => ownerOf(account), turns));
  const all = Array.from({ length: MANY }, () => ask(on('many')).then(() => answered++));
  await ask(on('one'));
  const before = answered;
  await Promise.all(all);
  return before;
}

it('a read waits for those of its own sender, and for few of anybody else', async () => {
  expect(await answeredBefore(work)).toBeLessThan(MANY / 4);
});

it('so does a search', async () => {
  expect(await answeredBefore(({ scan }) => work({ read: scan }))).toBeLessThan(MANY / 4);
});

it('and a transaction, where several are under way at a time', async ({ skip }) => {
  skip(parapet.runtime.store.kind === 'embedded', 'it commits them together');
  expect(await answeredBefore((store) => store.transaction((tx) => work({ read: tx })))).toBeLessThan(MANY / 4);
});

it('a request asks on behalf of whoever sends it, in all that it does', async () => {
  const { store } = parapet.runtime;
  const as = await session(parapet, 'acme-root');
  const behalves: Behalf[] = [];
  const asked = vi.spyOn(store, 'on').mockImplementation((behalf) => {
    behalves.push(behalf);
    return { ...store, transaction: () => Promise.reject(new StoreFailure('that of the request')) };
  });
  try {
    const answer = await parapet.call('POST', '/api/guard/policies', { ...as, body: { name: 'not kept' } });
    expect(answer.status).toBe(503);
  } finally {
    asked.mockRestore();
  }
  const owner = { oem_id: 'acme', account: as.user_id, address: '127.0.0.1' };
  expect(behalves.map((behalf) => behalf.owner)).toEqual([owner]);
});
