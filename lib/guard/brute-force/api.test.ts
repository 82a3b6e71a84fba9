import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, startDomains } from '@/lib/guard/domains/testing';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';
import { MAX_RULES } from './contract';

let world: Domains;
let domain_id: string;
beforeAll(async () => {
  world = await startDomains();
  domain_id = await world.created('acme-root', 'login.example.com');
});
afterAll(() => world.close());

const RULE = {
  name: 'Sign-in',
  uri: '/login',
  rate: 5,
  rate_time: 60,
  req_time_unit: 'ReqUnit_1_PSec',
  level: 'ip',
  action: { type: 'captcha', duration: 300 },
};
const rules = () => `${LIST}/${domain_id}/brute-force/rules`;
const create = (body: object, as = 'acme-root') => world.call('POST', rules(), { as, body });
const list = async () => (await world.call('GET', rules(), { as: 'acme-root' })).body.data.list;

describe('brute-force rules', () => {
  it('that were refused are recorded under their own id, never under the domain', async () => {
    const made = await create({ ...RULE, name: 'Recorded' });
    const id = String(made.body.data.id);
    const edit = (body: object) => world.call('PUT', `${rules()}/${id}`, { as: 'acme-root', body });
    expect((await edit({ rate: 0 })).status).toBe(400);
    expect((await create({ ...RULE, rate: 0 })).status).toBe(400);
    const rows = await world.runtime.store.read
      .selectFrom('audit_logs')
      .select('resource_id')
      .where('resource_type', '=', 'brute_force_rule')
      .where('status', '=', 2)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.resource_id)).toEqual([id, '']);
    expect((await world.call('DELETE', `${rules()}/${id}`, { as: 'acme-root' })).status).toBe(200);
  });

  it('are made, listed newest first, changed and deleted', async () => {
    const first = await create(RULE);
    expect(first.status).toBe(201);
    expect(first.body.data).toEqual({ ...RULE, id: expect.any(Number), describe: '', status: true });
    const second = await create({ ...RULE, name: 'Second', level: 'bot_session', action: { type: 'block' } });
    expect(second.body.data.action).toEqual({ type: 'block', duration: 600 });
    expect((await list()).map((rule: { name: string }) => rule.name)).toEqual(['Second', 'Sign-in']);
    const url = `${rules()}/${first.body.data.id}`;
    const edited = await world.call('PUT', url, { as: 'acme-root', body: { rate: 9, status: false } });
    expect(edited.body.data).toEqual({ ...first.body.data, rate: 9, status: false });
    expect((await world.call('DELETE', url, { as: 'acme-root' })).body.data).toBeNull();
    expect((await world.call('DELETE', url, { as: 'acme-root' })).status).toBe(404);
    expect((await world.call('PUT', url, { as: 'acme-root', body: {} })).status).toBe(404);
    expect(await list()).toHaveLength(1);
  });

  it('name what is wrong', async () => {
    const before = await list();
    const cases: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ uri: 'login' }, 'uri'],
      [{ uri: '/a b' }, 'uri'],
      [{ rate: 0 }, 'rate'],
      [{ rate: 1.5 }, 'rate'],
      [{ rate_time: '60' }, 'rate_time'],
      [{ req_time_unit: 'PSec' }, 'req_time_unit'],
      [{ level: 'user' }, 'level'],
      [{ status: 1 }, 'status'],
      [{ action: { type: 'drop' } }, 'action.type'],
      [{ action: undefined }, 'action'],
    ];
    for (const [change, field] of cases) expectField(await create({ ...RULE, ...change }), field);
    expect(await list()).toEqual(before);
  });

  it('belong to their domain and its account', async () => {
    const { id } = (await create(RULE)).body.data;
    const other = await world.created('acme-root', 'other-login.example.com');
    const crossed = await world.call('DELETE', `${LIST}/${other}/brute-force/rules/${id}`, { as: 'acme-root' });
    expect(crossed.status).toBe(404);
    for (const as of ['acme-other', 'borealis-root']) {
      expect((await create(RULE, as)).status, as).toBe(404);
      expect((await world.call('DELETE', `${rules()}/${id}`, { as })).status, as).toBe(404);
    }
    expect((await world.call('GET', rules(), { as: 'acme-nobody' })).status).toBe(403);
  });

  it('are a hundred in a domain, also in a race for the last of them', async () => {
    const full = await world.created('acme-other', 'full.example.com');
    const at = `${LIST}/${full}/brute-force/rules`;
    const add = () => world.direct('POST', at, { as: 'acme-other', body: RULE });
    for (let made = 1; made < MAX_RULES; made++) expect((await add()).status).toBe(201);
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.body).toMatchObject({
      err_key: 'err.guard.brute_force.too_many',
      message: 'A domain can have at most 100 brute-force rules. Delete one first.',
      data: { category: 'conflict' },
    });
    const { list } = (await world.call('GET', at, { as: 'acme-other' })).body.data;
    expect(list).toHaveLength(MAX_RULES);
    const one = `${at}/${list[0].id}`;
    expect((await world.call('PUT', one, { as: 'acme-other', body: { status: false } })).status).toBe(200);
    await world.call('DELETE', one, { as: 'acme-other' });
    expect((await add()).status).toBe(201);
  });

  it('are distributed with an approved domain', async () => {
    await world.judge('acme-support', domain_id, 4);
    await create({ ...RULE, name: 'Distributed' });
    const url = `${LIST}/${domain_id}/releases/2/diff`;
    const { changes } = (await world.call('GET', url, { as: 'acme-root' })).body.data;
    expect(Object.keys(changes)).toEqual(['brute_force_rules']);
  });
});

describe('the DNS settings of a domain', () => {
  const path = () => `${LIST}/${domain_id}/dns/advance/config`;
  const GOOD = {
    auto_switch_case: 1000,
    auto_return_source: ENABLE,
    src_ipv6_check: DISABLE,
    default_ipv6_check: ENABLE,
  };
  const put = (body: object, as = 'acme-root') => world.call('PUT', path(), { as, body });
  const get = async () => (await world.call('GET', path(), { as: 'acme-root' })).body.data;

  it('have defaults, and take exactly four keys', async () => {
    const before = await get();
    expect(before).toMatchObject({ auto_switch_case: 1, auto_return_source: DISABLE, auto_switch: DISABLE });
    const answer = await put({ ...GOOD, max_count: 99, auto_switch: ENABLE });
    expect(answer.body.data).toBeNull();
    expect(answer.headers.get('x-ignored-fields')).toBe('max_count, auto_switch');
    expect(await get()).toEqual({ ...before, ...GOOD });
  });

  it('refuse what is missing, beyond the limits or in numbers', async () => {
    const before = await get();
    for (const key of Object.keys(GOOD)) {
      expectField(await put({ ...GOOD, [key]: undefined }), key);
      expectField(await put({ ...GOOD, [key]: key === 'auto_switch_case' ? 0 : 2 }), key);
    }
    expectField(await put({ ...GOOD, auto_switch_case: 1001 }), 'auto_switch_case');
    expect(await get()).toEqual(before);
    expect((await put(GOOD, 'acme-other')).status).toBe(404);
  });
});
