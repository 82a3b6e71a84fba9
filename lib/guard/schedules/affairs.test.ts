import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIST } from '@/lib/guard/domains/testing';
import { FakeDns, type Schedules, startSchedules } from './testing';
import { textOfResult } from './vocabulary';

let world: Schedules;
let fake: FakeDns;
beforeAll(async () => {
  world = await startSchedules();
});
afterAll(() => world.close());
beforeEach(() => {
  fake = new FakeDns();
  world.runtime.dns.provider = fake;
  world.runtime.dns.tries = 3;
});

let n = 0;
async function scheduled() {
  const domain_id = await world.created('acme-root', `a${++n}.example.com`);
  const { body } = await world.assign(domain_id, ['hk-1'], { enable_parse: true });
  expect(body.data).toEqual({ added: 1, dns_synced: true });
  await world.init(domain_id);
  const { cname } = (await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data;
  return { domain_id, cname };
}
const answered = (cname: string) => fake.names.get(cname)?.map(({ value }) => value);
const jobsOf = (domain_id: string) => {
  const jobs = world.db.selectFrom('jobs').select('id').where('object_id', 'like', `%:${domain_id}`);
  return jobs.where('kind', '=', 'guard.schedules.apply').execute();
};
/** Waits for the end of an affair whose tries wait for each other. */
const ended = async (affairs_id: string) => {
  await expect.poll(async () => (await world.affair(affairs_id)).status_code).not.toBe(1);
  return world.affair(affairs_id);
};

describe('an affair', () => {
  it('succeeds once the server answers what is wanted', async () => {
    const { domain_id, cname } = await scheduled();
    expect(answered(cname)).toEqual(['203.0.113.10']);
    const { data } = (await world.switchTo(domain_id, 1)).body;
    expect(answered(cname)).toEqual(['192.0.2.1']);
    const result = { name: cname, code: 'written', answers: ['A 192.0.2.1'], said: '' };
    expect(await ended(data.affairs_id)).toMatchObject({
      status_code: 2,
      message: `${cname}: A 192.0.2.1<br>`,
      json_content: { cause: 'switch_src', results: { [domain_id]: result } },
    });
    const [record] = await world.records(domain_id);
    expect(record.associated_id).toBe(`${cname}.`);
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    expect(answered(cname)).toEqual([]);
  });

  it('says in a code that no DNS is connected', async () => {
    const { domain_id, cname } = await scheduled();
    world.runtime.dns.provider = undefined;
    const affair = await ended((await world.switchTo(domain_id, 1)).body.data.affairs_id);
    const result = { name: cname, code: 'kept', answers: ['A 192.0.2.1'], said: '' };
    expect(affair.json_content.results).toEqual({ [domain_id]: result });
    expect(affair.message).toBe(`${cname}: A 192.0.2.1 (kept; no DNS is connected)<br>`);
  });

  it('does not succeed before the server itself answers what was written', async () => {
    const { domain_id, cname } = await scheduled();
    fake.stale = [{ type: 'A', value: '203.0.113.10' }];
    const { data } = (await world.switchTo(domain_id, 1)).body;
    const said = `${cname}: the name server answers A 203.0.113.10 instead<br>`;
    await expect.poll(async () => (await world.affair(data.affairs_id)).message).toBe(said);
    expect(answered(cname)).toEqual(['192.0.2.1']);
    expect(await world.domain(`a${n}.example`)).toMatchObject({ parsing_state: 2, dns_group_type: 1 });
    fake.stale = undefined;
    expect(await ended(data.affairs_id)).toMatchObject({ status_code: 2 });
    expect(await world.domain(`a${n}.example`)).toMatchObject({ parsing_state: 1, dns_group_type: 1 });
  });

  it('is tried again after a failure, and its failures are counted', async () => {
    const { domain_id, cname } = await scheduled();
    fake.failures = ['down'];
    const { data } = (await world.switchTo(domain_id, 1)).body;
    expect(await ended(data.affairs_id)).toMatchObject({
      status_code: 2,
      json_content: { retries: 1, max_retries: 2 },
    });
    expect(answered(cname)).toEqual(['192.0.2.1']);
  });

  it('writes nothing again where only the answer was lost', async () => {
    const { domain_id } = await scheduled();
    fake.written.length = 0;
    fake.failures = ['lost'];
    const { data } = (await world.switchTo(domain_id, 1)).body;
    expect(await ended(data.affairs_id)).toMatchObject({ status_code: 2 });
    expect(fake.written).toHaveLength(1);
  });

  it('fails with the reason, escaped, after its last try; parsing_state stays what DNS answers', async () => {
    const { domain_id, cname } = await scheduled();
    fake.failures = Array(3).fill('down');
    const { data } = (await world.switchTo(domain_id, 1)).body;
    expect(await ended(data.affairs_id)).toMatchObject({
      ...{ status: 'AffairsStatus_Faild', status_code: 3, message: `${cname}: the name server: &lt;down&gt;<br>` },
      json_content: { retries: 2 },
    });
    expect(await world.domain(`a${n}.example`)).toMatchObject({ parsing_state: 2, dns_group_type: 1 });
    expect((await world.get(`/domains/${domain_id}/drift`)).body.data).toMatchObject({
      ...{ connected: true, missing: ['A 192.0.2.1'], unexpected: ['A 203.0.113.10'] },
    });
    const repaired = (await world.repair(domain_id)).body.data;
    expect(await ended(repaired.affairs_id)).toMatchObject({ status_code: 2 });
    expect(await world.domain(`a${n}.example`)).toMatchObject({ parsing_state: 1, dns_group_type: 1 });
  });

  it('fails at once where the server refuses it', async () => {
    const { domain_id } = await scheduled();
    fake.failures = ['refused'];
    const { data } = (await world.switchTo(domain_id, 1)).body;
    expect(await ended(data.affairs_id)).toMatchObject({ status_code: 3, json_content: { retries: 0 } });
    expect(await jobsOf(domain_id)).toEqual([]);
  });

  it('whose process slept through its lease writes nothing that stays', async () => {
    const { domain_id, cname } = await scheduled();
    fake.written.length = 0;
    // What was written late is put right even where the server is down just then.
    fake.failures = ['none', 'down'];
    let later: ReturnType<typeof world.switchTo> | undefined;
    fake.before = async () => {
      await world.runtime.store.transaction((tx) => tx.deleteFrom('job_claims').execute());
      later = world.switchTo(domain_id, 2);
      // Nodes answered all the time, so that the later change has nothing to write.
      await expect.poll(async () => (await world.domain(`a${n}.example`)).parsing_state).toBe(2);
      await expect.poll(() => jobsOf(domain_id)).toEqual([]);
    };
    const first = await world.switchTo(domain_id, 1);
    const last = await later;
    for (const answer of [first, last]) expect((await ended(answer?.body.data.affairs_id)).status_code).toBe(2);
    await expect.poll(() => answered(cname)).toEqual(['203.0.113.10']);
    expect(fake.written.map((line) => line.split(' ').at(-1))).toEqual(['192.0.2.1', '203.0.113.10']);
  });

  it('of several domains ends with the last of them, and fails where one does', async () => {
    const [one, two] = [await scheduled(), await scheduled()];
    const rows = [...(await world.records(one.domain_id)), ...(await world.records(two.domain_id))];
    fake.failures = ['refused'];
    const body = { record_ids: rows.map((row) => row.record_id), status: 2 };
    const { data } = (await world.post('/records/batch-status', body)).body;
    const affair = await ended(data.affairs_id);
    expect(affair.status_code).toBe(3);
    expect(affair.message.split('<br>')).toHaveLength(3);
    const results: { code: string; said: string; fault?: string }[] = Object.values(affair.json_content.results);
    expect(results.map(({ code, said, fault }) => [code, said, fault]).sort()).toEqual([
      ['refused', 'the name server refuses the update', 'update_refused'],
      ['written', '', undefined],
    ]);
    expect(fake.written.filter((line) => line.includes('192.0.2.1'))).toHaveLength(1);
  });

  it('of several owners shows at a domain what became of that domain alone', async () => {
    const own = await scheduled();
    const child_id = await world.created('acme-child', 'of-child.example.com');
    await world.init(child_id);
    const rows = [...(await world.records(own.domain_id)), ...(await world.records(child_id))];
    fake.failures = ['refused'];
    const body = { record_ids: rows.map((row) => row.record_id), status: 2 };
    const { affairs_id } = (await world.post('/records/batch-status', body, 'acme-support')).body.data;
    const { results, message } = await ended(affairs_id).then(({ json_content, ...affair }) => ({
      ...affair,
      ...json_content,
    }));
    expect(message.split('<br>')).toHaveLength(3);
    expect((await world.get(`/affairs/${affairs_id}`, 'acme-child')).status).toBe(404);
    for (const [domain_id, as] of [
      [own.domain_id, 'acme-root'],
      [child_id, 'acme-child'],
      [child_id, 'acme-support'],
    ] as const) {
      const isRefused = results[domain_id].code === 'refused';
      const shown = {
        last_affair_status: isRefused ? 'AffairsStatus_Faild' : 'AffairsStatus_Succeed',
        last_affair_message: `${textOfResult(results[domain_id])}<br>`,
      };
      expect(message).toContain(shown.last_affair_message);
      expect((await world.get(`/domains/${domain_id}`, as)).body.data, as).toMatchObject(shown);
      const { list } = (await world.get('/domains?size=100', as)).body.data;
      expect(
        list.find((one: { domain_id: string }) => one.domain_id === domain_id),
        as,
      ).toMatchObject(shown);
    }
    expect(new Set(Object.values(results).map((result) => (result as { code: string }).code)).size).toBe(2);
  });
});

describe('fifty switches at once', () => {
  it('end in the state of the last one, and each affair ends', async () => {
    const { domain_id, cname } = await scheduled();
    const modes = Array.from({ length: 50 }, (_, i) => 1 + (i % 2));
    const answers = await Promise.all(modes.map((mode) => world.switchTo(domain_id, mode)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    for (const { body } of answers) expect((await ended(body.data.affairs_id)).status_code).toBe(2);
    const last = await lastSwitch(domain_id);
    expect(await world.domain(`a${n}.example`)).toMatchObject({ dns_group_type: last, parsing_state: last });
    expect(answered(cname)).toEqual([last === 1 ? '192.0.2.1' : '203.0.113.10']);
    expect(await jobsOf(domain_id)).toEqual([]);
  });
});

/** What the last switch that was committed asked for. */
async function lastSwitch(domain_id: string): Promise<number> {
  const rows = world.db.selectFrom('audit_logs').select('detail').where('resource_id', '=', domain_id);
  const switches = rows.where('action', '=', 'guard.schedule.switch').orderBy('id', 'desc').limit(1);
  const { detail } = await switches.executeTakeFirstOrThrow();
  return JSON.parse(detail).params.target_mode;
}
