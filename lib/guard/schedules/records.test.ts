import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField, LIST } from '@/lib/guard/domains/testing';
import { type Schedules, startSchedules } from './testing';

let world: Schedules;
beforeAll(async () => {
  world = await startSchedules();
});
afterAll(() => world.close());

const NODES = ['hk-1', 'sgp-1'];
type Row = { value: string; status: number; last_status: number; group_type: number; switch_state: number };
const shown = (rows: Row[]) =>
  Object.fromEntries(rows.map((row) => [row.value, [row.status, row.last_status, row.group_type, row.switch_state]]));

describe('records', () => {
  it('are made anew from origins and nodes, with those of IPv6 addresses where the settings say so', async () => {
    const domain_id = await world.scheduled();
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

  it('of IPv6 addresses come and go with the DNS settings, at the next rebuild', async () => {
    const domain_id = await world.scheduled();
    const addressOf = (ip_addr: string) =>
      world.runtime.store.transaction((tx) =>
        tx.updateTable('nodes').set({ ip_addr }).where('node_id', '=', 'sgp-1').execute(),
      );
    await addressOf('2001:db8::30');
    const saved = async (src: boolean, nodes: boolean) => {
      const flag = (isOn: boolean) => (isOn ? 'CFGOPTION_2_ENABLE' : 'CFGOPTION_1_DISABLE');
      const body = { src_ipv6_check: flag(src), default_ipv6_check: flag(nodes) };
      const rest = { auto_switch_case: 1, auto_return_source: 'CFGOPTION_1_DISABLE' };
      const path = `${LIST}/${domain_id}/dns/advance/config`;
      expect((await world.call('PUT', path, { as: 'acme-root', body: { ...body, ...rest } })).status).toBe(200);
    };
    const six = async () => {
      const rows: (Row & { record_type: number })[] = await world.records(domain_id);
      return rows.flatMap(({ record_type, value }) => (record_type === 2 ? value : []));
    };
    let before: string[] = [];
    for (const [src, nodes, after] of [
      [true, true, ['2001:db8::1', '2001:db8::30']],
      [false, true, ['2001:db8::30']],
      [true, false, ['2001:db8::1']],
      [false, false, []],
    ] as const) {
      await saved(src, nodes);
      expect(await six()).toEqual(before);
      await world.init(domain_id);
      expect(await six()).toEqual(after);
      before = [...after];
    }
    await addressOf('203.0.113.30');
  });

  it('are listed by group and status, with list and total alone', async () => {
    const domain_id = await world.scheduled();
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
    const domain_id = await world.scheduled();
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
      json_content: {
        cause: 'switch_src',
        retries: 0,
        changes: [{ before: ['A 203.0.113.10'], after: ['A 192.0.2.1'] }],
      },
    });
    const inSrc = { '192.0.2.1': [2, 1, 1, 2], '203.0.113.10': [1, 2, 1, 2], '203.0.113.30': [1, 1, 1, 2] };
    expect(shown(await world.records(domain_id))).toEqual(inSrc);
    expect(await world.domain(world.latest())).toMatchObject({
      ...{ domain_id, parsing_state: 1, dns_group_type: 1, src_count: 1, node_count: 2 },
      last_affair_status: 'AffairsStatus_Succeed',
    });
    expect((await world.reset(domain_id, { comment: 'back' })).status).toBe(200);
    const inNode = { '192.0.2.1': [1, 1, 2, 1], '203.0.113.10': [2, 2, 2, 1], '203.0.113.30': [1, 1, 2, 1] };
    expect(shown(await world.records(domain_id))).toEqual(inNode);
    expect(await world.domain(world.latest())).toMatchObject({ parsing_state: 2, dns_group_type: 2 });
  });

  it('are made by a switch where there are none, and none is left without an answer', async () => {
    const domain_id = await world.created('acme-root', 'bare.example.com');
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
    const [one, two] = [await world.scheduled(), await world.scheduled()];
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

  it('are recorded as they change, with a revision for each domain', async () => {
    const ids = [await world.scheduled(), await world.scheduled()];
    const [first, second] = await Promise.all(ids.map((domain_id) => world.records(domain_id)));
    const [origin, node] = [first[0], second.find(({ value }: Row) => value === '203.0.113.10')];
    const { data } = (await world.post('/records/batch-status', { record_ids: [origin.record_id], status: 2 })).body;
    const idsOf = (rows: { record_id: string }[]) => rows.map(({ record_id }) => record_id);
    await world.post('/records/batch-status', { record_ids: idsOf([origin, node]), status: 1 }, 'acme-support');
    await world.post('/records/batch-status', { record_ids: idsOf(first), status: 1 });
    expect(data.content).toBe(ids[0]);
    const rows = await world.db
      .selectFrom('audit_logs')
      .select(['id', 'resource_id', 'detail'])
      .where('action', '=', 'guard.schedule.batch')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    const switched = (from: number, to: number) => ({ old: from, new: to });
    expect(rows.map(({ resource_id, detail }) => [resource_id, JSON.parse(detail).changes])).toEqual([
      [ids[0], { 'records.hk-1 203.0.113.10.status': switched(2, 1) }],
      [
        '',
        {
          [`${ids[0]}.records.192.0.2.1.status`]: switched(2, 1),
          [`${ids[1]}.records.hk-1 203.0.113.10.status`]: switched(2, 1),
        },
      ],
      [ids[0], { 'records.192.0.2.1.status': switched(1, 2) }],
    ]);
    const revisions = await world.db
      .selectFrom('revisions')
      .select(['object_id', 'audit_id'])
      .where('object_type', '=', 'schedule')
      .where(
        'audit_id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    const [once, both, before] = rows.map(({ id }) => id);
    const expected = [
      [ids[0], before],
      [ids[0], both],
      [ids[1], both],
      [ids[0], once],
    ];
    expect(revisions.map(({ object_id, audit_id }) => [object_id, audit_id]).sort()).toEqual(expected.sort());
  });

  it('are what they were before the last change after a reset, all of them', async () => {
    const domain_id = await world.scheduled();
    await world.switchTo(domain_id, 1);
    const before = await world.records(domain_id);
    const [{ record_id }] = before;
    expect((await world.post('/records/batch-status', { record_ids: [record_id], status: 1 })).status).toBe(200);
    await world.reset(domain_id);
    const states = (rows: Row[]) => rows.map(({ value, status, group_type }) => ({ value, status, group_type }));
    expect(states(await world.records(domain_id))).toEqual(states(before));
  });
});

describe('changes of a domain', () => {
  const remove = (domain_id: string, node_id: string) =>
    world.call('DELETE', `${LIST}/${domain_id}/nodes/${node_id}`, { as: 'acme-root' });
  const lock = (domain_id: string, node_id: string, lock_status: number) =>
    world.call('PATCH', `${LIST}/${domain_id}/nodes/${node_id}/lock`, { as: 'acme-root', body: { lock_status } });

  it('bring records of nodes and take them away', async () => {
    const domain_id = await world.scheduled();
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
    const domain_id = await world.scheduled();
    await world.assign(domain_id, ['fra-1'], { enable_parse: true });
    const on = async () => (await world.records(domain_id, 'status=2')).map((row: Row) => row.value);
    expect(await on()).toEqual(['203.0.113.10', '203.0.113.20']);
    await lock(domain_id, 'hk-1', 2);
    expect(await on()).toEqual(['203.0.113.20']);
    await lock(domain_id, 'fra-1', 2);
    expect(await on()).toEqual(['203.0.113.20']);
    await lock(domain_id, 'hk-1', 1);
    expect(await on()).toEqual(['203.0.113.10']);
    await lock(domain_id, 'fra-1', 1);
    expect(await on()).toEqual(['203.0.113.10', '203.0.113.20']);
  });

  it('keep a locked node from answering, whatever is done with the records', async () => {
    const domain_id = await world.scheduled();
    await world.assign(domain_id, ['fra-1'], { enable_parse: true });
    const on = async () => (await world.records(domain_id, 'status=2')).map((row: Row) => row.value);
    await world.switchTo(domain_id, 1);
    await lock(domain_id, 'hk-1', 2);
    await world.reset(domain_id);
    expect(await on()).toEqual(['203.0.113.20']);
    await world.switchTo(domain_id, 1);
    await world.switchTo(domain_id, 2);
    expect(await on()).toEqual(['203.0.113.20']);
    await lock(domain_id, 'hk-1', 1);
    expect(await on()).toEqual(['203.0.113.10', '203.0.113.20']);
    await world.reset(domain_id);
    expect(await on()).toEqual(['192.0.2.1']);
  });

  it('have another node answer once the only one that did is locked and the domain is switched', async () => {
    const domain_id = await world.scheduled();
    await lock(domain_id, 'hk-1', 2);
    const on = async () => (await world.records(domain_id, 'status=2')).map((row: Row) => row.value);
    expect(await on()).toEqual(['203.0.113.10']);
    await world.switchTo(domain_id, 1);
    await world.switchTo(domain_id, 2);
    expect(await on()).toEqual(['203.0.113.30']);
  });

  it('have the other nodes answer where the last one that did goes', async () => {
    const domain_id = await world.scheduled();
    await remove(domain_id, 'hk-1');
    expect(shown(await world.records(domain_id))).toMatchObject({ '203.0.113.30': [2, 2, 2, 1] });
  });

  it('end its records with the domain', async () => {
    const domain_id = await world.scheduled();
    expect((await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' })).status).toBe(200);
    const { list } = (await world.get(`/affairs?domain_id=${domain_id}`)).body.data;
    expect(list[0]).toMatchObject({ status_code: 2, json_content: { changes: [{ after: [] }] } });
    expect((await world.get(`/domains/${domain_id}/records`)).status).toBe(404);
  });
});
