import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { idOf, login, session } from '@/test/sign-in';
import type { User } from './contract';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({
    provision: {
      ...people,
      roles: [
        ...people.roles,
        { role_id: 24, name: 'User clerk', level: 3, permissions: ['sys.user.*'] },
        { role_id: 25, name: 'System', level: 3, permissions: ['sys.*'] },
      ],
      users: [
        ...people.users,
        { user_name: 'acme-clerk', password: PASSWORD, oem_id: 'acme', role_ids: [24] },
        { user_name: 'acme-clerk-child', password: PASSWORD, oem_id: 'acme', role_ids: [24], parent: 'acme-clerk' },
        { user_name: 'acme-super', password: PASSWORD, oem_id: 'acme', role_ids: [1] },
      ],
    },
  });
});
afterAll(() => parapet.close());

type By = { as: string } | { token: string; host: string };
let last = 0;
const create = (by: By, body: object = {}) =>
  parapet.call('POST', '/api/sys/users', {
    ...by,
    body: { user_name: `new-${++last}`, password: 'long enough', ...body },
  });
const at = (id: string) => `/api/sys/users/${id}`;
const names = async (by: By, query = 'size=100'): Promise<string[]> => {
  const { status, body } = await parapet.call('GET', `/api/sys/users?${query}`, by);
  expect(status).toBe(200);
  return body.data.list.map((user: User) => user.user_name);
};

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

describe('look-alike names', () => {
  const taken = { status: 400, body: { err_key: 'err.sys.user.name_taken', data: { field: 'user_name' } } };

  it('of another script or width are taken, whichever came first, also at once', async () => {
    for (const [first, second] of [
      ['ace', 'асе'],
      ['хор', 'xop'],
      ['mike', 'ｍｉｋｅ'],
      ['dina', 'dınɑ'],
      ['wang-li', 'wang‐li'],
      ['wang-wu', 'wang−wu'],
      ['ann o’neill', "ann o'neill"],
      ['jean·luc', 'jean・luc'],
    ] as const) {
      expect((await create({ as: 'acme-root' }, { user_name: first })).status).toBe(201);
      expect(await create({ as: 'acme-other' }, { user_name: second }), second).toMatchObject(taken);
      expect((await create({ as: 'borealis-root' }, { user_name: second })).status).toBe(201);
    }
    const raced = await Promise.all(
      ['oxo', 'охо', 'ОХО', 'OXO'].map((user_name) => create({ as: 'acme-root' }, { user_name })),
    );
    expect(raced.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400]);
  });

  it('of mixed scripts are refused, and a name is free again after its user', async () => {
    const { status, body } = await create({ as: 'acme-root' }, { user_name: 'аcme-root' });
    expect([status, body.data.field]).toEqual([400, 'user_name']);
    expect(body.message).toContain('scripts');
    const { user_id } = (await create({ as: 'acme-root' }, { user_name: 'сара' })).body.data;
    expect((await parapet.call('DELETE', at(user_id), { as: 'acme-root' })).status).toBe(200);
    expect((await create({ as: 'acme-root' }, { user_name: 'capa' })).status).toBe(201);
    expect((await login(parapet, 'сара', 'long enough', { host: 'acme.test' })).status).toBe(401);
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
  it('data and roles, at once for their live sessions', async () => {
    const { body } = await create({ as: 'acme-root' });
    const { user_id, user_name } = body.data;
    await parapet.runtime.store.writer
      .updateTable('users')
      .set({ need_change_password: 0 })
      .where('user_id', '=', user_id)
      .execute();
    const theirs = await session(parapet, user_name, 'long enough');
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

describe('deleting', () => {
  it('takes sessions and roles along, at once', async () => {
    const { body } = await create({ as: 'acme-root' });
    const theirs = await session(parapet, body.data.user_name, 'long enough');
    const gone = await parapet.call('DELETE', at(theirs.user_id), { as: 'acme-root' });
    expect(gone).toMatchObject({ status: 200, body: { code: 0, data: null } });
    expect((await parapet.call('GET', '/api/sys/permissions/tree', theirs)).status).toBe(401);
    expect((await parapet.call('GET', at(theirs.user_id), { as: 'acme-root' })).status).toBe(404);
    expect((await parapet.call('DELETE', at(theirs.user_id), { as: 'acme-root' })).status).toBe(404);
    for (const table of ['sessions', 'user_roles'] as const) {
      const left = await parapet.runtime.store.read
        .selectFrom(table)
        .selectAll()
        .where('user_id', '=', theirs.user_id)
        .execute();
      expect(left, table).toEqual([]);
    }
  });

  it('not oneself, nor whoever owns something', async () => {
    for (const as of ['acme-root', 'acme-support']) {
      const own = await parapet.call('DELETE', at(await idOf(parapet, as)), { as });
      expect(own).toMatchObject({ status: 400, body: { err_key: 'err.sys.user.self' } });
    }
    await parapet.call('POST', '/api/guard/policies', { as: 'acme-child', body: { name: 'Owned' } });
    const owner = await parapet.call('DELETE', at(await idOf(parapet, 'acme-child')), { as: 'acme-root' });
    expect(owner).toMatchObject({
      status: 400,
      body: { err_key: 'err.sys.user.owns', data: { category: 'conflict' } },
    });
    expect(owner.body.message).toContain('1 policy');
    const openssl = new Openssl();
    const pair = openssl.pair();
    openssl.close();
    const viewer = await idOf(parapet, 'acme-viewer');
    await parapet.call('PUT', at(viewer), { as: 'acme-root', body: { role_ids: [11] } });
    const kept = await parapet.call('POST', '/api/guard/certs', { as: 'acme-viewer', body: { name: 'Kept', ...pair } });
    expect(kept.status, JSON.stringify(kept.body)).toBe(201);
    await parapet.call('PUT', at(viewer), { as: 'acme-root', body: { role_ids: [12] } });
    const holder = await parapet.call('DELETE', at(viewer), { as: 'acme-root' });
    expect([holder.status, holder.body.err_key]).toEqual([400, 'err.sys.user.owns']);
    expect(holder.body.message).toContain('still owns 1 certificate.');
    const root = await parapet.call('DELETE', at(await idOf(parapet, 'acme-clerk')), { as: 'acme-support' });
    expect(root.body.message).toMatch(/[1-9] users?/);
    expect((await login(parapet, 'acme-child')).status).toBe(200);
  });

  it('never the last super administrator, also when two remove each other', async () => {
    const admins = await parapet.runtime.store.read
      .selectFrom('users')
      .innerJoin('user_roles', 'user_roles.user_id', 'users.user_id')
      .select(['users.user_id', 'users.user_name'])
      .where('role_id', '=', 1)
      .where('oem_id', '=', 'acme')
      .execute();
    const first = await session(parapet, 'acme-super');
    for (const { user_id, user_name } of admins) {
      if (user_name !== 'acme-super') expect((await parapet.call('DELETE', at(user_id), first)).status).toBe(200);
    }
    const second = (await create(first, { role_ids: [1] })).body.data;
    await parapet.runtime.store.writer
      .updateTable('users')
      .set({ need_change_password: 0 })
      .where('user_id', '=', second.user_id)
      .execute();
    const other = await session(parapet, second.user_name, 'long enough');
    const answers = await Promise.all([
      parapet.call('DELETE', at(second.user_id), first),
      parapet.call('PUT', `${at(first.user_id)}/lock`, { ...other, body: { locked: 1 } }),
      parapet.call('PUT', at(first.user_id), { ...other, body: { role_ids: [2] } }),
    ]);
    // Whoever comes first decides: then either the first has removed the second, or the second the first, perhaps twice.
    const [deleted, ...removed] = answers.map((answer) => answer.status === 200);
    expect(deleted).toBe(!removed.some(Boolean));
    const left = await parapet.runtime.store.read
      .selectFrom('users')
      .innerJoin('user_roles', 'user_roles.user_id', 'users.user_id')
      .select('users.user_id')
      .where('role_id', '=', 1)
      .where('oem_id', '=', 'acme')
      .where('locked', '=', 0)
      .execute();
    expect(left).toHaveLength(1);
  });
});

it('everybody may change how they are named, nothing else about themselves', async () => {
  const by = { as: 'acme-nobody' };
  const before = (await parapet.call('GET', '/api/sys/profile', by)).body.data;
  expect(before).toMatchObject({ user_name: 'acme-nobody', role_ids: [21] });
  const edited = await parapet.call('PUT', '/api/sys/profile', {
    ...by,
    body: { nick_name: 'Nobody', role_ids: [1], comment: 'x' },
  });
  expect(edited.headers.get('x-ignored-fields')).toBe('role_ids, comment');
  expect(edited.body.data).toEqual({ ...before, nick_name: 'Nobody' });
  expect((await parapet.call('PUT', '/api/sys/profile', { ...by, body: { email: 'x' } })).body.data.field).toBe(
    'email',
  );
  expect((await parapet.call('PUT', '/api/sys/profile', { ...by, body: { email: '' } })).status).toBe(200);
});
