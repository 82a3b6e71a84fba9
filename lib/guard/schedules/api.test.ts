import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField } from '@/lib/guard/domains/testing';
import { issue, withKey } from '@/lib/sys/api-keys/testing';
import { SCHEDULES, type Schedules, startSchedules } from './testing';

let world: Schedules;
beforeAll(async () => {
  world = await startSchedules();
});
afterAll(() => world.close());

describe('lists', () => {
  it('of domains are searched, by mode and by user', async () => {
    const domain_id = await world.scheduled();
    await world.switchTo(domain_id, 1);
    const ids = async (query: string, as?: string) => {
      const { data } = (await world.get(`/domains?size=100&${query}`, as)).body;
      expect(Object.keys(data).sort()).toEqual(['list', 'total']);
      expect(data.total).toBe(data.list.length);
      return data.list.map((row: { domain_id: string }) => row.domain_id);
    };
    expect(await ids(`keyword=${world.latest().toUpperCase()}`)).toEqual([domain_id]);
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

  it('of affairs say who asked: the console, or a key', async () => {
    const domain_id = await world.scheduled();
    const key = await issue(world, 'acme-root');
    const path = `${SCHEDULES}/domains/${domain_id}/switch-mode`;
    const { status, body } = await withKey(world, key, 'POST', path, { body: { target_mode: 1 } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ affairs_oper: 'AffairsOperType_Cli', affairs_oper_code: 1 });
    const { list } = (await world.get(`/affairs?domain_id=${domain_id}`)).body.data;
    expect(list.map((affair: { affairs_oper: string }) => affair.affairs_oper)).toEqual([
      'AffairsOperType_Cli',
      ...Array(3).fill('AffairsOperType_Page'),
    ]);
  });

  it('of affairs are filtered by state, time, domain and user', async () => {
    const domain_id = await world.scheduled();
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
    // Milliseconds whatever their size, unlike start_time and end_time (spec 4.11).
    const seconds = Math.ceil(last.ctime / 1000);
    expect(await total(`${own}&ctime_from=${seconds + 60}`)).toBe(4);
    expect(await total(`${own}&ctime_to=${seconds + 60}`)).toBe(0);
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
    const domain_id = await world.scheduled();
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
    const domain_id = await world.scheduled();
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
    const domain_id = await world.scheduled();
    expect((await world.get(`/domains/${domain_id}/drift`)).body.data).toMatchObject({
      ...{ connected: false, wanted: ['A 203.0.113.10'], found: [] },
    });
  });
});

describe('a preview', () => {
  const previewOf = async (domain_id: string, query: string, as = 'acme-root') =>
    world.get(`/domains/${domain_id}/preview?${query}`, as);

  it('says what an operation makes of the records, and writes nothing', async () => {
    const domain_id = await world.scheduled();
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
    const domain_id = await world.scheduled();
    expectField(await previewOf(domain_id, 'operation=else'), 'operation');
    expectField(await previewOf(domain_id, 'operation=switch&target_mode=3'), 'target_mode');
    for (const path of [`/domains/${domain_id}/preview?operation=init`, `/domains/${domain_id}`]) {
      expect((await world.get(path, 'acme-other')).status).toBe(404);
    }
  });

  it('goes with the domain, and with whether a DNS server is connected', async () => {
    const domain_id = await world.scheduled();
    expect((await world.get(`/domains/${domain_id}`)).body.data).toEqual(await world.domain(world.latest()));
    expect((await world.get('/connection')).body.data).toEqual({ connected: false });
  });
});
