import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, ORIGIN, startDomains } from '@/lib/guard/domains/testing';
import { DISABLE, ENABLE } from '@/lib/guard/domains/vocabulary';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

const read = async (domain_id: string, as = 'acme-root') =>
  (await world.call('GET', `${LIST}/${domain_id}/settings`, { as })).body.data.settings;
const write = (domain_id: string, settings: unknown, as = 'acme-root') =>
  world.call('PUT', `${LIST}/${domain_id}/settings`, { as, body: { settings } });
const toggle = (domain_id: string, service_id: string, body: unknown, as = 'acme-root') =>
  world.call('PUT', `${LIST}/${domain_id}/origins/${service_id}/status`, { as, body });
const TWO = [ORIGIN, { addr: '192.0.2.2', port: 80, protocol: 'http' }];

async function originOf(domain_id: string) {
  const { services } = JSON.parse((await read(domain_id)).origin);
  const [service] = services;
  return { service_id: service.service_id as string, sources: service.sources, services };
}

describe('settings', () => {
  it('leave revisions from which the largest of them can be restored, `key` and `cookie` as they were', async () => {
    const domain_id = await world.created('acme-root', 'large.example.com');
    const keys = Object.keys(await read(domain_id)).filter((key) => key !== 'origin');
    const fields = {
      status: ENABLE,
      key: 'X-Request-Id',
      cookie: 'sid',
      nested: { key: 'a', list: [{ cookie: 'b' }] },
    };
    const large = JSON.stringify({ ...fields, text: '"'.repeat(32_000) });
    const [first = '', second = '', third = ''] = keys;
    for (const key of [first, second]) expect((await write(domain_id, { [key]: large })).status).toBe(200);
    expectField(await write(domain_id, { [third]: large }), `settings.${third}`, 'err.guard.settings.too_large');
    const kept = await world.db
      .selectFrom('revisions')
      .select('after')
      .where('object_type', '=', 'domain')
      .where('object_id', '=', domain_id)
      .orderBy('revision', 'desc')
      .executeTakeFirstOrThrow();
    const after = JSON.parse(kept.after);
    expect(after).not.toHaveProperty('truncated');
    const now = await read(domain_id);
    for (const key of [first, second]) {
      expect(now[key]).toBe(large);
      expect(after.settings[key]).toEqual(JSON.parse(large));
    }
  });

  it('are read, changed one by one, and the switches follow', async () => {
    const domain_id = await world.created('acme-root', 'settings.example.com');
    const before = await read(domain_id);
    const bot = `{ "level": "strict", "list": [1, 2.50],\n "status": "${ENABLE}" }`;
    const answer = await write(domain_id, { bot });
    expect(answer.body).toEqual({ code: 0, message: 'ok', data: null });
    expect(await read(domain_id)).toEqual({ ...before, bot });
    const { switches } = (await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data;
    expect(switches).toEqual({ waf: 1, cc: 1, acl: 1, bot: 1, cache: 0 });
    await write(domain_id, { waf: JSON.stringify({ status: DISABLE }), cache: JSON.stringify({ status: ENABLE }) });
    expect((await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' })).body.data.switches).toEqual({
      waf: 0,
      cc: 1,
      acl: 1,
      bot: 1,
      cache: 1,
    });
    expect((await write(domain_id, {})).status).toBe(200);
  });

  it('refuses unknown keys and wrong documents, and then changes nothing', async () => {
    const domain_id = await world.created('acme-root', 'refused.example.com');
    const before = await read(domain_id);
    const good = { waf: JSON.stringify({ status: DISABLE }) };
    for (const key of ['nope', 'constructor', 'toString', 'WAF', '']) {
      const answer = await write(domain_id, { ...good, [key]: '{}' });
      expectField(answer, `settings.${key}`, 'err.guard.settings.unknown_key');
      expect(answer.body.data.valid_values).toContain('waf');
    }
    const proto = await world.call('PUT', `${LIST}/${domain_id}/settings`, {
      as: 'acme-root',
      raw: '{"settings":{"__proto__":"x"}}',
    });
    expect(proto.status).toBe(400);
    const deep = `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    for (const cc of ['{', deep, '{"a":1,"a":2}', '{"__proto__":{}}', '{"a":1e400}', '{"a":"\\ud800"}']) {
      expectField(await write(domain_id, { ...good, cc }), 'settings.cc', 'err.guard.settings.not_json');
    }
    expectField(await write(domain_id, { ...good, cc: '[]' }), 'settings.cc');
    expectField(await write(domain_id, { ...good, cc: '{"status":"on"}' }), 'settings.cc.status');
    expectField(await write(domain_id, { ...good, cc: 1 }), 'settings.cc');
    expectField(await write(domain_id, { ...good, cc: `"${'x'.repeat(65_536)}"` }), 'settings.cc');
    expectField(await write(domain_id, { ...good, origin: '{"services":[]}' }), 'settings.origin.services');
    const source = { ip: '192.0.2.9', port: 0, protocol: 'http', status: ENABLE };
    const origin = JSON.stringify({ services: [{ service_id: 'a', sources: [source] }] });
    expectField(await write(domain_id, { ...good, origin }), 'settings.origin.services.0.sources.0.port');
    for (const service_id of ['', 'a/b', 'a b', 'ü', '..', 'x'.repeat(129)]) {
      const unnamable = JSON.stringify({ services: [{ service_id, sources: [{ ...source, port: 80 }] }] });
      const answer = await write(domain_id, { ...good, origin: unnamable });
      expectField(answer, 'settings.origin.services.0.service_id');
    }
    const twice = { service_id: 'a', sources: [{ ...source, port: 80 }] };
    const ambiguous = JSON.stringify({ services: [twice, twice] });
    expectField(await write(domain_id, { ...good, origin: ambiguous }), 'settings.origin.services');
    expect(await read(domain_id)).toEqual(before);
  });

  it('hold the origins, of which one ordinary one stays enabled', async () => {
    const domain_id = await world.created('acme-root', 'origins.example.com');
    const { service_id } = await originOf(domain_id);
    const origin = (status: string, protocol = 'https') =>
      JSON.stringify({
        timeout: 30,
        services: [{ service_id, note: 'kept', sources: [{ ip: '192.0.2.50', port: 443, protocol, status }] }],
      });
    expectField(await write(domain_id, { origin: origin(DISABLE) }), 'settings.origin', 'err.guard.origin.last');
    expectField(await write(domain_id, { origin: origin(ENABLE, 'ws') }), 'settings.origin', 'err.guard.origin.last');
    expect((await write(domain_id, { origin: origin(ENABLE) })).status).toBe(200);
    expect(JSON.parse((await read(domain_id)).origin)).toEqual({
      timeout: 30,
      services: [
        {
          service_id,
          note: 'kept',
          sources: [{ ip: '192.0.2.50', port: 443, protocol: 'https', status: ENABLE, weight: 1, line: 'default' }],
        },
      ],
    });
  });

  it('written by 32 at once are all there', async () => {
    const domain_id = await world.created('acme-root', 'parallel.example.com');
    const keys = ['waf', 'cc', 'acl', 'bot', 'cache', 'guard_weak_password_setting'];
    await Promise.all(
      Array.from({ length: 32 }, (_, i) => write(domain_id, { [keys[i % 6] as string]: JSON.stringify({ n: i }) })),
    );
    const after = await read(domain_id);
    for (const [i, key] of keys.entries()) expect(JSON.parse(after[key]).n % 6, key).toBe(i);
  });

  it('belong to those who see the domain, are recorded by field and distributed once it is approved', async () => {
    const domain_id = await world.created('acme-root', 'recorded.example.com');
    for (const as of ['acme-other', 'acme-child', 'borealis-root']) {
      expect((await world.call('GET', `${LIST}/${domain_id}/settings`, { as })).status, as).toBe(404);
      expect((await write(domain_id, {}, as)).status, as).toBe(404);
    }
    await world.judge('acme-support', domain_id, 4);
    await write(domain_id, { waf: JSON.stringify({ status: ENABLE, level: 3 }) });
    await write(domain_id, { waf: JSON.stringify({ level: 3, status: ENABLE }) });
    const [row] = await world.db
      .selectFrom('audit_logs')
      .selectAll()
      .orderBy('id', 'desc')
      .offset(1)
      .limit(1)
      .execute();
    expect(JSON.parse(row?.detail ?? '{}').changes).toEqual({ 'settings.waf.level': { old: null, new: 3 } });
    const releases = await world.call('GET', `${LIST}/${domain_id}/releases`, { as: 'acme-root' });
    expect(releases.body.data.total).toBe(2);
  });
});

describe('an origin', () => {
  it('is switched by address, port and line, or with its whole service', async () => {
    const domain_id = await world.created('acme-root', 'toggle.example.com', { src_sites: TWO });
    const { service_id } = await originOf(domain_id);
    const off = await toggle(domain_id, service_id, { status: 1, source: { ip: '192.0.2.2', port: 80 } });
    expect(off.body).toEqual({ code: 0, message: 'ok', data: null });
    const statuses = async () => (await originOf(domain_id)).sources.map((source: { status: string }) => source.status);
    expect(await statuses()).toEqual([ENABLE, DISABLE]);
    const last = await toggle(domain_id, service_id, { status: 1, source: { ip: '192.0.2.1', port: 443 } });
    expect(last.body.err_key).toBe('err.guard.origin.last');
    expect((await toggle(domain_id, service_id, { status: 1 })).status).toBe(400);
    expect((await toggle(domain_id, service_id, { status: 2 })).status).toBe(200);
    expect(await statuses()).toEqual([ENABLE, ENABLE]);

    const lined = { status: 1, source: { ip: '192.0.2.2', port: 80, line: 'default' } };
    expect((await toggle(domain_id, service_id, lined)).status).toBe(200);
    expectField(
      await toggle(domain_id, service_id, { status: 1, source: { ...lined.source, line: 'telecom' } }),
      'source',
      'err.guard.origin.unknown',
    );
    expectField(await toggle(domain_id, service_id, { status: 3 }), 'status');
    expectField(await toggle(domain_id, service_id, { status: 1, source: { ip: '192.0.2.2' } }), 'source.port');
    expectField(await toggle(domain_id, service_id, { status: 1, source: { port: 80 } }), 'source.ip');
    expect((await toggle(domain_id, 'no-such-service', { status: 1 })).status).toBe(404);
    expect((await toggle(domain_id, service_id, { status: 2 }, 'acme-other')).status).toBe(404);
  });

  it('stays the last one in 200 races of two that are switched off', async () => {
    const domain_id = await world.created('acme-root', 'race.example.com', { src_sites: TWO });
    const { service_id } = await originOf(domain_id);
    for (let round = 0; round < 200; round++) {
      const answers = await Promise.all(
        TWO.map(({ addr, port }) => toggle(domain_id, service_id, { status: 1, source: { ip: addr, port } })),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
      await toggle(domain_id, service_id, { status: 2 });
    }
  }, 60_000);

  it('shared by domains of one user is reported, with the probes of those', async () => {
    const shared = { addr: '198.51.100.7', port: 80, protocol: 'http' };
    const first = await world.created('acme-root', 'peer-a.example.com', { src_sites: [shared] });
    const second = await world.created('acme-root', 'peer-b.example.com', { src_sites: [shared, ORIGIN] });
    await world.created('acme-child', 'peer-c.example.com', { src_sites: [shared] });
    await world.created('acme-other', 'peer-d.example.com', { src_sites: [shared] });
    const peers = async (as = 'acme-root') =>
      (await world.call('GET', `${LIST}/${first}/src-check-peers`, { as })).body.data;
    expect(await peers()).toEqual({ shared: true, domains: ['peer-b.example.com'] });
    const origin = JSON.parse((await read(second)).origin);
    const check = { status: ENABLE, detection_time_intervals: 30, action: 5, ports: [80], failure_ratio: 60 };
    await write(second, {
      origin: JSON.stringify({ ...origin, tcp_configs: check, ping_config: { ...check, status: DISABLE } }),
    });
    expect(await peers()).toEqual({
      shared: true,
      domains: ['peer-b.example.com'],
      tcp_configs: {
        detection_time_intervals: 30,
        action: 5,
        ports: [80],
        fail_check_type: 1,
        serial_failure_count: 3,
        failure_ratio_windos: 0,
        failure_ratio: 60,
      },
    });
    const alone = await world.created('acme-root', 'alone.example.com', {
      src_sites: [{ addr: '198.51.100.99', port: 80, protocol: 'http' }],
    });
    const none = await world.call('GET', `${LIST}/${alone}/src-check-peers`, { as: 'acme-root' });
    expect(none.body.data).toEqual({ shared: false, domains: [] });
  });
});
