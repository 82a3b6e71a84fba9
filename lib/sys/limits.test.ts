import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '@/lib/api/registry';
import { type Parapet, type Request, startParapet } from '@/test/parapet';
import { PASSWORD, people } from '@/test/people';
import { REQUIRED_QUERY } from '@/test/required-query';
import { session } from '@/test/sign-in';

let parapet: Parapet;
let boss: Request;
beforeAll(async () => {
  const admin = { user_name: 'boss', password: PASSWORD, oem_id: 'acme', role_ids: [1] };
  parapet = await startParapet({ provision: { ...people, users: [...people.users, admin] } });
  boss = await session(parapet, 'boss');
});
afterAll(() => parapet.close());

const get = (path: string) => parapet.call('GET', path, boss);
/** Nodes are the operator's, and no staff of a brand reads them. */
const operatorsOwn = new Set(
  routes.filter(({ endpoint }) => endpoint.operatorOnly).map(({ endpoint }) => endpoint.path),
);
/** One character to whoever reads it, two UTF-16 units, four bytes. */
const astral = (length: number) => '𠮷'.repeat(length);

const lists = routes.filter(
  ({ endpoint: { method, path, query } }) =>
    method === 'GET' && !path.includes('{') && query !== undefined && 'shape' in query && 'page' in Object(query.shape),
);
/** Those that end at a stated entry. */
const ENDING = ['/api/analytics/events'];
/** Those that answer `list` and `total` alone (spec 1.1). */
const UNNUMBERED = ['/api/guard/schedules/domains', '/api/guard/schedules/affairs'];

describe('the pages of every list', () => {
  it('are found by themselves', () => expect(lists.length).toBeGreaterThan(7));

  it.each(lists.map(({ endpoint }) => endpoint.path))('%s', async (path) => {
    const caller = operatorsOwn.has(path) ? { as: 'admin' } : boss;
    const at = (query: string) => parapet.call('GET', `${path}?${REQUIRED_QUERY[path] ?? ''}&${query}`, caller);
    for (const query of [
      'page=0',
      'page=-1',
      'page=1.5',
      'page=1e2',
      'page=',
      'page=%EF%BC%91',
      'page=0x1',
      'page=+1',
    ]) {
      expect(await at(query), query).toMatchObject({ status: 400, body: { data: { field: 'page' } } });
    }
    for (const query of ['size=0', 'size=101', 'size=-1', 'size=99999999999', 'size=ten']) {
      expect(await at(query), query).toMatchObject({ status: 400, body: { data: { field: 'size' } } });
    }
    expect((await at('page=1&page=2')).status).toBe(400);
    const said = (page: object) => (UNNUMBERED.includes(path) ? { list: expect.any(Array) } : page);
    expect((await at('')).body.data).toMatchObject(said({ page: 1, size: 20 }));
    expect((await at('page=1&size=100')).body.data).toMatchObject(said({ page: 1, size: 100 }));
    expect((await at('size=1')).body.data).toMatchObject(said({ size: 1 }));
    expect((await at('page_size=50')).body.data).toMatchObject(said({ size: 20 }));
    const beyond = ENDING.includes(path)
      ? { status: 400, body: { data: { field: 'page' } } }
      : { status: 200, body: { data: { list: [] } } };
    expect(await at('page=1000000000')).toMatchObject(beyond);
  });
});

let n = 0;
const user = (more: object) => ({ user_name: `limit-${++n}`, password: 'long enough', ...more });
const key = (more: object) => ({ name: 'Limit', ...more });
const role = (more: object) => ({ name: `Limit ${++n}`, permissions: [], ...more });
const login = (more: object) => ({ username: 'x', password: 'x', ...more });
const cidrs = (count: number) => Array.from({ length: count }, (_, i) => `10.0.${i}.0/24`);
const USERS = '/api/sys/users';
const KEYS = '/api/sys/api-keys';
const ROLES = '/api/sys/roles';
const WX = '/api/sys/wx-zombies/cleanup';
const LOGIN = '/api/auth/login';

describe('the limits of fields', () => {
  it.each([
    ['user_name', USERS, user({ user_name: astral(1) }), 400],
    ['user_name', USERS, user({ user_name: ` ${astral(1)} ` }), 400],
    ['user_name', USERS, user({ user_name: astral(2) }), 201],
    ['user_name', USERS, user({ user_name: astral(255) }), 201],
    ['user_name', USERS, user({ user_name: astral(256) }), 400],
    ['password', USERS, user({ password: astral(5) }), 400],
    ['password', USERS, user({ password: astral(6) }), 201],
    ['password', USERS, user({ password: astral(72) }), 201],
    ['password', USERS, user({ password: astral(73) }), 400],
    ['nick_name', USERS, user({ nick_name: astral(100) }), 201],
    ['nick_name', USERS, user({ nick_name: astral(101) }), 400],
    ['nick_name', USERS, user({ nick_name: '' }), 201],
    ['mobile', USERS, user({ mobile: '1'.repeat(20) }), 201],
    ['mobile', USERS, user({ mobile: '1'.repeat(21) }), 400],
    ['comment', USERS, user({ comment: astral(500) }), 201],
    ['comment', USERS, user({ comment: astral(501) }), 400],
    ['role_ids', USERS, user({ role_ids: Array(20).fill(12) }), 201],
    ['role_ids', USERS, user({ role_ids: Array(21).fill(12) }), 400],
    ['role_ids.0', USERS, user({ role_ids: [0] }), 400],
    ['role_ids.0', USERS, user({ role_ids: [2 ** 53] }), 400],
    ['name', KEYS, key({ name: astral(100) }), 201],
    ['name', KEYS, key({ name: astral(101) }), 400],
    ['expires_in_days', KEYS, key({ expires_in_days: null }), 400],
    ['expires_in_days', KEYS, key({ expires_in_days: true }), 400],
    ['scopes', KEYS, key({ scopes: Array(1000).fill('guard.policy.list') }), 201],
    ['scopes', KEYS, key({ scopes: Array(1001).fill('guard.policy.list') }), 400],
    ['scopes.0', KEYS, key({ scopes: ['x'.repeat(128)] }), 403],
    ['scopes.0', KEYS, key({ scopes: ['x'.repeat(129)] }), 400],
    ['allowed_ip_cidrs', KEYS, key({ allowed_ip_cidrs: cidrs(100) }), 201],
    ['allowed_ip_cidrs', KEYS, key({ allowed_ip_cidrs: cidrs(101) }), 400],
    ['name', ROLES, role({ name: astral(100) }), 201],
    ['name', ROLES, role({ name: astral(101) }), 400],
    ['name', ROLES, role({ name: '' }), 400],
    ['level', ROLES, role({ level: 1 }), 400],
    ['level', ROLES, role({ level: 2 }), 201],
    ['level', ROLES, role({ level: 9 }), 201],
    ['level', ROLES, role({ level: 10 }), 400],
    ['permissions', ROLES, role({ permissions: Array(200).fill('guard.policy.list') }), 201],
    ['permissions', ROLES, role({ permissions: Array(201).fill('guard.policy.list') }), 400],
    ['max_pages', WX, { max_pages: 0 }, 400],
    ['max_pages', WX, { max_pages: 1 }, 200],
    ['max_pages', WX, { max_pages: 1000 }, 200],
    ['max_pages', WX, { max_pages: 1001 }, 400],
    ['service_ids', WX, { service_ids: Array(101).fill('x') }, 400],
    ['username', LOGIN, login({ username: 'x'.repeat(1024) }), 401],
    ['username', LOGIN, login({ username: 'x'.repeat(1025) }), 400],
    ['password', LOGIN, login({ password: 'x'.repeat(2048) }), 401],
    ['password', LOGIN, login({ password: 'x'.repeat(2049) }), 400],
  ] as const)('%s at %s %#', async (field, path, body, status) => {
    const answer = await parapet.call('POST', path, { ...boss, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    if (status === 400) expect(answer.body.data).toMatchObject({ category: 'validation', field });
  });
});

describe('the limits of queries', () => {
  it.each([USERS, '/api/sys/audit-logs', '/api/sys/login-records'])('%s: keyword', async (path) => {
    const at = (keyword: string) => get(`${path}?keyword=${encodeURIComponent(keyword)}`);
    expect((await at(astral(255))).status).toBe(200);
    expect(await at(astral(256))).toMatchObject({ status: 400, body: { data: { field: 'keyword' } } });
    const { total } = (await at('')).body.data;
    expect(total).toBeGreaterThan(0);
    expect((await at('   ')).body.data.total).toBe(total);
  });

  it.each(['/api/sys/audit-logs', '/api/sys/login-records'])(
    '%s: times turn into milliseconds at 1e11',
    async (path) => {
      const total = async (query: string) => (await get(`${path}?${query}`)).body.data.total;
      const all = await total('');
      expect(all).toBeGreaterThan(0);
      // The last moment in seconds lies in the year 5138, the first in milliseconds in 1973.
      expect(await total('start_time=99999999999')).toBe(0);
      expect(await total('end_time=99999999999')).toBeGreaterThanOrEqual(all);
      expect(await total('start_time=100000000000')).toBeGreaterThanOrEqual(all);
      expect(await total('end_time=100000000000')).toBe(0);
      expect((await get(`${path}?start_time=999999999999999`)).status).toBe(200);
      expect((await get(`${path}?start_time=1000000000000000`)).status).toBe(400);
      expect((await get(`${path}?start_time=100000000001&end_time=100000000000`)).body.data.field).toBe('end_time');
      expect((await get(`${path}?start_time=100&end_time=100`)).status).toBe(200);
    },
  );

  it('since', async () => {
    const { body } = await parapet.call('POST', KEYS, { ...boss, body: key({}) });
    const stats = async (since: string) => (await get(`${KEYS}/${body.data.key_id}/stats?since=${since}`)).status;
    for (const since of ['', '0', '0s', '1s', '30m', '24h', '36500d', '876000h', '1700000000000', '999999999999999']) {
      expect(await stats(since), since).toBe(200);
    }
    for (const since of ['36501d', '876001h', '1000000000000000', '1.5d', '1D', '%2B1d', '1d1h', 'd']) {
      expect(await stats(since), since).toBe(400);
    }
  });

  it('ids', async () => {
    for (const length of [128, 129, 4000]) expect((await get(`${USERS}/${'x'.repeat(length)}`)).status).toBe(404);
  });
});
