import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Parapet } from '@/test/parapet';
import { people } from '@/test/people';
import { idOf, login, session } from '@/test/sign-in';
import { at, type By, startWithClerks, userCalls } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startWithClerks();
});
afterAll(() => parapet.close());

const { create, names } = userCalls(() => parapet);

describe('creating', () => {
  it('by platform staff makes a business root, by a business user a member of the chain', async () => {
    const root = await create(
      { as: 'acme-support' },
      { nick_name: 'Root', email: 'root@acme.test', mobile: '+44 1', comment: 'x' },
    );
    expect(root.status).toBe(201);
    expect(root.body.data).toEqual({
      user_id: expect.any(String),
      user_name: expect.stringMatching(/^new-/),
      nick_name: 'Root',
      email: 'root@acme.test',
      mobile: '+44 1',
      locked: 0,
      role_ids: [10],
      roles: [{ role_id: 10, name: 'Tenant administrator', level: 2 }],
      ctime: expect.any(Number),
    });
    const child = await create({ as: 'acme-root' });
    expect(child.body.data.role_ids).toEqual([11]);
    const details = async (id: string, as: string) =>
      (await parapet.call('GET', `${at(id)}/details`, { as })).body.data;
    const rootId = await idOf(parapet, 'acme-root');
    expect(await details(child.body.data.user_id, 'acme-root')).toMatchObject({
      first_id: rootId,
      parent_id: rootId,
      need_change_password: true,
      comment: '',
    });
    expect(await details(root.body.data.user_id, 'acme-support')).toMatchObject({
      first_id: '',
      parent_id: await idOf(parapet, 'acme-support'),
      comment: 'x',
    });
    expect((await login(parapet, child.body.data.user_name, 'long enough')).body.data.need_change_password).toBe(true);
  });

  it('ignores what the caller may not choose, and says so', async () => {
    const { status, headers, body } = await create(
      { as: 'acme-root' },
      { oem_id: 'borealis', locked: 1, first_id: '', user_id: 'x' },
    );
    expect(status).toBe(201);
    expect(headers.get('x-ignored-fields')).toBe('oem_id, locked, first_id, user_id');
    const row = await parapet.runtime.store.read
      .selectFrom('users')
      .selectAll()
      .where('user_id', '=', body.data.user_id)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ oem_id: 'acme', locked: 0, first_id: await idOf(parapet, 'acme-root') });
  });

  it.each([
    ['acme-root', [10], 201],
    ['acme-root', [11, 12], 201],
    ['acme-root', [20], 201],
    ['acme-root', [1], 403],
    ['acme-root', [2], 403],
    ['acme-root', [3], 403],
    ['acme-root', [11, 3], 403],
    ['acme-root', [25], 403],
    ['acme-support', [2], 201],
    ['acme-support', [10], 201],
    ['acme-support', [1], 403],
    ['acme-support', [25], 403],
    ['acme-clerk', [24], 201],
    ['acme-clerk', [11], 403],
    ['acme-clerk', undefined, 403],
    ['acme-super', [1], 201],
    ['acme-super', [25], 201],
  ] as const)('%s gives roles %j: %i', async (name, role_ids, status) => {
    const by = await session(parapet, name);
    const answer = await create(by, role_ids ? { role_ids } : {});
    expect(answer.status).toBe(status);
    if (status === 403)
      expect(answer.body).toMatchObject({ err_key: 'err.sys.user.role_beyond', data: { field: 'role_ids' } });
    if (status === 201) expect(answer.body.data.role_ids).toEqual(role_ids);
  });

  it.each([
    ['user_name', 'x'],
    ['user_name', 'x'.repeat(256)],
    ['user_name', '  x  '],
    ['password', '12345'],
    ['password', 'x'.repeat(73)],
    ['nick_name', 'x'.repeat(101)],
    ['email', 'not an address'],
    ['mobile', '1'.repeat(21)],
    ['comment', 'x'.repeat(501)],
    ['role_ids', []],
    ['role_ids', [99]],
  ])('refuses %s %j', async (field, value) => {
    const { status, body } = await create({ as: 'acme-root' }, { [field]: value });
    expect(status).toBe(400);
    expect(body.data.field).toBe(field);
  });

  it('refuses a role that no store has room for', async () => {
    const { status, body } = await create({ as: 'acme-root' }, { role_ids: [2 ** 40] });
    expect([status, body.data.field]).toEqual([400, 'role_ids.0']);
  });

  it('a name is taken once per site, however it is written', async () => {
    const given = 'Café Admin';
    expect((await create({ as: 'acme-root' }, { user_name: given })).status).toBe(201);
    for (const user_name of ['café admin', ' Café Admin ', 'CAFÉ ADMIN', 'Cafe\u0301 Admin', 'Ｃａｆé Admin']) {
      expect(await create({ as: 'acme-other' }, { user_name }), user_name).toMatchObject({
        status: 400,
        body: { err_key: 'err.sys.user.name_taken', data: { category: 'conflict', field: 'user_name' } },
      });
    }
    for (const hidden of [
      '\u200b',
      '\u00ad',
      '\u202e',
      '\u2060',
      '\ufeff',
      '\u3164',
      '\u2800',
      '\u00a0',
      '  ',
      '\u{e0041}',
    ]) {
      const { status, body } = await create({ as: 'acme-root' }, { user_name: `Café${hidden}Admin` });
      expect([status, body.data.field], JSON.stringify(hidden)).toEqual([400, 'user_name']);
    }
    expect((await create({ as: 'borealis-root' }, { user_name: given })).status).toBe(201);
    const raced = await Promise.all(
      Array.from({ length: 5 }, () => create({ as: 'acme-root' }, { user_name: 'Raced' })),
    );
    expect(raced.map((a) => a.status).sort()).toEqual([201, 400, 400, 400, 400]);
  });
});

describe('who sees whom', () => {
  it('platform its OEM, a root its chain, everybody else themselves', async () => {
    const acme = people.users.filter((user) => user.oem_id === 'acme').map((user) => user.user_name);
    const platform = await names({ as: 'acme-support' });
    expect(platform).toEqual(expect.arrayContaining(acme));
    expect(platform.some((name) => name.startsWith('borealis'))).toBe(false);
    const chain = await names({ as: 'acme-root' });
    expect(chain).toEqual(expect.arrayContaining(['acme-root', 'acme-child', 'acme-viewer']));
    for (const foreign of ['acme-other', 'acme-support', 'acme-clerk']) expect(chain).not.toContain(foreign);
    expect(await names({ as: 'acme-viewer' })).toEqual(['acme-viewer']);
    expect(await names(await session(parapet, 'acme-clerk-child'))).toEqual(['acme-clerk-child']);
  });

  it('by id: 404 outside the scope, like an id that never was; 403 on another site', async () => {
    const missing = await parapet.call('GET', at('0'), { as: 'acme-root' });
    expect(missing.status).toBe(404);
    for (const name of ['acme-other', 'acme-support', 'acme-clerk-child']) {
      const foreign = await parapet.call('GET', at(await idOf(parapet, name)), { as: 'acme-root' });
      expect(foreign, name).toMatchObject({ status: 404, body: missing.body });
    }
    const borealis = await idOf(parapet, 'borealis-root');
    for (const as of ['acme-root', 'acme-support']) {
      for (const [method, path, body] of [
        ['GET', at(borealis), undefined],
        ['GET', `${at(borealis)}/details`, undefined],
        ['PUT', at(borealis), { nick_name: 'x' }],
        ['PUT', `${at(borealis)}/lock`, { locked: 1 }],
        ['DELETE', at(borealis), undefined],
      ] as const) {
        const answer = await parapet.call(method, path, { as, body });
        expect(answer, `${as} ${method} ${path}`).toMatchObject({
          status: 403,
          body: { err_key: 'err.sys.user.oem_mismatch' },
        });
      }
    }
  });

  it('keyword: name, nick name, email and mobile, and nobody else’s', async () => {
    await create(
      { as: 'acme-root' },
      { user_name: 'searched', nick_name: 'Żółw', email: 'Found@Acme.test', mobile: '555-0100' },
    );
    for (const keyword of ['SEARCH', 'żÓŁw', 'found@', '5-010']) {
      expect(await names({ as: 'acme-root' }, `keyword=${encodeURIComponent(keyword)}`), keyword).toEqual(['searched']);
      expect(await names({ as: 'acme-other' }, `keyword=${encodeURIComponent(keyword)}`), keyword).toEqual([]);
    }
    expect(await names({ as: 'acme-root' }, 'keyword=%25')).toEqual([]);
    const page = await parapet.call('GET', '/api/sys/users?page=2&size=1', { as: 'acme-root' });
    expect(page.body.data).toMatchObject({ page: 2, size: 1 });
    expect(page.body.data.list).toHaveLength(1);
  });
});

describe('changing', () => {
  /** The session of a new user who has chosen a password of their own. */
  async function entered({ user_id, user_name }: { user_id: string; user_name: string }) {
    const { writer } = parapet.runtime.store;
    await writer.updateTable('users').set({ need_change_password: 0 }).where('user_id', '=', user_id).execute();
    return session(parapet, user_name, 'long enough');
  }

  it('data and roles, at once for their live sessions', async () => {
    const { body } = await create({ as: 'acme-root' });
    const { user_id, user_name } = body.data;
    const theirs = await entered({ user_id, user_name });
    expect((await parapet.call('GET', '/api/guard/policies', theirs)).status).toBe(200);

    const edited = await parapet.call('PUT', at(user_id), {
      as: 'acme-root',
      body: { nick_name: 'Moved', role_ids: [12] },
    });
    expect(edited).toMatchObject({ status: 200, body: { data: { nick_name: 'Moved', role_ids: [12], user_name } } });
    expect((await parapet.call('POST', '/api/guard/policies', { ...theirs, body: { name: 'x' } })).status).toBe(403);
    expect(await names({ as: 'acme-root' }, 'keyword=moved')).toEqual([user_name]);

    const [row] = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('resource_id', '=', user_id)
      .where('action', '=', 'sys.user.edit')
      .execute();
    expect(JSON.parse(row?.detail ?? '{}').changes).toMatchObject({
      nick_name: { old: '', new: 'Moved' },
      role_ids: { old: [11], new: [12] },
    });
    expect(row?.detail).not.toContain('argon2');
  });

  it('to platform staff, who are in no tenant any more: its main account sees nothing that they make', async () => {
    const { user_id, user_name } = (await create({ as: 'acme-root' })).body.data;
    const promoted = await parapet.call('PUT', at(user_id), { as: 'acme-support', body: { role_ids: [2] } });
    expect(promoted).toMatchObject({ status: 200, body: { data: { first_id: '' } } });
    const theirs = await entered({ user_id, user_name });
    const made = await parapet.call('POST', '/api/guard/policies', { ...theirs, body: { name: 'Of staff' } });
    const policy = `/api/guard/policies/${made.body.data.policy_id}`;
    expect((await parapet.call('GET', policy, { as: 'acme-root' })).status).toBe(404);
    expect((await parapet.call('GET', at(user_id), { as: 'acme-root' })).status).toBe(404);
    expect((await parapet.call('GET', policy, { as: 'acme-support' })).status).toBe(200);
    const back = await parapet.call('PUT', at(user_id), { as: 'acme-support', body: { role_ids: [11] } });
    expect(back.body.data.first_id).toBe(await idOf(parapet, 'acme-root'));
  });

  it('neither one’s own roles, nor roles beyond one’s own, nor somebody stronger', async () => {
    const own = await idOf(parapet, 'acme-root');
    const put = (id: string, by: By, body: object) => parapet.call('PUT', at(id), { ...by, body });
    expect((await put(own, { as: 'acme-root' }, { role_ids: [10, 11] })).body.err_key).toBe('err.sys.user.self');
    expect((await put(own, { as: 'acme-root' }, { nick_name: 'Me' })).status).toBe(200);
    const child = await idOf(parapet, 'acme-child');
    expect((await put(child, { as: 'acme-root' }, { role_ids: [2] })).body.err_key).toBe('err.sys.user.role_beyond');
    const admin = await idOf(parapet, 'acme-super');
    for (const [method, path, body] of [
      ['PUT', at(admin), { nick_name: 'x' }],
      ['PUT', `${at(admin)}/lock`, { locked: 1 }],
      ['DELETE', at(admin), undefined],
    ] as const) {
      const answer = await parapet.call(method, path, { as: 'acme-support', body });
      expect(answer, method).toMatchObject({ status: 403, body: { err_key: 'err.sys.user.stronger' } });
    }
  });
});

it('an audit row names the object of the path and keeps nothing the endpoint does not know', async () => {
  const user_id = await idOf(parapet, 'acme-child');
  const body = { id: 'another', user_id: 'another', nick_name: 'Renamed', unknown: 'kept nowhere' };
  expect((await parapet.call('PUT', at(user_id), { as: 'acme-root', body })).status).toBe(200);
  const wrong = { ...body, nick_name: 5 };
  expect((await parapet.call('PUT', at(user_id), { as: 'acme-root', body: wrong })).status).toBe(400);
  const rows = await parapet.runtime.store.read
    .selectFrom('audit_logs')
    .selectAll()
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(rows.map((row) => [row.status, row.resource_id, JSON.parse(row.detail).params])).toEqual([
    [2, user_id, { id: user_id, nick_name: 5 }],
    [1, user_id, { id: user_id, nick_name: 'Renamed' }],
  ]);
});

describe('locking', () => {
  it('ends the sessions and keeps them out until unlocked', async () => {
    const theirs = await session(parapet, 'acme-editor');
    const lock = (locked: unknown) =>
      parapet.call('PUT', `${at(theirs.user_id)}/lock`, { as: 'acme-root', body: { locked } });
    for (const wrong of [2, -1, true, '1', null, undefined])
      expect((await lock(wrong)).status, String(wrong)).toBe(400);
    expect((await lock(1)).body.data.locked).toBe(1);
    expect((await parapet.call('GET', '/api/guard/policies', theirs)).status).toBe(401);
    expect((await login(parapet, 'acme-editor')).status).toBe(401);
    expect((await lock(0)).body.data.locked).toBe(0);
    expect((await parapet.call('GET', '/api/guard/policies', theirs)).status).toBe(401);
    expect((await login(parapet, 'acme-editor')).status).toBe(200);
  });
});
