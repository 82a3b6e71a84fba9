import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyEvent } from '@/lib/auth/keys/repository';
import { type Issued, issue, withKey } from '@/lib/sys/api-keys/testing';
import { type Parapet, type Request, startParapet } from '@/test/parapet';
import { filled } from './service';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const MINUTE = 60_000;
const DAY = 86_400_000;
const POLICIES = '/api/guard/policies';
const ALL = ['guard.policy.list', 'guard.policy.view', 'guard.policy.create'];

const path = (key: Pick<Issued, 'key_id'>, rest: string) => `/api/sys/api-keys/${key.key_id}/${rest}`;

async function read(key: Issued, rest: string, as = 'acme-root') {
  const { status, body } = await parapet.call('GET', path(key, rest), { as });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}

/** Some fields of each row. */
const picked = (rows: Record<string, unknown>[], ...fields: string[]) => rows.map((row) => fields.map((f) => row[f]));

/** Writes calls into the log as they would have been at another time. */
function called(key: Issued, times: number, ago_ms: number, more: Partial<KeyEvent> = {}): void {
  const call: KeyEvent = {
    event_type: 'call',
    key_id: key.key_id,
    user_id: 'u',
    oem_id: 'acme',
    auth_mode: 'apikey',
    action: `GET ${POLICIES}`,
    status_code: 200,
    biz_code: 0,
    client_ip: '192.0.2.1',
    user_agent: '',
    permission: 'guard.policy.list',
    extra: '{}',
    ctime: Date.now() - ago_ms,
    ...more,
  };
  for (let i = 0; i < times; i++) parapet.runtime.keyCalls.add(call);
}

/** A key that seems to have been issued so long ago. */
async function aged(ago_ms: number, more: object = {}, as = 'acme-root'): Promise<Issued> {
  const key = await issue(parapet, as, more);
  await parapet.runtime.store.transaction((tx) =>
    tx
      .updateTable('api_keys')
      .set({ ctime: Date.now() - ago_ms })
      .where('key_id', '=', key.key_id)
      .execute(),
  );
  return key;
}

describe('usage', () => {
  it('counts calls over time, endpoints, failures and addresses since a moment', async () => {
    const key = await aged(DAY * 200);
    called(key, 3, 10 * MINUTE);
    called(key, 2, 20 * MINUTE, { action: 'POST /api/guard/policies', client_ip: '192.0.2.2' });
    called(key, 4, 30 * MINUTE, { status_code: 403, biz_code: 1053 });
    called(key, 1, 30 * MINUTE, { status_code: 500, biz_code: 1098 });
    called(key, 5, 26 * 60 * MINUTE, { client_ip: '192.0.2.3' });
    called(key, 7, 100 * DAY);

    const day = await read(key, 'usage');
    expect(day.granularity).toBe('5m');
    expect(day.to - day.from).toBe(DAY);
    expect([288, 289]).toContain(day.calls.length);
    const total = (kind: string) =>
      day.calls.reduce((sum: number, bucket: Record<string, number>) => sum + (bucket[kind] ?? 0), 0);
    expect([total('success'), total('client_err'), total('server_err')]).toEqual([5, 4, 1]);
    type Bucket = { time: number; success: number };
    const at = Math.floor((Date.now() - 10 * MINUTE) / 300_000) * 300_000;
    const near = day.calls.filter((bucket: Bucket) => Math.abs(bucket.time - at) <= 300_000);
    expect(near.reduce((sum: number, bucket: Bucket) => sum + bucket.success, 0)).toBe(3);
    expect(day.endpoints).toEqual([
      { action: 'GET /api/guard/policies', count: 8, last_used_at: expect.any(Number) },
      { action: 'POST /api/guard/policies', count: 2, last_used_at: expect.any(Number) },
    ]);
    expect(picked(day.failures, 'status_code', 'biz_code', 'count')).toEqual([
      [403, 1053, 4],
      [500, 1098, 1],
    ]);
    expect(picked(day.addresses, 'client_ip', 'count')).toEqual([
      ['192.0.2.1', 8],
      ['192.0.2.2', 2],
    ]);
    expect(day.address_count).toBe(2);

    const week = await read(key, 'usage?since=7d');
    expect(week.granularity).toBe('1h');
    expect(week.address_count).toBe(3);
    const longest = await read(key, 'usage?since=36500d');
    expect(longest).toMatchObject({ granularity: '1d', from: longest.to - 90 * DAY });
    expect(longest.calls.length).toBeLessThanOrEqual(91);
    expect(await read(key, 'usage?since=0s')).toMatchObject({ endpoints: [], failures: [], addresses: [] });
  });

  it('fills buckets without calls', () => {
    const some = { time: 10, success: 1, client_err: 0, server_err: 0 };
    expect(filled([some], { from: 7, to: 21 }, 5).map((bucket) => [bucket.time, bucket.success])).toEqual([
      [5, 0],
      [10, 1],
      [15, 0],
      [20, 0],
    ]);
  });

  it('refuses a since it cannot read', async () => {
    const key = await issue(parapet, 'acme-root');
    const answer = await parapet.call('GET', path(key, 'usage?since=soon'), { as: 'acme-root' });
    expect(answer).toMatchObject({ status: 400, body: { code: 1002, data: { field: 'since' } } });
  });
});

describe('least privilege', () => {
  it('shows each permission of the key now with its use, and says that a young key proves little', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: ALL });
    await withKey(parapet, key, 'GET', POLICIES);
    await withKey(parapet, key, 'GET', POLICIES);
    await withKey(parapet, key, 'GET', `${POLICIES}/0`);
    await withKey(parapet, key, 'GET', '/api/guard/domains');
    const seen = await read(key, 'least-privilege?days=30');
    expect(seen).toMatchObject({ days: 30, covers_window: false, calls: 2, unknown_calls: 0, lost: [] });
    expect(seen.from).toBeGreaterThan(Date.now() - MINUTE);
    expect(picked(seen.permissions, 'permission', 'count')).toEqual([
      ['guard.policy.create', 0],
      ['guard.policy.list', 2],
      ['guard.policy.view', 0],
    ]);
    expect(seen.proposed_scopes).toEqual(['guard.policy.list']);
  });

  it('looks back as far as asked, and names what the key lost', async () => {
    const key = await aged(100 * DAY, { scopes: ALL });
    called(key, 2, 40 * DAY);
    called(key, 3, DAY, { permission: 'guard.policy.view', action: 'GET /api/guard/policies/7' });
    called(key, 1, DAY, { permission: 'guard.domain.list', action: 'GET /api/guard/domains' });
    called(key, 9, DAY, { permission: 'guard.policy.create', status_code: 400, biz_code: 1002 });
    const month = await read(key, 'least-privilege?days=30');
    expect(month).toMatchObject({ covers_window: true, proposed_scopes: ['guard.policy.view'] });
    expect(month.lost).toEqual([{ permission: 'guard.domain.list', count: 1, last_used_at: expect.any(Number) }]);
    const longer = await read(key, 'least-privilege');
    expect(longer).toMatchObject({ days: 90, proposed_scopes: ['guard.policy.list', 'guard.policy.view'] });
    for (const days of ['31', '0', 'x', '']) {
      const answer = await parapet.call('GET', path(key, `least-privilege?days=${days}`), { as: 'acme-root' });
      expect(answer.status, days).toBe(400);
    }
  });

  it('finds by its path what an old row needed, and counts what cannot be known', async () => {
    const key = await aged(100 * DAY);
    called(key, 2, DAY, { permission: null, action: 'GET /api/guard/policies/42' });
    called(key, 1, DAY, { permission: null, action: 'GET /api/analytics/overview/requests_total' });
    called(key, 4, DAY, { permission: null, action: 'POST /api/analytics/batch' });
    called(key, 1, DAY, { permission: null, action: 'GET /api/never/was' });
    called(key, 1, DAY, { permission: null, action: 'GET /api/guard/policies/%ff' });
    const seen = await read(key, 'least-privilege');
    expect(seen.proposed_scopes).toEqual(['analytics.overview.view', 'guard.policy.view']);
    expect(seen).toMatchObject({ calls: 9, unknown_calls: 6 });
  });

  it('follows the holder: what their role loses the key loses', async () => {
    const key = await issue(parapet, 'acme-child');
    const seen = await read(key, 'least-privilege', 'acme-support');
    const all = picked(seen.permissions, 'permission').flat();
    expect(all).toContain('guard.policy.list');
    expect(all).not.toContain('sys.user.list');
    // Only platform staff may, whatever a role of business users grants.
    expect(all).not.toContain('guard.domain.audit');
  });
});

const narrow = (key: Issued, body: object, request: Request = { as: 'acme-root' }) =>
  parapet.call('POST', path(key, 'narrow'), { body, ...request });

describe('a narrower key', () => {
  it('is replayed first: a dry run issues nothing and leaves nothing', async () => {
    const key = await aged(100 * DAY, { scopes: ALL });
    called(key, 3, DAY);
    called(key, 2, DAY, { permission: 'guard.policy.view', action: 'GET /api/guard/policies/7' });
    called(key, 1, DAY, { permission: null, action: 'GET /api/guard/policies/8' });
    const keys = async () => (await parapet.call('GET', '/api/sys/api-keys', { as: 'acme-root' })).body.data.total;
    const before = await keys();
    const { status, body } = await narrow(key, { scopes: ['guard.policy.list'], dry_run: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ key: null, replaces: { key_id: key.key_id, status: 1 } });
    expect(body.data.replay).toMatchObject({
      covers_window: true,
      calls: 6,
      refused_calls: 3,
      refused_address_calls: 0,
      refused_addresses: [],
    });
    expect(picked(body.data.replay.refused_actions, 'permission', 'action', 'count')).toEqual([
      ['guard.policy.view', 'GET /api/guard/policies/7', 2],
      ['guard.policy.view', 'GET /api/guard/policies/8', 1],
    ]);
    expect(await keys()).toBe(before);

    const refused = await narrow(key, { scopes: ['guard.policy.list'] });
    expect(refused).toMatchObject({ status: 400, body: { code: 1062, data: { field: 'accept_refusals' } } });
    expect(await keys()).toBe(before);
    const accepted = await narrow(key, { scopes: ['guard.policy.list'], accept_refusals: true });
    expect(accepted.body.data.key).toMatchObject({ name: 'Test', api_key: expect.stringMatching(/^ppt_/) });
    expect(await keys()).toBe(before + 1);
  });

  it('works beside the old one, does less, and is recorded as an issue', async () => {
    const key = await issue(parapet, 'acme-root', { name: 'Wide', allowed_ip_cidrs: ['127.0.0.0/8'] });
    await withKey(parapet, key, 'GET', POLICIES);
    const { status, body } = await narrow(key, { scopes: ['guard.policy.list'], name: 'Tight', expires_in_days: 7 });
    expect(status, JSON.stringify(body)).toBe(200);
    const tight: Issued = body.data.key;
    expect(tight).toMatchObject({ name: 'Tight' });
    expect(Math.abs(tight.expires_at - Date.now() - 7 * DAY)).toBeLessThan(5_000);
    expect((await withKey(parapet, tight, 'GET', POLICIES)).status).toBe(200);
    expect((await withKey(parapet, tight, 'GET', `${POLICIES}/0`)).body.code).toBe(1053);
    expect((await withKey(parapet, key, 'GET', POLICIES)).status).toBe(200);
    const view = await parapet.call('GET', `/api/sys/api-keys/${tight.key_id}`, { as: 'acme-root' });
    expect(view.body.data).toMatchObject({ scopes: ['guard.policy.list'], allowed_ip_cidrs: ['127.0.0.0/8'] });
    const { list } = await read(tight, 'logs?event=manage');
    expect(list).toMatchObject([{ action: 'create', extra: JSON.stringify({ narrowed_from: key.key_id }) }]);
    const audit = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['action', 'resource_type', 'status'])
      .where('resource_id', '=', tight.key_id)
      .execute();
    expect(audit).toEqual([{ action: 'sys.apikey.create', resource_type: 'api_key', status: 1 }]);
    const secret = tight.api_key.split('.')[1] ?? '';
    const rows = await parapet.runtime.store.read.selectFrom('audit_logs').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('has fewer addresses at most, and the replay names those it shuts out', async () => {
    const key = await aged(100 * DAY, { allowed_ip_cidrs: ['192.0.2.0/24'] });
    called(key, 2, DAY);
    called(key, 3, DAY, { client_ip: '192.0.2.200' });
    const body = { scopes: ['guard.policy.list'], dry_run: true };
    const report = (await narrow(key, { ...body, allowed_ip_cidrs: ['192.0.2.0/25'] })).body.data.replay;
    expect(report).toMatchObject({ refused_calls: 0, refused_address_calls: 3 });
    expect(report.refused_addresses).toMatchObject([{ client_ip: '192.0.2.200', count: 3 }]);
    expect(await narrow(key, { ...body, allowed_ip_cidrs: ['198.51.100.0/24'] })).toMatchObject({
      status: 403,
      body: { code: 1058 },
    });
  });

  it('is never wider than the key or its caller', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: [...ALL, 'sys.apikey.create'] });
    for (const scopes of [['guard.domain.list'], ['guard.policy.*'], ['guard.policy.list', 'x']]) {
      const { status, body } = await narrow(key, { scopes });
      expect([status, body.code, body.data.field], scopes.join()).toEqual([400, 1061, `scopes.${scopes.length - 1}`]);
    }
    for (const scopes of [[], ['']]) {
      expect(await narrow(key, { scopes })).toMatchObject({ status: 400, body: { code: 1002 } });
    }
    const minter = await issue(parapet, 'acme-root', {
      scopes: ['sys.apikey.create', 'sys.apikey.stats', 'guard.policy.list'],
    });
    const headers = { Authorization: `ApiKey ${minter.api_key}` };
    const asKey = (scopes: string[]) => narrow(key, { scopes }, { host: 'acme.test', headers });
    expect(await asKey(['guard.policy.view'])).toMatchObject({ status: 403, body: { code: 1053 } });
    expect((await asKey(['guard.policy.list'])).status).toBe(200);
  });

  it('shows how the other was used, and asks for that permission as well', async () => {
    const key = await issue(parapet, 'acme-root', { scopes: ALL });
    const minter = await issue(parapet, 'acme-root', { scopes: ['sys.apikey.create', ...ALL] });
    const headers = { Authorization: `ApiKey ${minter.api_key}` };
    for (const dry_run of [true, false]) {
      const answer = await narrow(key, { scopes: ALL, dry_run }, { host: 'acme.test', headers });
      expect(answer).toMatchObject({ status: 403, body: { err_key: 'err.sys.apikey.scope_insufficient' } });
      expect(answer.body.message).toContain('sys.apikey.stats');
    }
  });

  it('is for the holder alone, and not for a revoked key', async () => {
    const key = await issue(parapet, 'acme-child');
    const body = { scopes: ['guard.policy.list'] };
    expect(await narrow(key, body, { as: 'acme-support' })).toMatchObject({ status: 403, body: { code: 1060 } });
    expect(await narrow(key, body)).toMatchObject({ status: 404, body: { code: 1051 } });
    await parapet.call('DELETE', `/api/sys/api-keys/${key.key_id}`, { as: 'acme-child' });
    expect(await narrow(key, body, { as: 'acme-child' })).toMatchObject({ status: 400, body: { code: 1059 } });
  });
});

describe('an id that cannot be one', () => {
  it.each(['id%20', '%E2%80%AE', 'a'.repeat(200), '%7B%7D'])('%s gets what an unknown one gets', async (id) => {
    const random = '0190f0a0-0000-7000-8000-000000000000';
    const calls = [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/renew'],
      ['GET', '/logs'],
      ['GET', '/stats'],
      ['GET', '/usage'],
      ['GET', '/least-privilege'],
      ['POST', '/narrow', { scopes: ['guard.policy.list'] }],
    ] as const;
    for (const [method, rest, body] of calls) {
      const bad = await parapet.call(method, `/api/sys/api-keys/${id}${rest}`, { as: 'acme-root', body });
      const unknown = await parapet.call(method, `/api/sys/api-keys/${random}${rest}`, { as: 'acme-root', body });
      expect(bad, `${method} ${rest}`).toMatchObject({ status: 404, body: { code: 1051 } });
      expect(bad.body).toEqual(unknown.body);
    }
  });
});
