import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import type { Parapet } from '@/test/parapet';
import { idOf, login, session } from '@/test/sign-in';
import { at, startWithClerks, userCalls } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startWithClerks();
});
afterAll(() => parapet.close());

const { create } = userCalls(() => parapet);

/** Lets a new user work without a password of their own choice. */
const keepPassword = (user_id: string) =>
  parapet.runtime.store.writer
    .updateTable('users')
    .set({ need_change_password: 0 })
    .where('user_id', '=', user_id)
    .execute();

const owned = (user_id: string, by: { as: string }) => parapet.call('GET', `${at(user_id)}/owned`, by);

describe('what a user owns', () => {
  it('is counted before the press as the refusal counts it', async () => {
    const { body } = await create({ as: 'acme-root' });
    const { user_id } = body.data;
    expect((await owned(user_id, { as: 'acme-root' })).body.data).toEqual({ list: [] });
    await keepPassword(user_id);
    const theirs = await session(parapet, body.data.user_name, 'long enough');
    for (const name of ['One', 'Two']) await parapet.call('POST', '/api/guard/policies', { ...theirs, body: { name } });
    const list = [{ type: 'policy', count: 2 }];
    expect((await owned(user_id, { as: 'acme-root' })).body.data).toEqual({ list });
    expect((await parapet.call('DELETE', at(user_id), { as: 'acme-root' })).body.message).toContain('2 policies');
  });

  it('is shown to nobody who may not delete them', async () => {
    const root = await idOf(parapet, 'acme-root');
    const refused = async (as: string) => {
      const { status, body } = await owned(root, { as });
      return [status, body.err_key];
    };
    expect(await refused('acme-auditor')).toEqual([403, 'err.auth.permission']);
    expect(await refused('acme-other')).toEqual([404, 'err.not_found']);
    const stronger = await owned(await idOf(parapet, 'acme-super'), { as: 'acme-support' });
    expect([stronger.status, stronger.body.err_key]).toEqual([403, 'err.sys.user.stronger']);
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

  it('takes saved views along, each with a revision that says so', async () => {
    const { body } = await create({ as: 'acme-root' });
    await keepPassword(body.data.user_id);
    const theirs = await session(parapet, body.data.user_name, 'long enough');
    const view = { list: '/guard/domains', name: 'Shared', query: 'audit_status=1', shared: true };
    const { view_id } = (await parapet.call('POST', '/api/sys/views', { ...theirs, body: view })).body.data;
    const seen = async () => (await parapet.call('GET', '/api/sys/views', { as: 'acme-root' })).body.data.total;
    expect(await seen()).toBe(1);
    expect((await parapet.call('DELETE', at(theirs.user_id), { as: 'acme-root' })).status).toBe(200);
    expect(await seen()).toBe(0);
    const revisions = parapet.runtime.store.read.selectFrom('revisions').select(['before', 'after']);
    const [, last] = await revisions.where('object_id', '=', view_id).orderBy('revision').execute();
    expect([JSON.parse(last?.before ?? '{}'), last?.after]).toMatchObject([{ view_id, name: 'Shared' }, 'null']);
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
    await keepPassword(second.user_id);
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
