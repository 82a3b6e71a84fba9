import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { askAuthority } from '@/lib/guard/dns/authority';
import { textsOf } from '@/lib/guard/dns/provider';
import { LIST } from '@/lib/guard/domains/testing';
import { type PowerDns, startPowerDns } from '@/scripts/dns-servers';
import { type Fault, HttpFault } from '@/test/http-fault';
import { type Schedules, startSchedules } from './testing';

const ZONE = 'edge.parapet.example';
const signal = new AbortController().signal;

let pdns: PowerDns;
let between: HttpFault;
let world: Schedules;
beforeAll(async () => {
  pdns = await startPowerDns(ZONE);
  between = new HttpFault(pdns.url);
  const POWERDNS_API_URL = await between.start();
  const connected = { DNS_PROVIDER: 'powerdns', DNS_SERVER: pdns.server, POWERDNS_API_KEY: pdns.key };
  world = await startSchedules({ ...connected, POWERDNS_API_URL });
  world.runtime.dns.tries = 3;
}, 240_000);
afterAll(async () => {
  await world?.close();
  await between?.stop();
  await pdns?.stop();
});

const headers = () => ({ 'X-API-Key': pdns.key, 'Content-Type': 'application/json' });
const zoneUrl = () => `${pdns.url}/api/v1/servers/localhost/zones/${ZONE}.`;

type RrSet = { name: string; type: string; ttl: number; records: { content: string }[] };

/** Somebody else's record sets: all of the zone but its SOA and what Parapet writes for `cname`. */
async function foreign(cname: string): Promise<string[]> {
  const { rrsets } = (await (await fetch(zoneUrl(), { headers: headers() })).json()) as { rrsets: RrSet[] };
  const isOwn = ({ name, type }: RrSet) => name === `${cname}.` && ['A', 'AAAA', 'CNAME'].includes(type);
  const others = rrsets.filter((set) => set.type !== 'SOA' && !isOwn(set));
  return others.map(({ name, type, ttl, records }) => `${name} ${ttl} ${type} ${JSON.stringify(records)}`).sort();
}

async function write(...sets: { name: string; type: string; content: string }[]): Promise<void> {
  const rrsets = sets.map(({ name, type, content }) => {
    return { name: `${name}.`, type, ttl: 300, changetype: 'REPLACE', records: [{ content, disabled: false }] };
  });
  const { ok } = await fetch(zoneUrl(), { method: 'PATCH', headers: headers(), body: JSON.stringify({ rrsets }) });
  expect(ok).toBe(true);
}

const dig = async (name: string) => textsOf(await askAuthority(pdns.server, name, signal));
const lastAffair = async (domain_id: string) => (await world.get(`/affairs?domain_id=${domain_id}`)).body.data.list[0];
const ended = async (domain_id: string) => {
  await expect.poll(async () => (await lastAffair(domain_id)).status_code).not.toBe(1);
  return lastAffair(domain_id);
};

let n = 0;
/** A domain whose one node answers, with an origin, and records of others beside it and at its very name. */
async function scheduled() {
  const domain_id = await world.created('acme-root', `p${++n}.example.com`);
  const { cname } = (await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data;
  await write(
    { name: `www${n}.${ZONE}`, type: 'A', content: '198.51.100.7' },
    { name: cname, type: 'TXT', content: '"somebody else’s"' },
  );
  await world.assign(domain_id, ['hk-1'], { enable_parse: true });
  await world.init(domain_id);
  expect(await ended(domain_id)).toMatchObject({ status_code: 2 });
  expect(await dig(cname)).toEqual([NODE]);
  return { domain_id, cname, others: await foreign(cname) };
}

const [NODE, ORIGIN, OTHER] = ['A 203.0.113.10', 'A 192.0.2.1', 'A 203.0.113.20'];

describe('each operation', () => {
  const nodes = (domain_id: string, method: string, path: string, body?: object) =>
    world.call(method, `${LIST}/${domain_id}${path}`, { as: 'acme-root', body });
  const lock = (lock_status: number) => (id: string) => nodes(id, 'PATCH', '/nodes/hk-1/lock', { lock_status });
  const allOf = async (domain_id: string) =>
    (await world.records(domain_id)).map((record: { record_id: string }) => record.record_id);

  it('changes what the authoritative server answers, and nothing of anybody else', async () => {
    const { domain_id, cname, others } = await scheduled();
    const steps: [string, (id: string) => Promise<{ status: number }>, string[]][] = [
      ['switch_src', (id) => world.switchTo(id, 1), [ORIGIN]],
      ['reset', (id) => world.reset(id), [NODE]],
      ['nodes', (id) => world.assign(id, ['fra-1'], { enable_parse: true }), [NODE, OTHER]],
      ['lock', lock(2), [OTHER]],
      ['unlock', lock(1), [NODE, OTHER]],
      ['nodes', (id) => nodes(id, 'DELETE', '/nodes/fra-1'), [NODE]],
      ['disable', async (id) => world.post('/records/batch-status', { record_ids: await allOf(id), status: 1 }), []],
      ['init', (id) => world.init(id), [NODE]],
      [
        'enable',
        async (id) => world.post('/records/batch-status', { record_ids: await allOf(id), status: 2 }),
        [ORIGIN, NODE],
      ],
      ['switch_node', (id) => world.switchTo(id, 2), [NODE]],
      ['delete', (id) => nodes(id, 'DELETE', ''), []],
    ];
    let before = [NODE];
    for (const [cause, step, after] of steps) {
      expect(await dig(cname), `before: ${cause}`).toEqual(before);
      expect((await step(domain_id)).status, cause).toBe(200);
      const { json_content } = await ended(domain_id);
      expect(json_content, cause).toMatchObject({ cause, changes: [{ before, after }] });
      expect(await dig(cname), `after: ${cause}`).toEqual(after);
      expect(await foreign(cname), cause).toEqual(others);
      before = after;
    }
  });

  it('is brought about again by a repair, where somebody wrote at the name of the domain', async () => {
    const { domain_id, cname, others } = await scheduled();
    await write({ name: cname, type: 'A', content: '198.51.100.9' });
    const drift = async () => (await world.get(`/domains/${domain_id}/drift`)).body.data;
    expect(await drift()).toMatchObject({ missing: [NODE], unexpected: ['A 198.51.100.9'] });
    await world.repair(domain_id);
    expect(await ended(domain_id)).toMatchObject({ status_code: 2 });
    expect(await drift()).toMatchObject({ missing: [], unexpected: [] });
    expect(await foreign(cname)).toEqual(others);
  });
});

describe('a switch while the server', () => {
  afterEach(() => {
    between.judge = () => 'none';
  });

  /** Answers how a switch to the origins ended, each of whose first requests of `method` failed in its way. */
  async function switched(method: string, ...faults: Fault[]) {
    const { domain_id, cname, others } = await scheduled();
    between.writes = 0;
    between.judge = (asked) => (asked === method ? (faults.shift() ?? 'none') : 'none');
    const { data } = (await world.switchTo(domain_id, 1)).body;
    const { status_code, message, json_content } = await ended(domain_id);
    expect(await foreign(cname)).toEqual(others);
    expect((await world.affair(data.affairs_id)).status_code).toBe(status_code);
    const { parsing_state } = await world.domain(`p${n}.example`);
    return { status_code, message, parsing_state, retries: json_content.retries, answers: await dig(cname), cname };
  }
  const done = { status_code: 2, parsing_state: 1, answers: [ORIGIN] };
  const notDone = { status_code: 3, parsing_state: 2, answers: [NODE] };

  it.each<[string, string, Fault]>([
    ['is down', 'GET', 'down'],
    ['is down for writes', 'PATCH', 'down'],
    ['answers garbage', 'GET', 'garbage'],
    ['never answers', 'PATCH', 'silent'],
  ])('%s is tried again', async (_, method, fault) => {
    expect(await switched(method, fault)).toMatchObject({ ...done, retries: 1 });
    expect(between.writes).toBe(1);
  });

  it('applies it and loses the connection is written once', async () => {
    expect(await switched('PATCH', 'lost')).toMatchObject({ ...done, retries: 1 });
    expect(between.writes).toBe(1);
  });

  it('stays down fails after its last try, with DNS as it was', async () => {
    const found = await switched('GET', 'down', 'garbage', 'down');
    expect(found).toMatchObject({ ...notDone, retries: 2 });
    expect(found.message).toMatch(new RegExp(`^${found.cname}: PowerDNS: .*<br>$`));
  });

  it('refuses it fails at once, with DNS as it was', async () => {
    const found = await switched('PATCH', 'refusing');
    expect(found).toMatchObject({ ...notDone, retries: 0 });
    expect(found.message).toBe(`${found.cname}: PowerDNS refuses the records (422)<br>`);
  });
});
