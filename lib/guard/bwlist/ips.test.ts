import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, startDomains } from '@/lib/guard/domains/testing';
import { type IpSet, MAX_IPS } from './contract';
import { PART } from './tables';
import { addresses, IPS, type ListCalls, listCalls, SETS } from './testing';

let world: Domains;
let lists: ListCalls;
beforeAll(async () => {
  world = await startDomains();
  lists = listCalls(world);
});
afterAll(() => world.close());

const counts = ({ count, enable_count, unable_count }: IpSet) => [count, enable_count, unable_count];

/** What the store has, counted. */
async function counted(id: number) {
  const rows = await world.db.selectFrom('ip_set_ips').select('status').where('ipset_id', '=', id).execute();
  const enabled = rows.filter((row) => row.status === 1).length;
  return [rows.length, enabled, rows.length - enabled];
}

async function expectCounted(as: string, id: number): Promise<void> {
  expect(counts(await lists.read(as, id))).toEqual(await counted(id));
  const parts = await world.db.selectFrom('ip_set_parts').selectAll().where('ipset_id', '=', id).execute();
  const rows = await world.db.selectFrom('ip_set_ips').select('place').where('ipset_id', '=', id).execute();
  const expected = new Map<number, number>();
  for (const { place } of rows) {
    const part = Math.floor((place - 1) / PART);
    expected.set(part, (expected.get(part) ?? 0) + 1);
  }
  expect(new Map(parts.map((row) => [Number(row.part), row.count]))).toEqual(expected);
}

describe('one address', () => {
  it('is added in its stored form, disabled and deleted', async () => {
    const { id } = await lists.created('acme-root');
    const added = await lists.add('acme-root', id, { ip_addr: ' 2001:DB8:0::/32 ' });
    expect(added.status).toBe(201);
    const ip = added.body.data;
    expect(ip).toEqual({
      id: expect.any(Number),
      ipset_id: id,
      ip_addr: '2001:db8::/32',
      status: true,
      ctime: expect.any(Number),
      utime: ip.ctime,
    });
    expect((await lists.ips('acme-root', id)).list).toEqual([ip]);
    const off = await lists.add('acme-root', id, { ip_addr: '192.0.2.1', status: false });
    expect(off.body.data.status).toBe(false);
    expect(counts(await lists.read('acme-root', id))).toEqual([2, 1, 1]);

    const path = `${IPS}/${ip.id}/status`;
    const switched = await world.call('PUT', path, { as: 'acme-root', body: { status: false } });
    expect(switched.body.data).toMatchObject({ id: ip.id, status: false });
    expect((await world.call('PUT', path, { as: 'acme-root', body: { status: false } })).body.data).toEqual(
      switched.body.data,
    );
    expect(counts(await lists.read('acme-root', id))).toEqual([2, 0, 2]);
    const deleted = await world.call('DELETE', `${IPS}/${ip.id}`, { as: 'acme-root' });
    expect(deleted.body).toEqual({ code: 0, message: 'ok', data: null });
    expect((await world.call('DELETE', `${IPS}/${ip.id}`, { as: 'acme-root' })).status).toBe(404);
    await expectCounted('acme-root', id);
  });

  it('is refused with its field and reason, in the language asked for', async () => {
    const { id } = await lists.created('acme-root');
    for (const body of [
      {},
      { ip_addr: '' },
      { ip_addr: 7 },
      { ip_addr: 'example.com' },
      { ip_addr: '192.0.2.010' },
      { ip_addr: '10.0.0.0/33' },
      { ip_addr: `${'0'.repeat(60)}::1` },
    ]) {
      expectField(await lists.add('acme-root', id, body), 'ip_addr');
    }
    expectField(await lists.add('acme-root', id, { ip_addr: '192.0.2.1', status: 1 }), 'status');
    const bits = await lists.add('acme-root', id, { ip_addr: '10.0.0.5/8' });
    expect(bits.body.message).toContain('10.0.0.0/8');
    const chinese = await world.call('POST', `${SETS}/${id}/ips`, {
      as: 'acme-root',
      body: { ip_addr: '1.2.3' },
      headers: { 'Accept-Language': 'zh-CN' },
    });
    expect(chinese.body.message).toMatch(/[\u4e00-\u9fff]/);
    expect(counts(await lists.read('acme-root', id))).toEqual([0, 0, 0]);
  });

  it('is in a list once, however it is written, and in as many lists as one likes', async () => {
    const { id } = await lists.created('acme-root');
    await lists.added('acme-root', id, '192.0.2.1', '10.0.0.0/8');
    for (const ip_addr of ['192.0.2.1/32', '::ffff:192.0.2.1', '::ffff:10.0.0.0/104']) {
      const refused = await lists.add('acme-root', id, { ip_addr });
      expectField(refused, 'ip_addr', 'err.guard.bwlist.address_taken');
      expect(refused.body.data.category).toBe('conflict');
    }
    expect((await lists.add('acme-root', id, { ip_addr: '10.0.0.0' })).status).toBe(201);
    const other = await lists.created('acme-root');
    expect((await lists.add('acme-root', other.id, { ip_addr: '192.0.2.1' })).status).toBe(201);
  });
});

describe('a batch of addresses', () => {
  it('answers the ids of those that are new, in their order, and how many it ignored', async () => {
    const { id } = await lists.created('acme-root');
    await lists.added('acme-root', id, '192.0.2.2');
    const given = ['192.0.2.1', '192.0.2.2', '192.0.2.1/32', '::ffff:192.0.2.3'];
    const answer = await lists.addBatch(
      'acme-root',
      id,
      given.map((ip_addr, i) => ({ ip_addr, status: i === 0 })),
    );
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-ignored-duplicates')).toBe('2');
    const { list } = await lists.ips('acme-root', id);
    expect(list.map((ip) => [ip.ip_addr, ip.status])).toEqual([
      ['192.0.2.3', false],
      ['192.0.2.1', true],
      ['192.0.2.2', true],
    ]);
    expect(answer.body.data).toEqual([list[1]?.id, list[0]?.id]);
    const again = await lists.addBatch('acme-root', id, [{ ip_addr: '192.0.2.1', status: false }]);
    expect([again.body.data, again.headers.get('x-ignored-duplicates')]).toEqual([[], '1']);
    expect(counts(await lists.read('acme-root', id))).toEqual([3, 2, 1]);
    expect(
      (await lists.addBatch('acme-root', id, [{ ip_addr: '192.0.2.77' }])).headers.has('x-ignored-duplicates'),
    ).toBe(false);
  });

  it('is added entirely or not at all, and says what is wrong with which', async () => {
    const { id } = await lists.created('acme-root');
    const ips = [{ ip_addr: '192.0.2.1' }, { ip_addr: '1.2.3' }, { ip_addr: '10.0.0.5/8' }];
    const refused = await lists.addBatch('acme-root', id, ips);
    expectField(refused, 'ips.1.ip_addr', 'err.guard.bwlist.addresses_refused');
    expect(refused.body.message).toMatch(/^2 addresses .*ips\.1\.ip_addr: .*ips\.2\.ip_addr: .*10\.0\.0\.0\/8/);
    const many = await lists.addBatch(
      'acme-root',
      id,
      Array.from({ length: 50 }, () => ({ ip_addr: 'x' })),
    );
    expect(many.body.message).toMatch(/^50 addresses .*ips\.19\.ip_addr: .* And 30 more\.$/);
    expectField(await lists.addBatch('acme-root', id, []), 'ips');
    expectField(await lists.addBatch('acme-root', id, Array(10_001).fill({ ip_addr: '1.1.1.1' })), 'ips');
    expectField(await lists.addBatch('acme-root', id, [{ ip_addr: '1.1.1.1' }, { ip_addr: 1 }]), 'ips.1.ip_addr');
    expectField(await lists.addBatch('acme-root', id, [{ ip_addr: '1.1.1.1', status: 2 }]), 'ips.0.status');
    expect((await lists.addBatch('acme-root', id, Array(10_000).fill({ ip_addr: '1'.repeat(110) }))).status).toBe(413);
    expect(counts(await lists.read('acme-root', id))).toEqual([0, 0, 0]);
  });

  it('of ten thousand leaves one bounded audit row', async () => {
    const { id } = await lists.created('acme-root', { name: 'Large' });
    const ips = addresses(10_000).map((ip_addr) => ({ ip_addr }));
    const answer = await world.direct('POST', `${SETS}/${id}/ips/batch`, { as: 'acme-root', body: { ips } });
    expect(answer.body.data).toHaveLength(10_000);
    await world.runtime.jobs.settled();
    await expectCounted('acme-root', id);
    const logs = world.db.selectFrom('audit_logs').select('detail').where('resource_id', '=', String(id));
    const rows = await logs.where('action', '=', 'guard.bwlist.ip_add').execute();
    expect(rows).toHaveLength(1);
    expect(rows[0]?.detail.length).toBeLessThan(9_000);
    expect(JSON.parse(rows[0]?.detail ?? '{}').changes.count).toEqual({ old: 0, new: 10_000 });
  });

  it('counts right where fifty are added at once', async () => {
    const { id } = await lists.created('acme-root');
    const batches = Array.from({ length: 50 }, (_, i) => addresses(60, i * 50).map((ip_addr) => ({ ip_addr })));
    const answers = await Promise.all(batches.map((ips) => lists.addBatch('acme-root', id, ips)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]));
    const ids = answers.flatMap((answer) => answer.body.data);
    expect(new Set(ids).size).toBe(2_510);
    expect(counts(await lists.read('acme-root', id))).toEqual([2_510, 2_510, 0]);
    await expectCounted('acme-root', id);
  });

  it('counts right where some are deleted and switched at once', async () => {
    const { id } = await lists.created('acme-root');
    const ids = await lists.added('acme-root', id, ...addresses(100));
    const some = (from: number) => ids.slice(from, from + 30);
    const post = (path: string, body: object) =>
      world.call('POST', `${SETS}/${id}/ips/batch/${path}`, { as: 'acme-root', body });
    await Promise.all([
      ...[0, 10, 20].map((from) => post('delete', { ip_ids: some(from) })),
      ...[20, 30, 60].map((from) => post('status', { ip_ids: some(from), status: false })),
      ...[40, 70].map((from) => post('status', { ip_ids: some(from), status: true })),
      lists.addBatch(
        'acme-root',
        id,
        addresses(50, 80).map((ip_addr) => ({ ip_addr })),
      ),
    ]);
    await expectCounted('acme-root', id);
  });
});

it('a list has room for so many addresses', async () => {
  const { id } = await lists.created('acme-root');
  const almost = { enable_count: MAX_IPS - 2, unable_count: 1 };
  await world.runtime.store.transaction((tx) => tx.updateTable('ip_sets').set(almost).where('id', '=', id).execute());
  const two = addresses(2).map((ip_addr) => ({ ip_addr }));
  const full = { err_key: 'err.guard.bwlist.too_many_addresses', data: { category: 'conflict' } };
  const refused = await lists.addBatch('acme-root', id, two);
  expect([refused.status, refused.body]).toEqual([400, expect.objectContaining(full)]);
  expect((await lists.ips('acme-root', id)).list).toEqual([]);
  expect((await lists.add('acme-root', id, { ip_addr: '192.0.2.1' })).status).toBe(201);
  expect((await lists.add('acme-root', id, { ip_addr: '192.0.2.2' })).body).toMatchObject(full);
});

describe('many addresses', () => {
  it('are deleted together, ids of other lists and unknown ones ignored', async () => {
    const [one, other] = [await lists.created('acme-root'), await lists.created('acme-root')];
    const mine = await lists.added('acme-root', one.id, ...addresses(5));
    const foreign = await lists.added('acme-root', other.id, '192.0.2.1');
    const remove = (ip_ids: unknown) =>
      world.call('POST', `${SETS}/${one.id}/ips/batch/delete`, { as: 'acme-root', body: { ip_ids } });
    const deleted = await remove([...mine.slice(0, 2), mine[0], ...foreign, 999_999_999, 0, -1]);
    expect(deleted.body).toEqual({ code: 0, message: 'ok', data: { deleted: 2 } });
    for (const none of [foreign, mine.slice(0, 2), [0]]) expect((await remove(none)).status).toBe(404);
    expectField(await remove([]), 'ip_ids');
    expectField(await remove(['1']), 'ip_ids.0');
    await expectCounted('acme-root', one.id);
    await expectCounted('acme-root', other.id);
  });

  it('are enabled and disabled together', async () => {
    const { id } = await lists.created('acme-root');
    const ids = await lists.added('acme-root', id, ...addresses(4));
    const status = (ip_ids: unknown, on: unknown) =>
      world.call('POST', `${SETS}/${id}/ips/batch/status`, { as: 'acme-root', body: { ip_ids, status: on } });
    expect((await status([...ids.slice(0, 3), 999_999_999], false)).body.data).toEqual({ changed: 3 });
    expect((await status(ids, false)).body.data).toEqual({ changed: 1 });
    expect((await status(ids.slice(1), true)).body.data).toEqual({ changed: 3 });
    expect(counts(await lists.read('acme-root', id))).toEqual([4, 3, 1]);
    expect((await status([999_999_999], true)).status).toBe(404);
    expectField(await status(ids, 1), 'status');
  });

  it('are paged newest first across parts with gaps, and filtered', async () => {
    const { id } = await lists.created('acme-root');
    const given = addresses(3 * PART + 7);
    const ids = await lists.added('acme-root', id, ...given);
    const gone = [...ids.slice(10, 30), ...ids.slice(PART, 2 * PART), ...ids.slice(2 * PART, 2 * PART + 3)];
    await world.call('POST', `${SETS}/${id}/ips/batch/delete`, { as: 'acme-root', body: { ip_ids: gone } });
    const left = given.filter((_, i) => !gone.includes(ids[i] ?? 0)).reverse();
    const found: string[] = [];
    const pages = Math.ceil(left.length / 100);
    for (let page = 1; page <= pages + 1; page++) {
      const { list, total } = await lists.ips('acme-root', id, `page=${page}&size=100`);
      expect(total).toBe(left.length);
      found.push(...list.map((ip) => ip.ip_addr));
    }
    expect(found).toEqual(left);
    await expectCounted('acme-root', id);

    await world.call('POST', `${SETS}/${id}/ips/batch/status`, {
      as: 'acme-root',
      body: { ip_ids: ids.slice(0, 2), status: false },
    });
    expect(await lists.ips('acme-root', id, 'status=false')).toMatchObject({
      list: [{ ip_addr: given[1] }, { ip_addr: given[0] }],
      total: 2,
    });
    expect((await lists.ips('acme-root', id, 'status=true&size=1')).total).toBe(left.length - 2);
    expect((await lists.ips('acme-root', id, 'keyword=10.0.0.')).total).toBe(236);
    expect((await lists.ips('acme-root', id, 'keyword=%25')).total).toBe(0);
    for (const query of ['page=0', 'size=101', 'status=1']) {
      expect((await world.call('GET', `${SETS}/${id}/ips?${query}`, { as: 'acme-root' })).status, query).toBe(400);
    }
  });
});

it('a deleted list takes its addresses along, which nobody sees meanwhile', async () => {
  const { id } = await lists.created('acme-root');
  const [ip] = await lists.added('acme-root', id, ...addresses(1_300));
  await world.direct('DELETE', `${SETS}/${id}`, { as: 'acme-root' });
  expect((await world.direct('DELETE', `${IPS}/${ip}`, { as: 'acme-root' })).status).toBe(404);
  await world.runtime.jobs.settled();
  for (const table of ['ip_set_ips', 'ip_set_parts'] as const) {
    expect(await world.db.selectFrom(table).selectAll().where('ipset_id', '=', id).execute(), table).toEqual([]);
  }
});

describe('which addresses a list has', () => {
  const known = (as: string, id: number, ips: unknown) =>
    world.call('POST', `${SETS}/${id}/ips/batch/known`, { as, body: { ips } });

  it('is said with id and time, of stored forms alone, and changes nothing', async () => {
    const { id } = await lists.created('acme-root');
    const other = await lists.created('acme-root');
    const [one, two] = await lists.added('acme-root', id, '203.0.113.1', '2001:db9::/32');
    await lists.added('acme-root', other.id, '203.0.113.9');
    const asked = ['203.0.113.1', '203.0.113.1', '2001:db9::/32', '203.0.113.9', '2001:DB9::/32', 'no address'];
    const answer = await known('acme-root', id, asked);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const byId = answer.body.data.sort((a: { id: number }, b: { id: number }) => a.id - b.id);
    expect(byId).toEqual([
      { id: one, ip_addr: '203.0.113.1', ctime: expect.any(Number) },
      { id: two, ip_addr: '2001:db9::/32', ctime: byId[0].ctime },
    ]);
    expect((await lists.read('acme-root', id)).count).toBe(2);
  });

  it('takes ten thousand at once and no more, of a list the caller sees', async () => {
    const { id } = await lists.created('acme-root');
    const many = addresses(10_000);
    await lists.added('acme-root', id, ...many);
    expect((await known('acme-root', id, many)).body.data).toHaveLength(10_000);
    expectField(await known('acme-root', id, [...many, '203.0.113.1']), 'ips');
    expectField(await known('acme-root', id, []), 'ips');
    expect((await known('acme-other', id, ['203.0.113.1'])).status).toBe(404);
    expect((await known('acme-viewer', id, ['203.0.113.1'])).status).toBe(403);
  });
});

describe('the file of a list', () => {
  const fileOf = (as: string, id: number, query = '') => world.call('GET', `${SETS}/${id}/ips/export${query}`, { as });

  it('has all addresses, newest first, or those that match', async () => {
    const { id } = await lists.created('acme-root');
    const many = addresses(4_500);
    const ids = await lists.added('acme-root', id, ...many);
    await world.call('DELETE', `${IPS}/${ids[3_000]}`, { as: 'acme-root' });
    await world.call('PUT', `${IPS}/${ids[0]}/status`, { as: 'acme-root', body: { status: false } });
    const left = many.filter((_, i) => i !== 3_000).reverse();
    const text = await fileOf('acme-root', id);
    expect(text.status).toBe(200);
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text.headers.get('content-disposition')).toContain(`ip-list-${id}.txt`);
    expect(text.body.split('\n')).toEqual([...left, '']);
    const some = await fileOf('acme-root', id, '?format=csv&status=false');
    const [head, row, ...rest] = some.body.split('\r\n');
    expect(head).toBe('\ufeff"ip_addr","status","ctime"');
    expect(row).toMatch(/^"10\.0\.0\.0","false","\d{4}-/);
    expect(rest).toEqual(['']);
    expect((await fileOf('acme-root', id, '?keyword=10.0.1.25')).body.split('\n')).toHaveLength(8);
  });

  it('is empty where the list is, and nobody else’s', async () => {
    const { id } = await lists.created('acme-root');
    expect((await fileOf('acme-root', id)).body).toBe('');
    expect((await fileOf('acme-other', id)).status).toBe(404);
    expect((await fileOf('acme-root', id, '?format=json')).status).toBe(400);
  });
});

describe('a search for an address', () => {
  const search = async (ip: string, as = 'acme-root') => {
    const answer = await world.call('GET', `/api/guard/bwlist/search?ip=${encodeURIComponent(ip)}`, { as });
    return answer.status === 200 ? answer.body.data : answer;
  };

  it('says which lists contain it, through what, and with what effect', async () => {
    const policy_id = world.policies.get('acme-root') ?? '';
    const wide = await lists.created('acme-root', { name: 'Wide', policy_id, ip_set_type: 3 });
    const narrow = await lists.created('acme-child', { name: 'Narrow', status: 1 });
    const other = await lists.created('acme-other', { name: 'Foreign' });
    await world.created('acme-root', 'searched.example.com');
    await lists.added('acme-root', wide.id, '198.51.0.0/16', '198.51.100.64/26', '198.52.0.0/16', '2001:db8::/32');
    await lists.addBatch('acme-child', narrow.id, [{ ip_addr: '198.51.100.77', status: false }]);
    await lists.added('acme-other', other.id, '198.51.100.77', '0.0.0.0/0');

    const found = await search('::ffff:198.51.100.77');
    expect(found.total).toBe(3);
    const effect = {
      ...{ policy_id, policy_name: 'of acme-root' },
      ...{ domain_count: 1, first_domain: 'searched.example.com' },
    };
    expect(found.list).toEqual([
      {
        ...{ ipset_id: narrow.id, name: 'Narrow', user_name: 'acme-child', ip_set_type: 1, set_status: 1 },
        ...{ policy_id: '', policy_name: '', domain_count: 0, first_domain: null, id: expect.any(Number) },
        ...{ ip_addr: '198.51.100.77', status: false },
      },
      expect.objectContaining({ ipset_id: wide.id, ip_addr: '198.51.100.64/26', status: true, ...effect }),
      expect.objectContaining({ ipset_id: wide.id, ip_addr: '198.51.0.0/16', ip_set_type: 3, set_status: 2 }),
    ]);
    const of = async (ip: string, as?: string) =>
      (await search(ip, as)).list.map((row: { ip_addr: string }) => row.ip_addr);
    expect(await of('198.51.100.0/24')).toEqual(['198.51.0.0/16']);
    expect(await of('198.51.0.0/16')).toEqual(['198.51.0.0/16']);
    expect(await of('198.0.0.0/8')).toEqual([]);
    expect(await of('2001:db8:1::5')).toEqual(['2001:db8::/32']);
    expect(await of('198.51.100.77', 'acme-child')).toEqual(['198.51.100.77']);
    expect(await of('198.51.100.77', 'acme-other')).toEqual(['0.0.0.0/0', '198.51.100.77']);
    expect((await search('198.51.100.77', 'acme-support')).total).toBe(5);
    expect(await of('198.51.100.77', 'borealis-root')).toEqual([]);
  });

  it('asks for an address', async () => {
    for (const ip of ['', 'example.com', '10.0.0.5/8']) expectField(await search(ip), 'ip');
    expect((await search('192.0.2.1', 'acme-viewer')).status).toBe(403);
  });
});
