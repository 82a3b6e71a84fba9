import { afterAll, beforeAll, expect, it } from 'vitest';
import { addManyDomains } from '@/test/many-domains';
import { type Parapet, startParapet } from '@/test/parapet';
import { excesses } from '@/test/query-plans';
import { listPolicies, type PolicyRow } from './repository';

let parapet: Parapet;
let policies: (PolicyRow & { user_name: string })[];
beforeAll(async () => {
  parapet = await startParapet();
  await addManyDomains(parapet.runtime.store, [
    { user_name: 'acme-root', domains: 0, policies: 37, certs: 0 },
    { user_name: 'acme-child', domains: 0, policies: 12, certs: 0 },
    { user_name: 'acme-other', domains: 0, policies: 9, certs: 0 },
    { user_name: 'borealis-root', domains: 0, policies: 5, certs: 0 },
  ]);
  const db = parapet.runtime.store.read;
  const rows = db.selectFrom('policies').innerJoin('users', 'users.user_id', 'policies.user_id');
  policies = await rows.selectAll('policies').select('user_name').execute();
  policies.sort((a, b) => b.ctime - a.ctime || (a.policy_id < b.policy_id ? 1 : -1));
});
afterAll(() => parapet.close());

const SEEN_BY: [string, string[]][] = [
  ['acme-root', ['acme-root', 'acme-child']],
  ['acme-child', ['acme-child']],
  ['acme-other', ['acme-other']],
  ['acme-support', ['acme-root', 'acme-child', 'acme-other']],
  ['borealis-root', ['borealis-root']],
];

it.each(SEEN_BY)('%s sees each page of what is theirs, searched or not', async (as, owners) => {
  const visible = policies.filter(({ user_name }) => owners.includes(user_name));
  for (const keyword of ['', 'policy', '1 OF', '3 of acme-ch', '%', '_', '\\', 'nowhere']) {
    const expected = visible.filter(({ search }) => search.includes(keyword.toLowerCase()));
    for (let page = 1; page <= Math.ceil(expected.length / 7) + 1; page++) {
      const query = `size=7&page=${page}&keyword=${encodeURIComponent(keyword)}`;
      const { body } = await parapet.call('GET', `/api/guard/policies?${query}`, { as });
      expect(body.data, query).toMatchObject({ total: expected.length, page, size: 7 });
      const ids = expected.slice((page - 1) * 7, page * 7).map(({ policy_id }) => policy_id);
      expect(body.data.list.map((row: PolicyRow) => row.policy_id)).toEqual(ids);
    }
  }
});

it('answers no page by walking all policies or sorting them', async () => {
  const { store } = parapet.runtime;
  if (store.kind === 'postgres') return;
  const { oem_id, user_id } = policies[0] as PolicyRow;
  const found = await excesses(store, /^policies/, async () => {
    for (const tier of ['platform', 'root', 'user'] as const) {
      for (const keyword of [undefined, 'policy 1']) {
        for (const page of [1, 2]) {
          await listPolicies(store.read, { oem_id, user_id, tier }, { page, size: 3, keyword });
        }
      }
    }
  });
  expect(found).toEqual([]);
});
