import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Tx } from '@/lib/db/store';
import type { Scope } from '@/lib/tenancy/scope';
import { addManyDomains } from '@/test/many-domains';
import { type Parapet, startParapet } from '@/test/parapet';
import { deletePolicy, insertPolicy, listPolicies, type PolicyRow, updatePolicy } from './repository';

let parapet: Parapet;
let model: PolicyRow;
beforeAll(async () => {
  parapet = await startParapet();
  await addManyDomains(parapet.runtime.store, [{ user_name: 'acme-root', domains: 0, policies: 30, certs: 0 }]);
  const { read } = parapet.runtime.store;
  model = await read.selectFrom('policies').selectAll().where('is_default', '=', 0).executeTakeFirstOrThrow();
});
afterAll(() => parapet.close());

const KEYWORDS = [undefined, '1', 'nowhere'];
const PAGES = [1, 2, 3, 9].flatMap((page) => [4, 20].map((size) => ({ page, size })));

/** Each page as everybody is answered it, and as a connection answers it that keeps nothing. */
async function expectTrue(): Promise<void> {
  const { store } = parapet.runtime;
  const { oem_id, root_id: user_id } = model;
  for (const tier of ['platform', 'root', 'user'] as const) {
    const scope: Scope = { oem_id, user_id, tier };
    for (const keyword of KEYWORDS) {
      for (const paging of PAGES) {
        const [kept, read] = [store.read, store.writer].map((db) => listPolicies(db, scope, { ...paging, keyword }));
        expect(await kept, JSON.stringify({ tier, keyword, paging })).toEqual(await read);
      }
    }
  }
}

const some = fc.nat({ max: 40 });
const change = fc.oneof(
  fc.record({ what: fc.constant('insert' as const), n: some }),
  fc.record({ what: fc.constant('update' as const), n: some }),
  fc.record({ what: fc.constant('delete' as const), n: some }),
  fc.record({ what: fc.constant('rename the owner' as const), n: some }),
);
type Change = { what: 'insert' | 'update' | 'delete' | 'rename the owner'; n: number };

let written = 0;
async function apply(tx: Tx, { what, n }: Change): Promise<void> {
  const name = `Written ${++written}`;
  const row = tx.selectFrom('policies').select('policy_id').where('is_default', '=', 0).orderBy('policy_id');
  const { policy_id } = (await row.offset(n).limit(1).executeTakeFirst()) ?? model;
  const { search: _, ...plain } = model;
  if (what === 'insert') await insertPolicy(tx, { ...plain, policy_id: `p-${written}`, name, ctime: model.ctime + n });
  else if (what === 'update') await updatePolicy(tx, policy_id, { name, comment: '', utime: model.utime + n });
  else if (what === 'delete') await deletePolicy(tx, policy_id);
  else await tx.updateTable('users').set({ user_name: name }).where('user_id', '=', model.user_id).execute();
}

it('a row that alone was changed is shown as it is now', async () => {
  await expectTrue();
  await parapet.runtime.store.transaction((tx) => apply(tx, { what: 'update', n: 0 }));
  await expectTrue();
});

it('whatever was written, kept or undone, each page is what the store has', async () => {
  await expectTrue();
  const transaction = fc.record({ changes: fc.array(change, { minLength: 1, maxLength: 4 }), isUndone: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(transaction, { minLength: 1, maxLength: 3 }), async (transactions) => {
      const ended = transactions.map(({ changes, isUndone }) =>
        parapet.runtime.store.transaction(async (tx) => {
          for (const one of changes) await apply(tx, one);
          if (isUndone) throw new Error('undone');
        }),
      );
      const read = expectTrue().catch(() => undefined);
      await Promise.allSettled(ended);
      await read;
      await expectTrue();
    }),
    { numRuns: 15 },
  );
});

it('a list that is too long to be kept is walked from either end', async () => {
  const { store } = parapet.runtime;
  const { search: _, ...plain } = model;
  await store.transaction(async (tx) => {
    for (let n = 0; n < 2_100; n++) {
      await insertPolicy(tx, { ...plain, policy_id: `long-${n}`, name: `Long ${n}`, ctime: model.ctime + n });
    }
  });
  const { oem_id, root_id: user_id } = model;
  for (let deleted = 0; deleted < 2; deleted++) {
    for (const keyword of [undefined, 'long']) {
      for (const page of [1, 2, 50, 104, 105, 106, 107, 108]) {
        const asked = { page, size: 20, keyword };
        const [kept, read] = [store.read, store.writer].map((db) =>
          listPolicies(db, { oem_id, user_id, tier: 'root' }, asked),
        );
        expect(await kept).toEqual(await read);
      }
    }
    await store.transaction((tx) => deletePolicy(tx, 'long-7'));
  }
});
