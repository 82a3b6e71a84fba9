import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { idOf } from '@/test/sign-in';
import { apiKeys } from './contract';
import { type Issued, issue, withKey } from './testing';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const DAY_MS = 86_400_000;
const post = (as: string, body: unknown) => parapet.call('POST', '/api/sys/api-keys', { as, body });
const listed = async (as: string, query = '') => {
  const { status, body } = await parapet.call('GET', `/api/sys/api-keys?size=100${query}`, { as });
  expect(status).toBe(200);
  return body.data;
};

describe('issuing a key', () => {
  it('answers its text once; it works at once and the list shows it without secrets', async () => {
    const before = Date.now();
    const { status, body } = await post('acme-root', { name: ' Deploy ', scopes: ['guard.policy.list'] });
    expect(status).toBe(201);
    const key = body.data;
    expect(Object.keys(key).sort()).toEqual(['api_key', 'expires_at', 'key_id', 'last4', 'name', 'prefix']);
    expect(key.name).toBe('Deploy');
    expect(key.api_key).toMatch(/^ppt_[0-9A-Za-z]{8}\.[0-9A-Za-z]{40}$/);
    expect(key.api_key.startsWith(`${key.prefix}.`)).toBe(true);
    expect(key.api_key.endsWith(key.last4)).toBe(true);
    expect(key.expires_at).toBeGreaterThanOrEqual(before + 90 * DAY_MS);
    expect(key.expires_at).toBeLessThan(Date.now() + 90 * DAY_MS + 1);
    expect((await withKey(parapet, key, 'GET', '/api/guard/policies')).status).toBe(200);

    const row = (await listed('acme-root')).list.find((k: Issued) => k.key_id === key.key_id);
    expect(row).toMatchObject({
      name: 'Deploy',
      prefix: key.prefix,
      last4: key.last4,
      oem_id: 'acme',
      scopes: ['guard.policy.list'],
      allowed_ip_cidrs: [],
      status: 1,
      expires_at: key.expires_at,
      last_used_ip: '127.0.0.1',
    });
    expect(row.last_used_at).toBeGreaterThanOrEqual(before);
    expect(JSON.stringify(row)).not.toContain(key.api_key.slice(13));
    const view = await parapet.call('GET', `/api/sys/api-keys/${key.key_id}`, { as: 'acme-root' });
    expect(view.body.data).toEqual(row);
  });

  it.each([
    [{}, 1055, 'err.sys.apikey.name_missing'],
    [{ name: '' }, 1055, 'err.sys.apikey.name_missing'],
    [{ name: '   ' }, 1055, 'err.sys.apikey.name_missing'],
    [{ name: 'x'.repeat(101) }, 1002, 'err.request.invalid'],
    [{ name: 5 }, 1002, 'err.request.invalid'],
    [{ name: 'x', expires_in_days: 366 }, 1054, 'err.sys.apikey.expiry_too_long'],
    [{ name: 'x', expires_in_days: 1e9 }, 1054, 'err.sys.apikey.expiry_too_long'],
    [{ name: 'x', expires_in_days: 0 }, 1002, 'err.request.invalid'],
    [{ name: 'x', expires_in_days: -1 }, 1002, 'err.request.invalid'],
    [{ name: 'x', expires_in_days: 1.5 }, 1002, 'err.request.invalid'],
    [{ name: 'x', expires_in_days: '90' }, 1002, 'err.request.invalid'],
    [{ name: 'x', scopes: 'guard.policy.list' }, 1002, 'err.request.invalid'],
    [{ name: 'x', scopes: [1] }, 1002, 'err.request.invalid'],
    [{ name: 'x', scopes: [''] }, 1002, 'err.request.invalid'],
    ...['10.0.0.0/33', '0127.0.0.1/8', '::1/129', 'a', '10.0.0.1', '127.1/8', 'fe80::1%eth0/64', '', 1].map((cidr) => [
      { name: 'x', allowed_ip_cidrs: [cidr] },
      1002,
      'err.request.invalid',
    ]),
  ] as [object, number, string][])('refuses %j with %i', async (input, code, err_key) => {
    const { status, body } = await post('acme-root', input);
    expect(status).toBe(400);
    expect(body).toMatchObject({ code, err_key, data: { category: 'validation', field: expect.any(String) } });
  });

  it('takes the limits themselves', async () => {
    const now = Date.now();
    const longest = await issue(parapet, 'acme-root', { name: '密'.repeat(100), expires_in_days: 365 });
    expect(Math.abs(longest.expires_at - now - 365 * DAY_MS)).toBeLessThan(5_000);
    const shortest = await issue(parapet, 'acme-root', { expires_in_days: 1 });
    expect(Math.abs(shortest.expires_at - now - DAY_MS)).toBeLessThan(5_000);
  });

  it('writes ranges in one form and scopes once', async () => {
    const key = await issue(parapet, 'acme-root', {
      scopes: ['guard.policy.view', 'guard.policy.list', 'guard.policy.view'],
      allowed_ip_cidrs: ['10.1.2.3/8', '10.0.0.0/8', '::ffff:192.0.2.1/128', '2001:DB8::/32'],
    });
    const { body } = await parapet.call('GET', `/api/sys/api-keys/${key.key_id}`, { as: 'acme-root' });
    expect(body.data).toMatchObject({
      scopes: ['guard.policy.view', 'guard.policy.list'],
      allowed_ip_cidrs: ['10.0.0.0/8', '192.0.2.1/32', '2001:db8::/32'],
    });
  });

  it.each([
    ['acme-child', ['sys.user.list']],
    ['acme-child', ['guard.policy.list', 'sys.user.delete']],
    ['acme-root', ['guard.*']],
    ['acme-root', ['*']],
    ['acme-root', ['Guard.Policy.List']],
    ['acme-root', [' guard.policy.list']],
    ['acme-root', ['guard.policy.nothing']],
  ])('%s cannot hand out %j: 1052', async (as, scopes) => {
    const { status, body } = await post(as, { name: 'x', scopes });
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: 1052, data: { category: 'permission', field: `scopes.${scopes.length - 1}` } });
  });

  it('twice at once makes two keys that share nothing', async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => issue(parapet, 'acme-root', { name: 'Twin' })));
    for (const field of ['key_id', 'prefix', 'api_key'] as const) {
      expect(new Set(keys.map((key) => key[field])).size).toBe(8);
    }
  });

  it('needs the permission', async () => {
    for (const as of ['acme-viewer', 'acme-nobody']) {
      expect(await post(as, { name: 'x' }), as).toMatchObject({ status: 403, body: { code: 1024 } });
    }
  });

  it('speaks the language asked for', async () => {
    const answer = await parapet.call('POST', '/api/sys/api-keys', {
      as: 'acme-root',
      body: {},
      headers: { 'Accept-Language': 'zh-CN' },
    });
    expect(answer.body.message).toBe('填写 API 密钥名称。');
  });
});

it('says from where a call comes, to whoever may issue', async () => {
  const { body } = await parapet.call('GET', '/api/sys/api-keys/caller-address', { as: 'acme-child' });
  expect(body.data).toEqual({ client_ip: '127.0.0.1' });
  expect((await parapet.call('GET', '/api/sys/api-keys/caller-address', { as: 'acme-viewer' })).status).toBe(403);
});

describe('who sees a key', () => {
  it('its issuer and platform staff of its OEM; to everybody else it is a key that does not exist', async () => {
    const key = await issue(parapet, 'acme-child');
    const random = '0190f0a0-0000-7000-8000-000000000000';
    const ids = async (as: string) => (await listed(as)).list.map((k: Issued) => k.key_id);
    for (const as of ['acme-child', 'acme-support']) expect(await ids(as), as).toContain(key.key_id);
    // A business root too sees those it issued and no others.
    const outsiders = ['acme-root', 'acme-other', 'borealis-root', 'borealis-support'];
    const calls = [
      ['GET', ''],
      ['GET', '/logs'],
      ['GET', '/stats'],
      ['POST', '/renew'],
      ['DELETE', ''],
    ] as const;
    for (const as of outsiders) {
      expect(await ids(as), as).not.toContain(key.key_id);
      for (const [method, rest] of calls) {
        const foreign = await parapet.call(method, `/api/sys/api-keys/${key.key_id}${rest}`, { as });
        const missing = await parapet.call(method, `/api/sys/api-keys/${random}${rest}`, { as });
        expect(foreign, `${as} ${method} ${rest}`).toMatchObject({
          status: 404,
          body: { code: 1051, err_key: 'err.sys.apikey.not_found', data: { category: 'not_found' } },
        });
        expect(foreign.body).toEqual(missing.body);
      }
    }
    expect((await withKey(parapet, key, 'GET', '/api/guard/policies')).status).toBe(200);
  });

  it('pages are checked, newest first, each key once', async () => {
    const keys = [];
    for (let i = 0; i < 5; i++) keys.push(await issue(parapet, 'acme-other', { name: `Page ${i}` }));
    const all = await listed('acme-other');
    const names = all.list.map((k: Issued) => k.name);
    expect(names.slice(0, 5)).toEqual(['Page 4', 'Page 3', 'Page 2', 'Page 1', 'Page 0']);
    const pages = await Promise.all(
      [1, 2, 3].map((page) => parapet.call('GET', `/api/sys/api-keys?size=2&page=${page}`, { as: 'acme-other' })),
    );
    const seen = pages.flatMap((page) => page.body.data.list.map((k: Issued) => k.key_id));
    expect(seen).toEqual(all.list.slice(0, 6).map((k: Issued) => k.key_id));
    for (const query of ['page=0', 'size=0', 'size=101']) {
      const answer = await parapet.call('GET', `/api/sys/api-keys?${query}`, { as: 'acme-other' });
      expect(answer.status, query).toBe(400);
    }
  });
});

describe('revoking', () => {
  it('ends a key for good; again is 200 and changes nothing', async () => {
    const key = await issue(parapet, 'acme-child');
    const path = `/api/sys/api-keys/${key.key_id}`;
    expect((await withKey(parapet, key, 'GET', '/api/guard/policies')).status).toBe(200);
    for (let i = 0; i < 3; i++) {
      const answer = await parapet.call('DELETE', path, { as: i === 1 ? 'acme-support' : 'acme-child' });
      expect(answer).toMatchObject({ status: 200, body: { code: 0, data: null } });
      const used = await withKey(parapet, key, 'GET', '/api/guard/policies');
      expect(used).toMatchObject({ status: 401, body: { code: 1020, data: { category: 'auth' } } });
    }
    expect((await parapet.call('GET', path, { as: 'acme-child' })).body.data.status).toBe(2);
    const renewed = await parapet.call('POST', `${path}/renew`, { as: 'acme-child', body: {} });
    expect(renewed).toMatchObject({ status: 400, body: { code: 1059, data: { category: 'conflict' } } });
    const log = await parapet.call('GET', `${path}/logs?event=manage`, { as: 'acme-child' });
    expect(log.body.data.list.map((row: { action: string }) => row.action)).toEqual(['revoke', 'create']);
  });

  it('takes hold for every call that begins after its answer', async () => {
    const key = await issue(parapet, 'acme-child');
    let isRevoked = false;
    const late: number[] = [];
    const caller = async () => {
      for (let i = 0; i < 20; i++) {
        const beganAfter = isRevoked;
        const { status } = await withKey(parapet, key, 'GET', '/api/guard/policies');
        if (beganAfter) late.push(status);
        else expect([200, 401, 429]).toContain(status);
      }
    };
    const callers = Array.from({ length: 8 }, caller);
    await parapet.call('DELETE', `/api/sys/api-keys/${key.key_id}`, { as: 'acme-child' });
    isRevoked = true;
    await Promise.all(callers);
    expect(late.length).toBeGreaterThan(20);
    expect(new Set(late)).toEqual(new Set([401]));
  });

  it('all at once: one’s own, or for platform staff somebody’s of the OEM', async () => {
    const mine = [await issue(parapet, 'acme-other'), await issue(parapet, 'acme-other')];
    const theirs = await issue(parapet, 'acme-child');
    const revokeAll = (as: string, body?: object) =>
      parapet.call('POST', '/api/sys/api-keys/revoke-all', { as, ...(body ? { body } : {}) });
    const other = await idOf(parapet, 'acme-other');

    for (const as of ['acme-root', 'acme-child']) {
      expect(await revokeAll(as, { user_id: other }), as).toMatchObject({ status: 404, body: { code: 1040 } });
    }
    const elsewhere = await revokeAll('borealis-support', { user_id: other });
    expect(elsewhere.status).toBe(403);
    expect(apiKeys.revokeAll.errors).toContain(elsewhere.body.err_key);
    expect((await revokeAll('acme-support', { user_id: 'nobody' })).status).toBe(404);

    const first = await revokeAll('acme-support', { user_id: other });
    expect(first.status).toBe(200);
    expect(first.body.data.revoked).toBeGreaterThanOrEqual(2);
    const { read } = parapet.runtime.store;
    const row = await read
      .selectFrom('audit_logs')
      .select(['id', 'resource_type', 'resource_id', 'resource_label', 'on_behalf_user_id', 'detail'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ resource_type: 'api_key', resource_id: '', resource_label: 'acme-other' });
    expect(row.on_behalf_user_id).toBe(other);
    for (const { key_id } of mine) {
      expect(JSON.parse(row.detail).changes).toMatchObject({ [`${key_id}.status`]: { old: 1, new: 2 } });
      const revisions = await read.selectFrom('revisions').selectAll().where('object_id', '=', key_id).execute();
      expect(revisions.at(-1)).toMatchObject({ object_type: 'api_key', audit_id: row.id });
    }
    for (const key of mine) expect((await withKey(parapet, key, 'GET', '/api/guard/policies')).status).toBe(401);
    expect((await revokeAll('acme-other')).body.data).toEqual({ revoked: 0 });
    expect((await withKey(parapet, theirs, 'GET', '/api/guard/policies')).status).toBe(200);

    const withItself = await withKey(parapet, theirs, 'POST', '/api/sys/api-keys/revoke-all', { body: {} });
    expect(withItself.status).toBe(200);
    expect((await withKey(parapet, theirs, 'GET', '/api/guard/policies')).status).toBe(401);
  });
});

describe('renewing', () => {
  it('counts from now, within the limits, and keeps the text', async () => {
    const key = await issue(parapet, 'acme-root', { expires_in_days: 1 });
    const renew = (body?: object) =>
      parapet.call('POST', `/api/sys/api-keys/${key.key_id}/renew`, { as: 'acme-root', ...(body ? { body } : {}) });
    const longest = await renew({ expires_in_days: 365 });
    expect(longest.status).toBe(200);
    expect(Math.abs(longest.body.data.expires_at - Date.now() - 365 * DAY_MS)).toBeLessThan(5_000);
    const usual = await renew();
    expect(Math.abs(usual.body.data.expires_at - Date.now() - 90 * DAY_MS)).toBeLessThan(5_000);
    expect(await renew({ expires_in_days: 366 })).toMatchObject({ status: 400, body: { code: 1054 } });
    expect((await renew({ expires_in_days: 0 })).status).toBe(400);
    expect((await withKey(parapet, key, 'GET', '/api/guard/policies')).status).toBe(200);
  });
});
