import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '@/lib/api/registry';
import { type Answer, type Parapet, type Request, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { idOf } from '@/test/sign-in';
import { issue } from './api-keys/testing';

import { accounts, type Identity, identities, type Kind, type Row, refusal, sees, table, targets } from './testing';

let parapet: Parapet;
async function lastRecord(): Promise<string> {
  const rows = parapet.runtime.store.read.selectFrom('audit_logs').select('id').orderBy('id', 'desc');
  return String((await rows.limit(1).executeTakeFirstOrThrow()).id);
}
const credentials: Record<string, Request> = { anonymous: { host: 'acme.test' } };
const ids: Record<Kind, Record<string, string>> = { user: {}, key: {}, role: {}, holder: {}, record: {}, view: {} };

beforeAll(async () => {
  const user = (user_name: string, role_ids: number[], more: object = {}) => ({
    user_name,
    password: PASSWORD,
    oem_id: 'acme',
    role_ids,
    ...more,
  });
  const provision = {
    ...people,
    users: [
      ...people.users,
      ...[user('acme-super', [1]), user('acme-locked', [10]), user('t-root', [10]), user('t-staff', [2])],
      ...[user('t-chain', [11], { parent: 'acme-root' }), user('t-holder', [12], { parent: 'acme-root' })],
      ...[user('t-foreign', [10], { oem_id: 'borealis' }), user('borealis-super', [1], { oem_id: 'borealis' })],
    ],
  };
  parapet = await startParapet({ provision });
  const as = async (name: string, oem: string) => {
    const host = `${oem}.test`;
    const body = { username: name, password: Buffer.from(PASSWORD).toString('base64') };
    const answer = await parapet.call('POST', '/api/auth/login', { host, body });
    return { host, token: answer.body.data.token as string };
  };
  const made = async (by: Request, path: string, body: object) => {
    const answer = await parapet.call('POST', path, { ...by, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data;
  };
  for (const { of, oem } of accounts) {
    const random = '0190f0a0-0000-7000-8000-000000000000';
    const by = oem === 'none' ? undefined : await as(of, oem);
    ids.user[of] = by ? await idOf(parapet, of) : random;
    ids.key[of] = by ? (await made(by, '/api/sys/api-keys', { name: of })).key_id : random;
    // Owning something keeps a user from being deleted.
    if (by) await made(by, '/api/guard/policies', { name: of });
    const view = { list: '/guard/domains', name: of, query: '', shared: true };
    ids.view[of] = by ? (await made(by, '/api/sys/views', view)).view_id : random;
    ids.record[of] = by ? await lastRecord() : '999999';
  }
  ids.holder = ids.user;
  const role = async (by: Request) =>
    String((await made(by, '/api/sys/roles', { name: 'R', permissions: [] })).role_id);
  const boss = await as('acme-super', 'acme');
  ids.role = { business: '12', platform: '1', random: '9999', own: await role(boss), foreign: '' };
  ids.role.foreign = await role(await as('borealis-super', 'borealis'));
  const holder = `/api/sys/users/${await idOf(parapet, 't-holder')}`;
  await parapet.call('PUT', holder, { ...boss, body: { role_ids: [Number(ids.role.own)] } });

  for (const [name, { oem, is }] of Object.entries(identities)) {
    if (is !== 'key' && name !== 'anonymous') credentials[name] = await as(name, oem);
  }
  const locked = `/api/sys/users/${await idOf(parapet, 'acme-locked')}/lock`;
  await parapet.call('PUT', locked, { ...boss, body: { locked: 1 } });
  for (const [name, scopes] of [
    ['full key of acme-root', []],
    ['narrow key of acme-root', ['sys.user.view', 'sys.apikey.list']],
    ['key of acme-root without a permission here', ['guard.policy.list']],
  ] as const) {
    const { api_key } = await issue(parapet, 'acme-root', { scopes });
    credentials[name] = { host: 'acme.test', headers: { Authorization: `ApiKey ${api_key}` } };
  }
});
afterAll(() => parapet.close());

it('the table of lib/sys/testing.ts names every endpoint of the module', () => {
  const declared = routes.filter((route) => route.endpoint.path.startsWith('/api/sys/'));
  expect(Object.keys(table).sort()).toEqual(declared.map(({ endpoint: e }) => `${e.method} ${e.path}`).sort());
});

/** A domain rule that may stop a call which was let in, and nothing else may. */
const RULES = [
  'err.sys.user.owns',
  'err.sys.apikey.not_holder',
  'err.sys.apikey.revoked',
  'err.sys.view.not_owner',
  'err.sys.role.in_use',
  'err.sys.role.read_only',
];
/** All that a client sees of an answer but its time and number. */
function shown({ status, headers, body }: Answer) {
  const kept = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status, headers: kept, body };
}

describe.each(Object.keys(identities))('%s', (name) => {
  const who = identities[name] as Identity;
  const call = async (endpoint: string, id = ''): Promise<Answer> => {
    const [method = '', path = ''] = endpoint.split(' ');
    const { query = '', body: bodyFor } = table[endpoint] as Row;
    const body = bodyFor?.(id);
    const request = { ...credentials[name], ...(body ? { body } : {}) };
    const answer = await parapet.call(method, `${path.replace('{id}', id)}?${query}`, request);
    if (answer.status !== 429) return answer;
    // So many calls at once are more than a key's rate.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return call(endpoint, id);
  };

  it.each(Object.entries(table).filter(([, row]) => !row.on))('%s', async (endpoint, row) => {
    const answer = await call(endpoint);
    const refused = refusal(who, endpoint, row);
    if (refused) expect([answer.status, answer.body.err_key]).toEqual(refused);
    else expect([200, 201]).toContain(answer.status);
  });

  it.each(Object.entries(table).filter(([, row]) => row.on))('%s', async (endpoint, row) => {
    const kind = row.on as Kind;
    const missing = await call(endpoint, ids[kind].random);
    for (const target of targets[kind]) {
      const answer = await call(endpoint, ids[kind][target.of]);
      const what = `${endpoint} on ${target.of}: ${JSON.stringify(answer.body)}`;
      const refused = refusal(who, endpoint, row);
      const known = sees(who, kind, target);
      if (refused) expect([answer.status, answer.body.err_key], what).toEqual(refused);
      else if (known === 403) expect([answer.status, answer.body.err_key]).toEqual([403, 'err.sys.user.oem_mismatch']);
      else if (known === 404) expect(answer.status, what).toBe(404);
      else if (answer.status !== 200) expect(RULES, what).toContain(answer.body.err_key);
      if (known === 404) expect(shown(answer), what).toEqual(shown(missing));
    }
  });

  it('their own password', async () => {
    if (who.is === 'nobody') return;
    const holder = who.is === 'key' ? 'acme-root' : name;
    const path = `/api/sys/users/${await idOf(parapet, holder)}/password`;
    const body = { password: PASSWORD, old_password: 'not the present one' };
    if (who.is === 'key') await new Promise((resolve) => setTimeout(resolve, 500));
    const answer = await parapet.call('PUT', path, { ...credentials[name], body });
    const mayReset = who.may.includes('sys.user.resetpwd');
    if (who.is === 'key' && !mayReset) expect(answer.status).toBe(403);
    else if (who.is === 'newcomer') expect(answer.body.err_key).toBe('err.sys.user.same_password');
    else expect(answer.body.err_key).toBe('err.sys.user.wrong_old_password');
  });
});
