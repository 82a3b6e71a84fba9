import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, startDomains } from '@/lib/guard/domains/testing';
import { DAY_MS } from '@/lib/jobs/prune';
import { deleteAlerts } from './repository';
import { ALERTS, putAlert } from './testing';

let world: Domains;
let shop: string;
let mail: string;

beforeAll(async () => {
  world = await startDomains();
  shop = await world.created('acme-root', 'shop.example.com');
  mail = await world.created('acme-child', 'mail.example.com');
});
afterAll(() => world.close());

const put = (domain_id: string, more: Parameters<typeof putAlert>[2] = {}) =>
  putAlert(world.runtime.store, domain_id, more);
const read = (id: number, as = 'acme-root', headers = {}) => world.call('GET', `${ALERTS}/${id}`, { as, headers });
const handle = (id: number | string, status: unknown, as = 'acme-root') =>
  world.call('PUT', `${ALERTS}/${id}/status`, { as, body: { status } });
const list = async (query = '', as = 'acme-root') =>
  (await world.call('GET', `${ALERTS}?${query}`, { as })).body.data as { list: { id: number }[]; total: number };
const ids = async (query = '', as = 'acme-root') => (await list(query, as)).list.map(({ id }) => id);

describe('an alert', () => {
  it('has the fields of the spec, its texts in the language of the reader', async () => {
    const ctime = Date.now();
    const id = await put(shop, { ctime });
    const { user_id } = await world.scopeOf('acme-root', 'root');
    const { data } = (await read(id)).body;
    expect(data).toEqual({
      id,
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      policy_type: 'threshold',
      title: 'Requests above 5,000',
      body: 'shop.example.com: 6,400 from 2026-05-01 08:00 to 2026-05-01 08:05 UTC. The rule Busy fires above 5,000.',
      domain: 'shop.example.com',
      domain_id: shop,
      status: 0,
      ctime,
      last_update_timestamp: ctime,
      process_uid: '',
      process_time: 0,
      user_id,
    });
    expect((await list(`domain_id=${shop}`)).list).toEqual([data]);
    const zh = (await read(id, 'acme-root', { 'Accept-Language': 'zh-CN' })).body.data;
    expect(zh).toMatchObject({ title: '请求数高于 5,000', body: expect.stringContaining('规则“Busy”') });
  });

  it('says which window it is about, however late that was judged', async () => {
    const id = await put(shop, { ctime: Date.now() });
    const windowOf = (as: string) => world.call('GET', `${ALERTS}/${id}/window`, { as });
    const data = { from: Date.UTC(2026, 4, 1, 8), until: Date.UTC(2026, 4, 1, 8, 5) };
    expect((await windowOf('acme-root')).body.data).toEqual(data);
    expect((await windowOf('acme-child')).status).toBe(404);
  });

  it('says what a spike is compared with', async () => {
    const facts = { metric: 'bytes_out', value: 3 * 2 ** 20, limit: 2 ** 20, usual: 2 ** 19, days: 7 } as const;
    const id = await put(shop, { policy_type: 'spike', facts });
    const { title, body } = (await read(id)).body.data;
    expect(title).toBe('Data sent far above the usual');
    expect(body).toContain('usually 512.0 KiB (7 days compared)');
  });
});

describe('handling', () => {
  it('keeps who and when, first come; taking it back clears both', async () => {
    const id = await put(shop);
    const { user_id } = await world.scopeOf('acme-support', 'platform');
    const handled = (await handle(id, 1, 'acme-support')).body.data;
    expect(handled).toMatchObject({ status: 1, process_uid: user_id, process_time: expect.any(Number) });
    expect(handled.process_time).toBeGreaterThan(0);
    expect(handled.last_update_timestamp).toBe(handled.process_time);
    expect((await handle(id, 1)).body.data).toEqual(handled);
    expect((await read(id)).body.data).toEqual(handled);
    const pending = (await handle(id, 0)).body.data;
    expect(pending).toMatchObject({ status: 0, process_uid: '', process_time: 0 });
    expect((await handle(id, 0)).body.data).toEqual(pending);
  });

  it('takes a status of the spec and nothing else', async () => {
    const id = await put(shop);
    for (const status of [2, -1, '1', true, null, undefined]) expectField(await handle(id, status), 'status');
    expect((await handle(id, 2)).body.data.valid_values).toEqual([0, 1]);
    for (const unknown of ['999999999', 'x', '0', '1.5']) expect((await handle(unknown, 1)).status, unknown).toBe(404);
  });

  it('leaves one audit row and one revision for each write, refusals too', async () => {
    const id = await put(shop);
    await handle(id, 1, 'acme-support');
    await handle(id, 9);
    await handle(id, 0);
    const rows = await world.db
      .selectFrom('audit_logs')
      .select(['action', 'actor_name', 'http_status', 'resource_label', 'on_behalf_user_name', 'detail'])
      .where('resource_type', '=', 'alert')
      .where('resource_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.action, row.actor_name, row.http_status, row.on_behalf_user_name])).toEqual([
      ['analytics.alert.status', 'acme-support', 200, 'acme-root'],
      ['analytics.alert.status', 'acme-root', 400, ''],
      ['analytics.alert.status', 'acme-root', 200, ''],
    ]);
    expect(rows[0]?.resource_label).toBe('shop.example.com, Requests above 5,000');
    expect(JSON.parse(rows[0]?.detail ?? '{}').changes.status).toEqual({ old: 0, new: 1 });
    const revisions = world.db.selectFrom('revisions').select('revision').where('object_type', '=', 'alert');
    expect(await revisions.where('object_id', '=', String(id)).execute()).toHaveLength(2);
  });

  it('by two at once has one who did it', async () => {
    const id = await put(shop);
    const both = await Promise.all(['acme-support', 'acme-root'].map((as) => handle(id, 1, as)));
    const [one, other] = both.map(({ body }) => body.data);
    expect(one).toEqual(other);
  });
});

describe('the list', () => {
  it('filters by status, type, domain, words and time, newest first', async () => {
    const domain_id = await world.created('acme-root', 'bücher.example.com');
    const ctime = Date.UTC(2026, 1, 1);
    const first = await put(domain_id, { ctime, facts: { rule: 'Käse 50%' } });
    const second = await put(domain_id, {
      ctime: ctime + DAY_MS,
      policy_type: 'spike',
      facts: { metric: 'share_5xx' },
    });
    await handle(first, 1);
    const of = (query: string) => ids(`domain_id=${domain_id}&${query}`);
    expect(await of('')).toEqual([second, first]);
    expect(await of('status=1')).toEqual([first]);
    expect(await of('status=0')).toEqual([second]);
    expect(await of('policy_type=spike')).toEqual([second]);
    expect(await of('size=1&page=2')).toEqual([first]);
    expect(await of(`start_time=${ctime + 1}`)).toEqual([second]);
    expect(await of(`end_time=${ctime / 1000}`)).toEqual([first]);
    for (const word of ['käse 50%', '请求数']) expect(await of(`keyword=${encodeURIComponent(word)}`)).toEqual([first]);
    for (const word of ['BÜCHER', 'xn--bcher'])
      expect(await of(`keyword=${encodeURIComponent(word)}`)).toEqual([second, first]);
    for (const word of ['Share of 5XX', '5xx 响应占比'])
      expect(await of(`keyword=${encodeURIComponent(word)}`)).toEqual([second]);
    expect(await of('keyword=%25_nothing')).toEqual([]);
    for (const query of [
      'status=2',
      'policy_type=luck',
      'page=0',
      'size=101',
      'start_time=9&end_time=8',
      'domain_id=',
    ]) {
      expect((await world.call('GET', `${ALERTS}?${query}`, { as: 'acme-root' })).status, query).toBe(400);
    }
  });

  it('and each alert are seen in the account of the domain and by the staff of its brand alone', async () => {
    const id = await put(mail);
    for (const as of ['acme-child', 'acme-root', 'acme-support', 'acme-auditor']) {
      expect((await read(id, as)).status, as).toBe(200);
      expect(await ids(`domain_id=${mail}`, as), as).toContain(id);
    }
    const missing = await read(999_999_999);
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      expect((await list(`domain_id=${mail}`, as)).total, as).toBe(0);
      expect((await read(id, as)).body, as).toEqual(missing.body);
      expect((await handle(id, 1, as)).status, as).toBe(as === 'acme-viewer' ? 403 : 404);
    }
    expect((await read(id)).body.data.status).toBe(0);
    expect((await world.call('GET', ALERTS, { as: 'acme-nobody' })).status).toBe(403);
    expect((await handle(id, 1, 'acme-auditor')).status).toBe(403);
  });
});

describe('retention', () => {
  it('outlives the domain and ends with its time, a part at a time', async () => {
    const domain_id = await world.created('acme-root', 'ending.example.com');
    const old = await Promise.all([1, 2, 3].map((ctime) => put(domain_id, { ctime })));
    const kept = await put(domain_id);
    await world.call('DELETE', `/api/guard/domains/${domain_id}`, { as: 'acme-root' });
    expect((await list(`domain_id=${domain_id}`)).total).toBe(4);
    const part = () => world.runtime.store.transaction((tx) => deleteAlerts(tx, 10, 2));
    expect([await part(), await part(), await part()]).toEqual([2, 1, 0]);
    expect(await ids(`domain_id=${domain_id}`)).toEqual([kept]);
    for (const id of old) expect((await read(id)).status).toBe(404);
  });
});
