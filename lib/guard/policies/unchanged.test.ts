import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '@/lib/db/store';
import { addManyDomains } from '@/test/many-domains';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
  await addManyDomains(parapet.runtime.store, [
    { user_name: 'acme-root', domains: 0, policies: 5, certs: 0 },
    { user_name: 'acme-child', domains: 0, policies: 3, certs: 0 },
    { user_name: 'acme-other', domains: 0, policies: 2, certs: 0 },
  ]);
});
afterAll(() => parapet.close());

const LIST = '/api/guard/policies?size=4';
const asked = async (as: string, path = LIST) => (await parapet.call('GET', path, { as })).body;
/** What is kept of a page: it was asked for before. */
const keep = async (as: string) => {
  const before = await asked(as);
  expect(await asked(as)).toEqual(before);
  return before.data;
};
const idOf = async (user_name: string): Promise<string> => {
  const users = parapet.runtime.store.read.selectFrom('users').select('user_id').where('user_name', '=', user_name);
  return (await users.executeTakeFirstOrThrow()).user_id;
};
const rolesOf = async (user_name: string, role_ids: number[]) => {
  const path = `/api/sys/users/${await idOf(user_name)}`;
  expect((await parapet.call('PUT', path, { as: 'acme-support', body: { role_ids } })).status).toBe(200);
};

it('is answered anew to another tenant, and for another page', async () => {
  const own = await keep('acme-root');
  expect((await asked('acme-other')).data).toMatchObject({ total: 2 });
  expect((await asked('acme-child')).data).toMatchObject({ total: 3 });
  expect((await asked('acme-root', '/api/guard/policies?size=8&page=1')).data.list.slice(0, 4)).toEqual(own.list);
  // The same rows, on a page of another number and size.
  const [last, alone] = [`/api/guard/policies?size=7&page=2`, `/api/guard/policies?size=1&page=8`];
  const rows = [(await asked('acme-root', last)).data, (await asked('acme-root', alone)).data];
  expect(rows).toMatchObject([
    { total: 8, page: 2, size: 7 },
    { total: 8, page: 8, size: 1 },
  ]);
  expect(rows[0].list).toEqual(rows[1].list);
});

it('is answered anew after a policy, its rules or its owner were written', async () => {
  const { total, list } = await keep('acme-root');
  const body = { name: 'Newest of all' };
  const { policy_id } = (await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body })).body.data;
  const more = await keep('acme-root');
  expect(more).toMatchObject({ total: total + 1, list: [{ policy_id, acl_rule_count: 0 }, ...list.slice(0, 3)] });

  const edited = await parapet.call('PUT', `/api/guard/policies/${policy_id}`, {
    ...{ as: 'acme-root', body: { comment: 'Changed' } },
  });
  expect(edited.status).toBe(200);
  expect((await keep('acme-root')).list[0]).toMatchObject({ comment: 'Changed' });

  const set = { name: 'Offices', ip_set_type: 1, policy_id };
  expect((await parapet.call('POST', '/api/guard/bwlist/sets', { as: 'acme-root', body: set })).status).toBe(201);
  expect((await keep('acme-root')).list[0]).toMatchObject({ bwl_rule_count: 1 });

  await parapet.call('DELETE', `/api/guard/policies/${policy_id}`, { as: 'acme-root' });
  expect(await asked('acme-root')).toMatchObject({ data: { total, list } });
});

it('is answered anew after another connection to the store wrote', async () => {
  const { list } = await keep('acme-root');
  const [{ policy_id }] = list;
  const renamed = sql`update policies set name = 'Written elsewhere' where policy_id = ${policy_id}`;
  const { store, config } = parapet.runtime;
  if (store.kind === 'postgres') {
    const other = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
    await other.transaction((tx) => renamed.execute(tx));
    await other.close();
  } else await renamed.execute(store.writer);
  expect((await asked('acme-root')).data.list[0]).toMatchObject({ policy_id, name: 'Written elsewhere' });
});

it('follows the roles of its caller', async () => {
  expect((await keep('acme-child')).total).toBe(3);
  await rolesOf('acme-child', [11, 2]);
  expect((await keep('acme-child')).total).toBe(10);
  const language = { as: 'acme-child', headers: { 'Accept-Language': 'zh-CN' } };
  const chinese = await parapet.call('GET', LIST, language);
  expect([chinese.headers.get('content-language'), chinese.body.data.total]).toEqual(['zh-CN', 10]);
  await rolesOf('acme-child', [11]);
  expect((await keep('acme-child')).total).toBe(3);
});

it('is refused to who may not see it any more', async () => {
  await keep('acme-child');
  const { store, principals } = parapet.runtime;
  const user_id = await idOf('acme-child');
  await store.transaction((tx) => tx.deleteFrom('user_roles').where('user_id', '=', user_id).execute());
  principals.clear();
  expect((await parapet.call('GET', LIST, { as: 'acme-child' })).status).toBe(403);
});
