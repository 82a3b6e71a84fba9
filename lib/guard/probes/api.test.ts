import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, startDomains } from '@/lib/guard/domains/testing';
import { listen, startNameServer, type Zone } from './testing';

const zone: Zone = {};
let world: Domains;
let names: Awaited<ReturnType<typeof startNameServer>>;
let canary: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  names = await startNameServer(zone);
  canary = await listen();
  world = await startDomains({ DNS_RESOLVERS: names.address });
});
afterAll(async () => {
  await world.close();
  names.close();
  canary.close();
});

const target = (host: string, more: object = {}) => ({
  domain: 'shop.example.com',
  protocol: 'https',
  origin_protocol: 'http',
  host,
  port: canary.port,
  ...more,
});
const precheck = (targets: unknown, as = 'acme-root') =>
  world.call('POST', `${LIST}/precheck`, { as, body: { targets } });

describe('precheck', () => {
  it('reaches nothing it must not, in whatever spelling, and says so per target', async () => {
    zone['rebind.example.com'] = { a: (asked) => (asked === 0 ? ['127.0.0.2'] : ['127.0.0.1']) };
    const hosts = [
      '127.0.0.1',
      '127.1',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '0',
      '0.0.0.0',
      'localhost',
      '::1',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '169.254.169.254',
      'fe80::1',
      '224.0.0.1',
      '255.255.255.255',
      '①②⑦.⓪.⓪.①',
      'rebind.example.com',
      'nobody.example.com',
    ];
    const answer = await precheck(hosts.map((host) => target(host)));
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { results } = answer.body.data;
    expect(results.map((result: { host: string }) => result.host)).toEqual(hosts);
    for (const result of results) {
      expect(result, result.host).toMatchObject({ verdict: 'unreachable', tcp: { ok: false, latency_ms: 0 } });
    }
    expect(canary.connections()).toBe(0);
  });

  it('says what an origin may be and what a domain', async () => {
    const said = async (change: object) => (await precheck([target('192.0.2.1', change)], 'acme-child')).body.message;
    const origin = 'targets.0.host: Use an IP address or a host name, without port, path or wildcard.';
    for (const host of ['a_b.com', '*.a.com']) expect(await said({ host }), host).toBe(origin);
    const domain = 'targets.0.domain: Use a host name such as www.example.com, without port, path or wildcard.';
    for (const name of ['1.2.3.4', '*.a.com']) expect(await said({ domain: name }), name).toBe(domain);
  });

  it('refuses what is no target', async () => {
    expectField(await precheck([], 'acme-child'), 'targets');
    expectField(await precheck(Array(21).fill(target('192.0.2.1')), 'acme-child'), 'targets');
    for (const [change, field] of [
      [{ host: 'a..com' }, 'targets.0.host'],
      [{ host: 'a b' }, 'targets.0.host'],
      [{ host: '' }, 'targets.0.host'],
      [{ domain: 'a.com\r\nX: y' }, 'targets.0.domain'],
      [{ domain: '*.example.com' }, 'targets.0.domain'],
      [{ port: 0 }, 'targets.0.port'],
      [{ port: 65_536 }, 'targets.0.port'],
      [{ origin_protocol: 'ws' }, 'targets.0.origin_protocol'],
      [{ protocol: undefined }, 'targets.0.protocol'],
    ] as const) {
      expectField(await precheck([target('192.0.2.1', change)], 'acme-child'), field);
    }
    expect((await precheck([target('127.0.0.1')], 'acme-nobody')).status).toBe(403);
  });

  it('is recorded, and may be asked for ten times a minute', async () => {
    const answers = await Promise.all(Array.from({ length: 14 }, () => precheck([target('127.0.0.1')], 'acme-other')));
    const statuses = answers.map((answer) => answer.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    const late = answers.find((answer) => answer.status === 429);
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
    const rows = await world.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'guard.domain.precheck')
      .where('actor_name', '=', 'acme-other')
      .where('status', '=', 1)
      .execute();
    expect(rows).toHaveLength(10);
    expect(rows[0]?.resource_label).toBe(`127.0.0.1:${canary.port}`);
  });
});

describe('verify', () => {
  it('tells whether the CNAME points here and the first origin answers', async () => {
    const src_sites = [{ addr: '127.0.0.1', port: canary.port, protocol: 'http' }];
    const domain_id = await world.created('acme-root', 'verify.example.com', { src_sites });
    const verify = (id = domain_id, as = 'acme-root') => world.call('POST', `${LIST}/${id}/verify`, { as });
    expect((await verify()).body.data).toEqual({
      origin_reachable: false,
      origin_latency_ms: 0,
      origin_error: 'address not allowed',
      dns_effective: false,
      resolved_cname: '',
      checked_at: expect.any(Number),
    });
    zone['verify.example.com'] = { cname: 'elsewhere.example.net' };
    expect((await verify()).body.data).toMatchObject({ dns_effective: false, resolved_cname: 'elsewhere.example.net' });
    const { cname } = (await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data;
    zone['verify.example.com'] = { cname: cname.toUpperCase() };
    expect((await verify()).body.data).toMatchObject({ dns_effective: true, resolved_cname: cname });
    expect(canary.connections()).toBe(0);
    expect((await verify(domain_id, 'acme-other')).status).toBe(404);

    const wildcard = await world.created('acme-root', '*.verify.example.com');
    const detail = await world.call('GET', `${LIST}/${wildcard}`, { as: 'acme-root' });
    zone['parapet-verify.verify.example.com'] = { cname: detail.body.data.cname };
    expect((await verify(wildcard)).body.data.dns_effective).toBe(true);
  });

  it('is recorded, and may be asked for thirty times a minute', async () => {
    const domain_id = await world.created('acme-child', 'often.example.com');
    const verify = () => world.call('POST', `${LIST}/${domain_id}/verify`, { as: 'acme-child' });
    const answers = await Promise.all(Array.from({ length: 34 }, verify));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(30);
    const late = answers.find((answer) => answer.status === 429);
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0);
    const rows = await world.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('action', '=', 'guard.domain.verify')
      .where('actor_name', '=', 'acme-child')
      .where('status', '=', 1)
      .execute();
    expect(rows).toHaveLength(30);
    expect(rows[0]).toMatchObject({ resource_id: domain_id, resource_label: 'often.example.com' });
  });
});
