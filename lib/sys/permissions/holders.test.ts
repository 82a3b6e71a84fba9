import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleHolder as Holder } from '@/lib/sys/roles/contract';
import { type Answer, type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { idOf, session } from '@/test/sign-in';
import type { PermissionFacts } from './contract';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet({
    provision: {
      ...people,
      users: [
        ...people.users,
        { user_name: 'acme-super', password: PASSWORD, oem_id: 'acme', role_ids: [1] },
        { user_name: 'acme-two', password: PASSWORD, oem_id: 'acme', role_ids: [11, 12, 20], parent: 'acme-root' },
        { user_name: 'acme-mixed', password: PASSWORD, oem_id: 'acme', role_ids: [3, 10] },
      ],
    },
  });
});
afterAll(() => parapet.close());

type By = { as: string } | { token: string; host: string };
const ask = (by: By, permission: string, more = ''): Promise<Answer> =>
  parapet.call('GET', `/api/sys/permissions/holders?permission=${permission}${more}`, by);
async function holders(by: By, permission: string): Promise<Holder[]> {
  const { status, body } = await ask(by, permission, '&size=100');
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.data.total).toBe(body.data.list.length);
  return body.data.list;
}
const names = (list: Holder[]) => list.map((user) => user.user_name).sort();

describe('holders of a permission', () => {
  it('are those whose roles grant it, with just these roles', async () => {
    const found = await holders({ as: 'acme-root' }, 'guard.policy.edit');
    expect(names(found)).toEqual(['acme-child', 'acme-editor', 'acme-newcomer', 'acme-root', 'acme-two']);
    expect(found.find((user) => user.user_name === 'acme-two')).toEqual({
      user_id: await idOf(parapet, 'acme-two'),
      user_name: 'acme-two',
      nick_name: '',
      locked: 0,
      role_ids: [11, 20],
      roles: [
        { role_id: 11, name: 'Tenant operator', level: 3 },
        { role_id: 20, name: 'Rule editor', level: 3 },
      ],
    });
  });

  it('are never of another site, nor outside what the caller sees of users', async () => {
    const seenBy = async (as: string) => names(await holders({ as }, 'guard.policy.list'));
    const ofAcme = await seenBy('acme-support');
    expect(ofAcme).toEqual(expect.arrayContaining(['acme-support', 'acme-root', 'acme-other', 'acme-child']));
    expect(ofAcme.filter((name) => !name.startsWith('acme-'))).toEqual([]);
    expect(ofAcme).not.toContain('acme-nobody');
    expect(await seenBy('acme-other')).toEqual(['acme-other']);
    const others = await seenBy('borealis-root');
    expect(others.length).toBeGreaterThan(0);
    expect(others.every((name) => name.startsWith('borealis-'))).toBe(true);
    // The viewer may list users (*.*.list) and sees only themselves.
    expect(await seenBy('acme-viewer')).toEqual(['acme-viewer']);
  });

  it('a platform-only permission is had by platform staff alone, whichever role of theirs grants it', async () => {
    const admin = await session(parapet, 'acme-super');
    const found = await holders(admin, 'sys.user.wx_cleanup');
    expect(names(found)).toEqual(['acme-desk', 'acme-mixed', 'acme-super', 'acme-support']);
    expect(found.find((user) => user.user_name === 'acme-mixed')?.role_ids).toEqual([10]);
    expect(await holders({ as: 'acme-root' }, 'sys.user.wx_cleanup')).toEqual([]);
  });

  it('say who is locked, and follow what is taken away', async () => {
    const admin = await session(parapet, 'acme-super');
    const id = await idOf(parapet, 'acme-two');
    const put = (path: string, body: object) => parapet.call('PUT', `/api/sys/users/${id}${path}`, { ...admin, body });
    expect((await put('/lock', { locked: 1 })).status).toBe(200);
    const two = async () => (await holders(admin, 'guard.policy.edit')).find((user) => user.user_id === id);
    expect(await two()).toMatchObject({ locked: 1 });
    expect((await put('', { role_ids: [12] })).status).toBe(200);
    expect(await two()).toBeUndefined();
  });

  it('come in pages', async () => {
    const all = await holders({ as: 'acme-support' }, 'guard.policy.list');
    const second = await ask({ as: 'acme-support' }, 'guard.policy.list', '&size=2&page=2');
    expect(second.body.data).toEqual({ list: all.slice(2, 4), total: all.length, page: 2, size: 2 });
  });

  it('of a permission there is not: an error that names the field and no list of two hundred', async () => {
    for (const permission of ['guard.policy', 'guard.policy.*', 'nothing.at.all', 'GUARD.policy.list']) {
      const answer = await ask({ as: 'acme-root' }, permission);
      expect(answer, permission).toMatchObject({ status: 400, body: { err_key: 'err.sys.role.permission_unknown' } });
      expect(answer.body.data).toEqual({ category: 'validation', field: 'permission' });
    }
    for (const rest of ['', '?permission=']) {
      const answer = await parapet.call('GET', `/api/sys/permissions/holders${rest}`, { as: 'acme-root' });
      expect(answer).toMatchObject({ status: 400, body: { data: { field: 'permission' } } });
    }
  });

  it('are shown only to who may list users', async () => {
    for (const as of ['acme-child', 'acme-nobody']) {
      expect((await ask({ as }, 'guard.policy.list')).status, as).toBe(403);
    }
  });
});

describe('facts of permissions', () => {
  it('say what each opens and which are for platform staff alone', async () => {
    const { status, body } = await parapet.call('GET', '/api/sys/permissions', { as: 'acme-nobody' });
    expect(status).toBe(200);
    const factsOf = (key: string) => body.data.find((facts: PermissionFacts) => facts.full_key === key);
    expect(factsOf('sys.user.wx_cleanup')).toEqual({
      full_key: 'sys.user.wx_cleanup',
      platform_only: true,
      endpoints: [{ method: 'POST', path: '/api/sys/wx-zombies/cleanup', platform_only: true }],
    });
    expect(factsOf('sys.user.delete')).toMatchObject({ platform_only: false });
    expect(factsOf('analytics.overview.view').endpoints).toContainEqual({
      method: 'POST',
      path: '/api/analytics/{page}/batch',
      platform_only: false,
    });
  });
});
