import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Parapet, type Request, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { login, session } from '@/test/sign-in';
import { issue, withKey } from './api-keys/testing';

const user = (user_name: string, role_ids: number[], more: object = {}) => ({
  user_name,
  password: PASSWORD,
  oem_id: 'acme',
  role_ids,
  ...more,
});
const many = (prefix: string, role_ids: number[], more: object = {}) =>
  Array.from({ length: 6 }, (_, i) => user(`${prefix}-${i}`, role_ids, more));

let parapet: Parapet;
let policy = '';
let firstWrites: Answer[] = [];
beforeAll(async () => {
  const users = [
    ...people.users,
    user('boss', [1]),
    ...['deleted', 'locked', 'signed-out', 'key-holder', 'reset'].map((name) => user(name, [2])),
    ...[user('shrinking', [11], { parent: 'acme-root' }), user('late', [2])],
    ...many('brief', [11], { parent: 'acme-root' }),
  ];
  parapet = await startParapet({ provision: { ...people, users } });
  const create = (name: string) => parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name } });
  firstWrites = await Promise.all(['Contested', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth'].map(create));
  policy = `/api/guard/policies/${firstWrites[0]?.body.data.policy_id}`;
});
afterAll(() => parapet.close());

type Call = () => Promise<Answer>;

/** Eight callers at once; `end` happens in their midst. Answers the calls that began after its answer came. */
async function amid(calls: Call[], end: Call): Promise<{ ended: Answer; late: Answer[] }> {
  let hasEnded = false;
  let answered = 0;
  let go = () => {};
  const underWay = new Promise<void>((resolve) => {
    go = resolve;
  });
  const late: Answer[] = [];
  const caller = async (first: number) => {
    for (let i = first, after = 0; after < 4; i++) {
      const began = hasEnded;
      const answer = await (calls[i % calls.length] as Call)();
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      if (++answered === 24) go();
      if (began) after++;
      if (began) late.push(answer);
    }
  };
  const callers = Array.from({ length: 8 }, (_, i) => caller(i));
  await underWay;
  const ended = await end();
  hasEnded = true;
  await Promise.all(callers);
  return { ended, late };
}

/** What the audit log says they did after the row of `action` on them, or on `resource_id`: its order is the store's. */
async function doneAfter(user_id: string, action: string, resource_id = user_id) {
  const rows = await parapet.runtime.store.read.selectFrom('audit_logs').selectAll().where('status', '=', 1).execute();
  const end = rows.find((row) => row.action === action && row.resource_id === resource_id);
  expect(end, `${action} is recorded`).toBeDefined();
  const theirs = rows.filter((row) => row.user_id === user_id && row.id !== end?.id);
  expect(theirs.length, 'they had begun to write').toBeGreaterThan(0);
  return theirs.filter((row) => row.id > (end?.id ?? 0)).map((row) => row.action);
}

let n = 0;
const writes = (by: Request): Call[] => [
  () => parapet.call('PUT', policy, { ...by, body: { name: `Contested ${n++}` } }),
  () => parapet.call('PUT', '/api/sys/profile', { ...by, body: { nick_name: `Nick ${n++}` } }),
  () => parapet.call('POST', '/api/sys/api-keys', { ...by, body: { name: 'Late' } }),
  () => parapet.call('GET', '/api/sys/users', by),
];
const codes = (answers: readonly Answer[]) => [...new Set(answers.map((answer) => answer.status))];

describe('a new store', () => {
  it('takes its first writes although they come together', () => {
    for (const { status, body } of firstWrites) expect(status, JSON.stringify(body)).toBe(201);
  });
});

describe('amid somebody’s calls', () => {
  it('deleting them ends all: no call gets in, and nothing of theirs is written after', async () => {
    const theirs = await session(parapet, 'deleted');
    const boss = await session(parapet, 'boss');
    const path = `/api/sys/users/${theirs.user_id}`;
    const { ended, late } = await amid(writes(theirs), () => parapet.call('DELETE', path, boss));
    expect(ended.status).toBe(200);
    expect(codes(late)).toEqual([401]);
    expect(await doneAfter(theirs.user_id, 'sys.user.delete')).toEqual([]);
    const { store } = parapet.runtime;
    for (const table of ['sessions', 'api_keys', 'user_roles', 'user_skeletons'] as const) {
      const left = await store.read.selectFrom(table).selectAll().where('user_id', '=', theirs.user_id).execute();
      expect(left, table).toEqual([]);
    }
  });

  it('locking them does, for their session and their keys', async () => {
    const theirs = await session(parapet, 'locked');
    const key = await parapet.call('POST', '/api/sys/api-keys', { ...theirs, body: { name: 'Locked' } });
    const byKey = { host: 'acme.test', headers: { Authorization: `ApiKey ${key.body.data.api_key}` } };
    const path = `/api/sys/users/${theirs.user_id}/lock`;
    const lock = () => parapet.call('PUT', path, { as: 'acme-support', body: { locked: 1 } });
    const { ended, late } = await amid([...writes(theirs), ...writes(byKey).slice(0, 1)], lock);
    expect(ended.status).toBe(200);
    expect(codes(late)).toEqual([401]);
    expect(await doneAfter(theirs.user_id, 'sys.user.lock')).toEqual([]);
  });

  it('a password set by somebody else does', async () => {
    const theirs = await session(parapet, 'reset');
    const path = `/api/sys/users/${theirs.user_id}/password`;
    const reset = () => parapet.call('PUT', path, { as: 'acme-support', body: { password: 'another one' } });
    const { ended, late } = await amid(writes(theirs), reset);
    expect(ended.status).toBe(200);
    expect(codes(late)).toEqual([401]);
    expect(await doneAfter(theirs.user_id, 'sys.user.resetpwd')).toEqual([]);
  });

  it('signing out does', async () => {
    const theirs = await session(parapet, 'signed-out');
    const { ended, late } = await amid(writes(theirs), () => parapet.call('POST', '/api/auth/logout', theirs));
    expect(ended.status).toBe(200);
    expect(codes(late)).toEqual([401]);
    expect(await doneAfter(theirs.user_id, 'auth.session.logout')).toEqual([]);
  });

  it('revoking their key does, also by the key itself', async () => {
    const holder = await session(parapet, 'key-holder');
    for (const isBySelf of [false, true]) {
      const { body } = await parapet.call('POST', '/api/sys/api-keys', { ...holder, body: { name: 'Revoked' } });
      const { key_id, api_key } = body.data;
      const byKey = { host: 'acme.test', headers: { Authorization: `ApiKey ${api_key}` } };
      const edit = () => parapet.call('PUT', policy, { ...byKey, body: { name: `By key ${n++}` } });
      const revoke = () => parapet.call('DELETE', `/api/sys/api-keys/${key_id}`, isBySelf ? byKey : holder);
      const { ended, late } = await amid([edit], revoke);
      expect(ended.status).toBe(200);
      expect(codes(late)).toEqual([401]);
      expect(await doneAfter(holder.user_id, 'sys.apikey.delete', key_id)).toEqual([]);
    }
    const { body } = await parapet.call('POST', '/api/sys/api-keys', { ...holder, body: { name: 'Last' } });
    const all = await withKey(parapet, body.data, 'POST', '/api/sys/api-keys/revoke-all', { body: {} });
    expect(all).toMatchObject({ status: 200, body: { data: { revoked: 1 } } });
  });

  it('fewer roles hold for every call that begins after', async () => {
    const theirs = await session(parapet, 'shrinking');
    const key = await parapet.call('POST', '/api/sys/api-keys', { ...theirs, body: { name: 'Shrinking' } });
    const create = (by: Request) => () =>
      parapet.call('POST', '/api/guard/policies', { ...by, body: { name: `Grown ${n++}` } });
    const byKey = { host: 'acme.test', headers: { Authorization: `ApiKey ${key.body.data.api_key}` } };
    const shrink = () =>
      parapet.call('PUT', `/api/sys/users/${theirs.user_id}`, { as: 'acme-root', body: { role_ids: [12] } });
    const { ended, late } = await amid([create(theirs), create(byKey)], shrink);
    expect(ended.status).toBe(200);
    expect(codes(late)).toEqual([403]);
    expect(await doneAfter(theirs.user_id, 'sys.user.edit')).toEqual([]);
  });
});

describe('at the same moment', () => {
  it('a user is deleted and makes something of their own: one of the two happens', async () => {
    const outcomes: string[] = [];
    for (let i = 0; i < 6; i++) {
      const theirs = await session(parapet, `brief-${i}`);
      const make = () => parapet.call('POST', '/api/guard/policies', { ...theirs, body: { name: `Own ${i}` } });
      const remove = () => parapet.call('DELETE', `/api/sys/users/${theirs.user_id}`, { as: 'acme-root' });
      const [made, removed] = await Promise.all(i % 2 ? [make(), remove()] : [remove(), make()].reverse());
      outcomes.push(`${made?.status} ${removed?.status}`);
    }
    for (const outcome of outcomes) expect(['201 400', '401 200']).toContain(outcome);
  });

  it('a user signs in and is deleted: no session stays', async () => {
    const theirs = await session(parapet, 'late');
    const [removed, ...signedIn] = await Promise.all([
      parapet.call('DELETE', `/api/sys/users/${theirs.user_id}`, await session(parapet, 'boss')),
      ...Array.from({ length: 6 }, () => login(parapet, 'late')),
    ]);
    expect(removed.status).toBe(200);
    for (const answer of signedIn) {
      expect([200, 401]).toContain(answer.status);
      if (answer.status !== 200) continue;
      const by = { host: 'acme.test', token: answer.body.data.token };
      expect((await parapet.call('GET', '/api/sys/profile', by)).status).toBe(401);
    }
  });

  it('a key is issued by many and revoked by many: each once', async () => {
    const keys = await Promise.all(Array.from({ length: 6 }, () => issue(parapet, 'acme-other', { name: 'Same' })));
    const answers = await Promise.all(
      keys.flatMap(({ key_id }) =>
        [0, 1, 2].map(() => parapet.call('DELETE', `/api/sys/api-keys/${key_id}`, { as: 'acme-other' })),
      ),
    );
    expect(codes(answers)).toEqual([200]);
    const { list } = (await parapet.call('GET', '/api/sys/api-keys/audit-actions?size=100', { as: 'acme-other' })).body
      .data;
    const revoked = list.filter((row: { action: string }) => row.action === 'revoke');
    expect(revoked.map((row: { key_id: string }) => row.key_id).sort()).toEqual(keys.map((key) => key.key_id).sort());
  });
});
