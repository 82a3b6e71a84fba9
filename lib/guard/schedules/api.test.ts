import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField, LIST } from '@/lib/guard/domains/testing';
import { SCHEDULES, type Schedules, startSchedules } from './testing';

let world: Schedules;
beforeAll(async () => {
  world = await startSchedules();
});
afterAll(() => world.close());

const NODES = ['hk-1', 'sgp-1'];
let n = 0;
/** A domain with an IPv4 and an IPv6 origin and two nodes, of which the first is on, and records of all. */
async function scheduled(): Promise<string> {
  const src_sites = ['192.0.2.1', '2001:db8::1'].map((addr) => ({ addr, port: 443, protocol: 'https' }));
  const domain_id = await world.created('acme-root', `s${++n}.example.com`, { src_sites });
  expect((await world.assign(domain_id, ['hk-1'], { enable_parse: true })).status).toBe(200);
  expect((await world.assign(domain_id, ['sgp-1'])).body.data).toEqual({ added: 1, dns_synced: false });
  expect((await world.init(domain_id)).status).toBe(200);
  return domain_id;
}

type Row = { value: string; status: number; last_status: number; group_type: number; switch_state: number };
const shown = (rows: Row[]) =>
  Object.fromEntries(rows.map((row) => [row.value, [row.status, row.last_status, row.group_type, row.switch_state]]));

describe('records', () => {
  it('are made anew from origins and nodes, with those of IPv6 addresses where the settings say so', async () => {
    const domain_id = await scheduled();
    const [first, ...rest] = await world.records(domain_id);
    const { cname } = (await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data;
    expect(first).toEqual({
      record_id: expect.any(String),
      domain_id,
      associated_id: '',
      domain: 'edge.parapet.example',
      subdomain: cname.split('.')[0],
      record_type: 1,
      record_line: 'default',
      value: '192.0.2.1',
      ttl: 60,
      status: 1,
      last_status: 1,
      group_type: 2,
      switch_state: 1,
      ctime: expect.any(Number),
      utime: first.ctime,
    });
    expect(shown(rest)).toEqual({ '203.0.113.10': [2, 2, 2, 1], '203.0.113.30': [1, 1, 2, 1] });
    const config = {
      auto_switch_case: 1,
      auto_return_source: 'CFGOPTION_1_DISABLE',
      src_ipv6_check: 'CFGOPTION_2_ENABLE',
      default_ipv6_check: 'CFGOPTION_1_DISABLE',
    };
    const path = `${LIST}/${domain_id}/dns/advance/config`;
    expect((await world.call('PUT', path, { as: 'acme-root', body: config })).status).toBe(200);
    expect(await world.records(domain_id)).toHaveLength(3);
    await world.init(domain_id, { comment: 'IPv6' });
    const again = await world.records(domain_id);
    expect(again.map((row: Row & { record_type: number }) => [row.record_type, row.value])).toContainEqual([
      2,
      '2001:db8::1',
    ]);
    expect(again.map((row: { record_id: string }) => row.record_id)).not.toContain(first.record_id);
  });

  it('are listed by group and status, with list and total alone', async () => {
    const domain_id = await scheduled();
    const { data } = (await world.get(`/domains/${domain_id}/records?page=2&size=2`)).body;
    expect(Object.keys(data).sort()).toEqual(['list', 'total']);
    expect([data.list.length, data.total]).toEqual([1, 3]);
    expect(await world.records(domain_id, 'status=2')).toHaveLength(1);
    expect(await world.records(domain_id, 'group_type=1')).toHaveLength(0);
    expect(await world.records(domain_id, 'group_type=2')).toHaveLength(3);
    for (const [query, field] of [
      ['status=3', 'status'],
      ['group_type=0', 'group_type'],
      ['size=101', 'size'],
      ['page=0', 'page'],
    ]) {
      expectField(await world.get(`/domains/${domain_id}/records?${query}`), field ?? '');
    }
  });

  it('switch between origins and nodes, and back to what they were', async () => {
    const domain_id = await scheduled();
    const { status, body } = await world.switchTo(domain_id, 1);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      affairs_id: expect.stringMatching(/^\d{13}_[a-z0-9]{10}$/),
      status: 'AffairsStatus_Start',
      status_code: 1,
      content: domain_id,
      affairs_oper: 'AffairsOperType_Page',
      affairs_oper_code: 1,
      user_name: 'acme-root',
    });
    expect(await world.affair(body.data.affairs_id)).toMatchObject({
      status: 'AffairsStatus_Succeed',
      status_code: 2,
      message: expect.stringMatching(/: A 192\.0\.2\.1 .*<br>$/),
      json_content: { retries: 0, changes: [{ before: ['A 203.0.113.10'], after: ['A 192.0.2.1'] }] },
    });
    const inSrc = { '192.0.2.1': [2, 1, 1, 2], '203.0.113.10': [1, 2, 1, 2], '203.0.113.30': [1, 1, 1, 2] };
    expect(shown(await world.records(domain_id))).toEqual(inSrc);
    expect(await world.domain(`s${n}.example`)).toMatchObject({
      ...{ domain_id, parsing_state: 1, dns_group_type: 1, src_count: 1, node_count: 2 },
      last_affair_status: 'AffairsStatus_Succeed',
    });
    expect((await world.reset(domain_id, { comment: 'back' })).status).toBe(200);
    const inNode = { '192.0.2.1': [1, 1, 2, 1], '203.0.113.10': [2, 2, 2, 1], '203.0.113.30': [1, 1, 2, 1] };
    expect(shown(await world.records(domain_id))).toEqual(inNode);
    expect(await world.domain(`s${n}.example`)).toMatchObject({ parsing_state: 2, dns_group_type: 2 });
  });

  it('are made by a switch where there are none, and none is left without an answer', async () => {
    const domain_id = await world.created('acme-root', `s${++n}.example.com`);
    expect((await world.switchTo(domain_id, 1)).status).toBe(200);
    expect(shown(await world.records(domain_id))).toEqual({ '192.0.2.1': [2, 1, 1, 2] });
    expectField(await world.switchTo(domain_id, 2), 'target_mode', 'err.guard.schedule.no_record');
    for (const mode of [0, 3, '1', null]) expectField(await world.switchTo(domain_id, mode), 'target_mode');
    await world.assign(domain_id, NODES);
    expect((await world.switchTo(domain_id, 2)).status).toBe(200);
    const on = await world.records(domain_id, 'status=2');
    expect(on.map((row: Row) => row.value)).toEqual(['203.0.113.10', '203.0.113.30']);
  });

  it('are switched on and off together', async () => {
    const [one, two] = [await scheduled(), await scheduled()];
    const rows = [...(await world.records(one)), ...(await world.records(two))];
    const record_ids = rows.map((row) => row.record_id);
    const batch = (body: object, as?: string) => world.post('/records/batch-status', body, as);
    const { data } = (await batch({ record_ids, status: 2, comment: 'all' })).body;
    expect(data.content.split(',').sort()).toEqual([one, two].sort());
    expect(await world.affair(data.affairs_id)).toMatchObject({ status_code: 2, json_content: { comment: 'all' } });
    for (const domain_id of [one, two]) expect(await world.records(domain_id, 'status=2')).toHaveLength(3);
    await batch({ record_ids: record_ids.slice(0, 1), status: 1 });
    expect(await world.records(one, 'status=2')).toHaveLength(2);
    const unknown = 'err.guard.schedule.record_unknown';
    expectField(await batch({ record_ids: [record_ids[0], 'nothing'], status: 1 }), 'record_ids.1', unknown);
    expect((await batch({ record_ids: ['nothing'], status: 1 })).status).toBe(404);
    expect((await batch({ record_ids, status: 1 }, 'acme-other')).status).toBe(404);
    expectField(await batch({ record_ids: [], status: 1 }), 'record_ids');
    expectField(await batch({ record_ids: Array(101).fill('x'), status: 1 }), 'record_ids');
    expectField(await batch({ record_ids, status: 3 }), 'status');
    expectField(await batch({ record_ids }), 'status');
    expect(await world.records(two, 'status=2')).toHaveLength(3);
  });
});

describe('changes of a domain', () => {
  const remove = (domain_id: string, node_id: string) =>
    world.call('DELETE', `${LIST}/${domain_id}/nodes/${node_id}`, { as: 'acme-root' });
  const lock = (domain_id: string, node_id: string, lock_status: number) =>
    world.call('PATCH', `${LIST}/${domain_id}/nodes/${node_id}/lock`, { as: 'acme-root', body: { lock_status } });

  it('bring records of nodes and take them away', async () => {
    const domain_id = await scheduled();
    await world.switchTo(domain_id, 1);
    await remove(domain_id, 'sgp-1');
    expect(Object.keys(shown(await world.records(domain_id)))).toEqual(['192.0.2.1', '203.0.113.10']);
    await world.assign(domain_id, ['sgp-1'], { enable_parse: true });
    expect(shown(await world.records(domain_id))).toMatchObject({ '203.0.113.30': [1, 1, 1, 1] });
    await world.switchTo(domain_id, 2);
    const on = await world.records(domain_id, 'status=2');
    expect(on.map((row: Row) => row.value)).toEqual(['203.0.113.10', '203.0.113.30']);
  });

  it('switch the record of a locked node off while another answers, and on again', async () => {
    const domain_id = await scheduled();
    await world.assign(domain_id, ['fra-1'], { enable_parse: true });
    const on = async () => (await world.records(domain_id, 'status=2')).map((row: Row) => row.value);
    expect(await on()).toEqual(['203.0.113.10', '203.0.113.20']);
    await lock(domain_id, 'hk-1', 2);
    expect(await on()).toEqual(['203.0.113.20']);
    await lock(domain_id, 'fra-1', 2);
    expect(await on()).toEqual(['203.0.113.20']);
    await lock(domain_id, 'hk-1', 1);
    expect(await on()).toEqual(['203.0.113.10', '203.0.113.20']);
  });

  it('end its records with the domain', async () => {
    const domain_id = await scheduled();
    expect((await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' })).status).toBe(200);
    const { list } = (await world.get(`/affairs?domain_id=${domain_id}`)).body.data;
    expect(list[0]).toMatchObject({ status_code: 2, json_content: { changes: [{ after: [] }] } });
    expect((await world.get(`/domains/${domain_id}/records`)).status).toBe(404);
  });
});

describe('lists', () => {
  it('of domains are searched, by mode and by user', async () => {
    const domain_id = await scheduled();
    await world.switchTo(domain_id, 1);
    const ids = async (query: string, as?: string) => {
      const { data } = (await world.get(`/domains?size=100&${query}`, as)).body;
      expect(Object.keys(data).sort()).toEqual(['list', 'total']);
      expect(data.total).toBe(data.list.length);
      return data.list.map((row: { domain_id: string }) => row.domain_id);
    };
    expect(await ids(`keyword=S${n}.example`)).toEqual([domain_id]);
    expect(await ids('mode=1')).toContain(domain_id);
    expect(await ids('mode=2')).not.toContain(domain_id);
    expect((await ids('mode=1')).length + (await ids('mode=2')).length).toBe((await ids('mode=0')).length);
    const { user_id } = await world.scopeOf('acme-root', 'root');
    expect(await ids(`user_id=${user_id}`)).toContain(domain_id);
    expect(await ids('user_id=nobody')).toEqual([]);
    expect(await ids('', 'acme-support')).toContain(domain_id);
    for (const as of ['acme-child', 'acme-other', 'acme-other', 'borealis-support']) {
      expect(await ids('', as), as).not.toContain(domain_id);
    }
    expectField(await world.get('/domains?mode=3'), 'mode');
  });

  it('of affairs are filtered by state, time, domain and user', async () => {
    const domain_id = await scheduled();
    const { data: last } = (await world.switchTo(domain_id, 1)).body;
    const total = async (query: string, as?: string) => {
      const { data } = (await world.get(`/affairs?${query}`, as)).body;
      expect(Object.keys(data).sort()).toEqual(['list', 'total']);
      return data.total as number;
    };
    const own = `domain_id=${domain_id.slice(4)}`;
    expect(await total(own)).toBe(4);
    expect(await total(`${own}&status=AffairsStatus_Succeed`)).toBe(4);
    expect(await total(`${own}&status=AffairsStatus_Faild`)).toBe(0);
    expect(await total(`${own}&ctime_from=${last.ctime}`)).toBeGreaterThan(0);
    expect(await total(`${own}&ctime_to=${last.ctime - 60_000}`)).toBe(0);
    expect(await total(`${own}&user_id=${last.user_id}`)).toBe(4);
    expect(await total(`${own}&user_id=nobody`)).toBe(0);
    expect(await total(own, 'acme-support')).toBe(4);
    for (const as of ['acme-child', 'acme-other', 'borealis-support']) expect(await total(own, as), as).toBe(0);
    expect((await world.get(`/affairs/${last.affairs_id}`, 'acme-other')).status).toBe(404);
    expect((await world.get('/affairs/none')).status).toBe(404);
    expectField(await world.get('/affairs?status=Start'), 'status');
    expectField(await world.get('/affairs?ctime_from=1700000000001&ctime_to=1700000000000'), 'ctime_to');
  });
});

describe('scheduling', () => {
  const WRITES = ['switch-mode', 'init', 'reset', 'repair'];

  it('is for whoever sees the domain and has the permission', async () => {
    const domain_id = await scheduled();
    const body = { target_mode: 1 };
    for (const write of WRITES) {
      const path = `${SCHEDULES}/domains/${domain_id}/${write}`;
      for (const as of ['acme-other', 'acme-child', 'borealis-support']) {
        expect((await world.call('POST', path, { as, body })).status, `${write} ${as}`).toBe(404);
      }
      expect((await world.call('POST', path, { as: 'acme-nobody', body })).status, write).toBe(403);
      expect((await world.call('POST', path, { body })).status, write).toBe(401);
    }
    for (const as of ['acme-other', 'acme-child', 'borealis-support']) {
      for (const part of ['records', 'drift']) {
        expect((await world.get(`/domains/${domain_id}/${part}`, as)).status, as).toBe(404);
      }
    }
  });

  it('leaves an audit row and a revision of each write', async () => {
    const domain_id = await scheduled();
    for (const write of WRITES) await world.post(`/domains/${domain_id}/${write}`, { target_mode: 1 });
    const logs = world.db.selectFrom('audit_logs').select('action').where('resource_id', '=', domain_id);
    const actions = (await logs.where('resource_type', '=', 'schedule').orderBy('id').execute()).map(
      (row) => row.action,
    );
    expect(actions).toEqual(['init', 'switch', 'init', 'reset', 'init'].map((verb) => `guard.schedule.${verb}`));
    const revisions = world.db.selectFrom('revisions').select('after').where('object_type', '=', 'schedule');
    const kept = await revisions.where('object_id', '=', domain_id).execute();
    expect(kept).toHaveLength(5);
    expect(JSON.parse(kept[1]?.after ?? '')).toMatchObject({ records: { '192.0.2.1': { status: 2, group_type: 1 } } });
  });

  it('says plainly that no DNS server is connected', async () => {
    const domain_id = await scheduled();
    expect((await world.get(`/domains/${domain_id}/drift`)).body.data).toMatchObject({
      ...{ connected: false, wanted: ['A 203.0.113.10'], found: [] },
    });
  });
});

describe('a preview', () => {
  const previewOf = async (domain_id: string, query: string, as = 'acme-root') =>
    world.get(`/domains/${domain_id}/preview?${query}`, as);

  it('says what an operation makes of the records, and writes nothing', async () => {
    const domain_id = await scheduled();
    const before = await world.records(domain_id);
    const { body } = await previewOf(domain_id, 'operation=switch&target_mode=1');
    expect(body.data).toMatchObject({ domain_id, before: ['A 203.0.113.10'], after: ['A 192.0.2.1'] });
    expect(body.data.records).toEqual([
      { made_of: 1, record_type: 1, record_line: 'default', value: '192.0.2.1', before: 1, after: 2 },
      { made_of: 2, record_type: 1, record_line: expect.any(String), value: '203.0.113.10', before: 2, after: 1 },
    ]);
    expect((await previewOf(domain_id, 'operation=switch')).body.data).toEqual(body.data);
    expect((await previewOf(domain_id, 'operation=init')).body.data.records).toEqual([]);
    expect(await world.records(domain_id)).toEqual(before);
    const { json_content } = await world.affair((await world.switchTo(domain_id, 1)).body.data.affairs_id);
    expect(json_content.changes[0]).toMatchObject({ before: body.data.before, after: body.data.after });
    expect((await previewOf(domain_id, 'operation=reset')).body.data.after).toEqual(['A 203.0.113.10']);
  });

  it('takes known operations alone, of domains that the caller sees', async () => {
    const domain_id = await scheduled();
    expectField(await previewOf(domain_id, 'operation=else'), 'operation');
    expectField(await previewOf(domain_id, 'operation=switch&target_mode=3'), 'target_mode');
    for (const path of [`/domains/${domain_id}/preview?operation=init`, `/domains/${domain_id}`]) {
      expect((await world.get(path, 'acme-other')).status).toBe(404);
    }
  });

  it('goes with the domain, and with whether a DNS server is connected', async () => {
    const domain_id = await scheduled();
    expect((await world.get(`/domains/${domain_id}`)).body.data).toEqual(await world.domain(`s${n}.example`));
    expect((await world.get('/connection')).body.data).toEqual({ connected: false });
  });
});
