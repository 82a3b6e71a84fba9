import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { provision } from '@/lib/provision/provision';
import { type Answer, type Parapet, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { idOf, login, session } from '@/test/sign-in';
import type { Role } from './contract';

type By = { as: string } | { token: string; host: string };
let parapet: Parapet;
let admin: By;
let writer: By;
let foreign: By;

beforeAll(async () => {
  const user = (user_name: string, oem_id: string, role_ids: number[]) => ({
    user_name,
    password: PASSWORD,
    oem_id,
    role_ids,
  });
  parapet = await startParapet({
    provision: {
      ...people,
      roles: [
        ...people.roles,
        { role_id: 8, name: 'Role writer', level: 1, permissions: ['guard.policy.*', 'sys.user.*', 'sys.role.*'] },
        { role_id: 26, name: 'Would-be role writer', level: 2, permissions: ['guard.*', 'sys.user.*', 'sys.role.*'] },
      ],
      users: [
        ...people.users,
        user('acme-super', 'acme', [1]),
        user('acme-role-writer', 'acme', [8]),
        user('acme-would-be', 'acme', [26]),
        user('borealis-super', 'borealis', [1]),
      ],
    },
  });
  admin = await session(parapet, 'acme-super');
  writer = await session(parapet, 'acme-role-writer');
  const { body } = await login(parapet, 'borealis-super', PASSWORD, { host: 'borealis.test' });
  foreign = { token: body.data.token, host: 'borealis.test' };
});
afterAll(() => parapet.close());

const at = (id: number | string) => `/api/sys/roles/${id}`;
const post = (by: By, body: object) => parapet.call('POST', '/api/sys/roles', { ...by, body });
const put = (by: By, id: number, body: object) => parapet.call('PUT', at(id), { ...by, body });
const remove = (by: By, id: number) => parapet.call('DELETE', at(id), by);
const give = (by: By, user_id: string, role_ids: number[]) =>
  parapet.call('PUT', `/api/sys/users/${user_id}`, { ...by, body: { role_ids } });
let last = 0;
async function made(more: object = {}, by = admin): Promise<Role> {
  const { status, body } = await post(by, { name: `Role ${++last}`, permissions: ['guard.policy.list'], ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data;
}
async function listed(by: By): Promise<Role[]> {
  const { status, body } = await parapet.call('GET', '/api/sys/roles?size=100', by);
  expect(status).toBe(200);
  return body.data.list;
}
const refused = (answer: Answer, status: number, err_key: string, field?: string) =>
  expect(answer).toMatchObject({ status, body: { err_key, data: field === undefined ? {} : { field } } });

describe('reading', () => {
  it('shows platform staff all, business users what they could be given', async () => {
    expect((await listed({ as: 'acme-support' })).map((role) => role.role_id)).toEqual(
      expect.arrayContaining([1, 2, 3, 8, 10, 11, 12, 20, 21, 22, 26]),
    );
    const seen = await listed({ as: 'acme-root' });
    expect(seen.every((role) => role.role_id >= 10)).toBe(true);
    const grantable = seen.filter((role) => role.grantable).map((role) => role.role_id);
    expect(grantable).toEqual(expect.arrayContaining([10, 11, 12, 20, 21, 22]));
    expect(grantable).not.toContain(26);
    expect(seen.find((role) => role.role_id === 10)).toMatchObject({
      name: 'Tenant administrator',
      level: 2,
      permissions: expect.arrayContaining(['guard.*']),
      read_only: true,
    });
    const pages = await parapet.call('GET', '/api/sys/roles?size=2&page=2', { as: 'acme-root' });
    expect(pages.body.data).toMatchObject({ page: 2, size: 2, list: seen.slice(2, 4) });
  });

  it('one by its number; to who may not know of it it does not exist', async () => {
    expect((await parapet.call('GET', at(12), { as: 'acme-root' })).body.data).toMatchObject({ name: 'Tenant viewer' });
    for (const id of [1, 9, 999, 'x', '1e1', '10.0', '-10', '99999999999999999999']) {
      expect((await parapet.call('GET', at(id), { as: 'acme-root' })).status, String(id)).toBe(404);
    }
    for (const as of ['acme-child', 'acme-nobody']) {
      expect((await parapet.call('GET', '/api/sys/roles', { as })).status, as).toBe(403);
    }
  });
});

describe('who has a role', () => {
  it('is counted and listed among the users the caller sees', async () => {
    const namesOf = async (by: By, id: number) => {
      const { status, body } = await parapet.call('GET', `${at(id)}/users?size=100`, by);
      expect(status, JSON.stringify(body)).toBe(200);
      const seen = (await listed(by)).find((role) => role.role_id === id);
      expect(seen?.users).toBe(body.data.total);
      expect((await parapet.call('GET', at(id), by)).body.data).toEqual(seen);
      return body.data.list.map((user: { user_name: string }) => user.user_name).sort();
    };
    expect(await namesOf(admin, 10)).toEqual(['acme-other', 'acme-root']);
    expect(await namesOf({ as: 'acme-root' }, 10)).toEqual(['acme-root']);
    expect(await namesOf({ as: 'acme-other' }, 11)).toEqual([]);
    expect(await namesOf(foreign, 10)).toEqual(['borealis-root']);
    for (const id of [1, 9999]) {
      expect((await parapet.call('GET', `${at(id)}/users`, { as: 'acme-root' })).status).toBe(404);
    }
    expect((await parapet.call('GET', `${at(10)}/users`, { as: 'acme-child' })).status).toBe(403);
  });
});

describe('creating', () => {
  it('makes a business role that can be given, and leaves an audit row', async () => {
    const role = await made({ name: ' Policy  reader ', permissions: ['guard.policy.list', 'guard.policy.list'] });
    expect(role).toMatchObject({
      name: 'Policy  reader',
      level: 3,
      permissions: ['guard.policy.list'],
      read_only: false,
      grantable: true,
    });
    expect(role.role_id).toBeGreaterThanOrEqual(100);
    expect((await parapet.call('GET', at(role.role_id), admin)).body.data).toEqual(role);
    const nobody = await session(parapet, 'acme-nobody');
    const policies = () => parapet.call('GET', '/api/guard/policies', nobody);
    expect((await policies()).status).toBe(403);
    expect((await give({ as: 'acme-root' }, nobody.user_id, [role.role_id])).status).toBe(200);
    expect((await policies()).status).toBe(200);
    expect((await give({ as: 'acme-root' }, nobody.user_id, [21])).status).toBe(200);
    const row = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'sys.role.create')
      .where('resource_id', '=', String(role.role_id))
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ resource_type: 'role', resource_label: 'Policy  reader', actor_name: 'acme-super' });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ level: 1 }, 'level'],
    [{ level: 10 }, 'level'],
    [{ permissions: undefined }, 'permissions'],
    [{ permissions: ['Guard.policy.list'] }, 'permissions.0'],
    [{ permissions: ['guard.policy.list', 'guard.policy.list.more'] }, 'permissions.1'],
    [{ permissions: ['guard.policy.list', 'guard.policy.lisst'] }, 'permissions.1'],
    [{ permissions: ['nothing.*'] }, 'permissions.0'],
  ])('refuses %j', async (more, field) => {
    const answer = await post(admin, { name: 'Refused', permissions: [], ...more });
    expect(answer).toMatchObject({ status: 400, body: { data: { category: 'validation', field } } });
  });

  it('a name is taken once, however it is written', async () => {
    const { name } = await made({ name: 'Wächter' });
    refused(await post(admin, { name: name.toUpperCase(), permissions: [] }), 400, 'err.sys.role.name_taken', 'name');
    refused(await post(admin, { name: 'tenant VIEWER', permissions: [] }), 400, 'err.sys.role.name_taken', 'name');
    expect((await post(foreign, { name, permissions: [] })).status).toBe(201);
  });

  it('nothing beyond what one holds, and business users nothing at all', async () => {
    expect((await made({ permissions: ['guard.policy.*'] }, writer)).grantable).toBe(true);
    for (const pattern of ['*', 'guard.*', 'guard.domain.list', '*.*.list', 'sys.*']) {
      const answer = await post(writer, { name: 'Beyond', permissions: ['guard.policy.list', pattern] });
      refused(answer, 403, 'err.sys.role.beyond', 'permissions');
    }
    const body = { name: 'Own', permissions: ['guard.policy.list'] };
    refused(await post(await session(parapet, 'acme-would-be'), body), 403, 'err.auth.platform_only');
    for (const as of ['acme-root', 'acme-child']) refused(await post({ as }, body), 403, 'err.auth.platform_only');
    refused(await post({ as: 'acme-support' }, body), 403, 'err.auth.permission');
  });

  it('all at once makes roles with numbers of their own', async () => {
    const roles = await Promise.all(Array.from({ length: 6 }, () => made()));
    expect(new Set(roles.map((role) => role.role_id)).size).toBe(6);
    const same = await Promise.all(
      Array.from({ length: 4 }, () => post(admin, { name: 'Raced role', permissions: [] })),
    );
    expect(same.map((answer) => answer.status).sort()).toEqual([201, 400, 400, 400]);
  });
});

describe('changing', () => {
  it('takes hold at once for who has the role', async () => {
    const role = await made();
    const nobody = await session(parapet, 'acme-nobody');
    await give(admin, nobody.user_id, [role.role_id]);
    const create = () => parapet.call('POST', '/api/guard/policies', { ...nobody, body: { name: `P ${++last}` } });
    expect((await create()).status).toBe(403);
    const edited = await put(admin, role.role_id, { permissions: ['guard.policy.*'] });
    expect(edited).toMatchObject({
      status: 200,
      body: { data: { ...role, permissions: ['guard.policy.*'], users: 1 } },
    });
    expect((await create()).status).toBe(201);
    expect((await put(admin, role.role_id, { permissions: [] })).status).toBe(200);
    expect((await create()).status).toBe(403);
    expect((await put(admin, role.role_id, { name: 'Renamed', level: 4 })).body.data).toMatchObject({
      name: 'Renamed',
      level: 4,
      permissions: [],
    });
    await give(admin, nobody.user_id, [21]);
  });

  it('not a shared role, nor one beyond the caller, nor beyond what the caller holds', async () => {
    for (const id of [1, 2, 10, 12, 20]) {
      refused(await put(admin, id, { permissions: [] }), 403, 'err.sys.role.read_only');
      refused(await remove(admin, id), 403, 'err.sys.role.read_only');
    }
    const strong = await made({ permissions: ['guard.*'] });
    refused(await put(writer, strong.role_id, { permissions: [] }), 403, 'err.sys.role.beyond');
    refused(await remove(writer, strong.role_id), 403, 'err.sys.role.beyond');
    const weak = await made();
    refused(await put(writer, weak.role_id, { permissions: ['guard.*'] }), 403, 'err.sys.role.beyond', 'permissions');
    refused(await put({ as: 'acme-root' }, weak.role_id, { permissions: [] }), 403, 'err.auth.platform_only');
    expect((await parapet.call('GET', at(weak.role_id), admin)).body.data).toEqual(weak);
  });
});

it('a role of one site does not exist on another', async () => {
  const role = await made();
  expect((await listed(foreign)).map((other) => other.role_id)).not.toContain(role.role_id);
  expect((await parapet.call('GET', at(role.role_id), foreign)).status).toBe(404);
  expect((await put(foreign, role.role_id, { name: 'Taken over' })).status).toBe(404);
  expect((await remove(foreign, role.role_id)).status).toBe(404);
  const root = await idOf(parapet, 'borealis-root');
  refused(await give(foreign, root, [role.role_id]), 400, 'err.sys.user.role_unknown');
});

it('the provisioning file cannot take a number that was given here', async () => {
  const { role_id } = await made();
  const { config, store } = parapet.runtime;
  const file = path.join(config.DATA_DIR, 'roles.json');
  writeFileSync(file, JSON.stringify({ roles: [{ role_id, name: 'Other', level: 3, permissions: ['guard.*'] }] }));
  await expect(provision(store, { ...config, PROVISION_FILE: file })).rejects.toThrow('roles.0.role_id');
  expect((await parapet.call('GET', at(role_id), admin)).body.data.permissions).toEqual(['guard.policy.list']);
});

describe('deleting', () => {
  it('a role nobody has', async () => {
    const role = await made();
    const child = await idOf(parapet, 'acme-editor');
    expect((await give(admin, child, [20, role.role_id])).status).toBe(200);
    const held = await remove(admin, role.role_id);
    refused(held, 400, 'err.sys.role.in_use');
    expect(held.body.message).toContain('1 user has');
    expect((await give(admin, child, [20])).status).toBe(200);
    expect(await remove(admin, role.role_id)).toMatchObject({ status: 200, body: { data: null } });
    expect((await remove(admin, role.role_id)).status).toBe(404);
    expect((await parapet.call('GET', at(role.role_id), admin)).status).toBe(404);
    expect((await made()).role_id).toBeGreaterThan(role.role_id);
  });

  it('never one that is given at the same moment', async () => {
    const user_id = await idOf(parapet, 'acme-editor');
    for (let i = 0; i < 5; i++) {
      const { role_id } = await made();
      const [given, gone] = await Promise.all([give(admin, user_id, [20, role_id]), remove(admin, role_id)]);
      expect([given.status, gone.status].sort(), JSON.stringify([given.body, gone.body])).toEqual([200, 400]);
    }
  });
});
