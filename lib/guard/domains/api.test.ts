import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, ORIGIN, startDomains } from './testing';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

describe('a domain', () => {
  it('is created with its origins, read, listed, changed and deleted', async () => {
    const src_sites = [
      ORIGIN,
      { addr: 'Origin.Example.NET', port: 80, protocol: 'http', weight: 30 },
      { ...ORIGIN, weight: 7 },
      { addr: '::ffff:192.0.2.1', port: 443, protocol: 'https' },
      { addr: '2001:DB8::0:1', port: 443, protocol: 'https' },
    ];
    const answer = await world.create('acme-root', 'Shop.München.Example', { src_sites, asset_name: 'The shop' });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(data).toEqual({
      domain_id: expect.any(String),
      domain: 'shop.xn--mnchen-3ya.example',
      asset_name: 'The shop',
      user_id: expect.any(String),
      user_name: 'acme-root',
      policy_id: world.policies.get('acme-root'),
      cname: expect.stringMatching(/^d[0-9a-f]{20}\.edge\.parapet\.example$/),
      auto_cert: false,
      mode: 1,
      audit_status: 1,
      switches: { waf: 1, cc: 1, acl: 1, bot: 0, cache: 0 },
      ctime: expect.any(Number),
      utime: data.ctime,
    });
    const path = `${LIST}/${data.domain_id}`;
    expect((await world.call('GET', path, { as: 'acme-root' })).body.data).toEqual({
      ...data,
      cert_id: 0,
      nodes: [],
    });

    const settings = await settingsOf(data.domain_id);
    expect(Object.keys(settings).sort()).toEqual([
      'acl',
      'bot',
      'cache',
      'cc',
      'guard_weak_password_setting',
      'origin',
      'waf',
    ]);
    expect(JSON.parse(settings.origin ?? '')).toEqual({
      services: [
        {
          service_id: expect.any(String),
          sources: [
            source('192.0.2.1', 443, 'https', 1),
            source('origin.example.net', 80, 'http', 30),
            source('2001:db8::1', 443, 'https', 1),
          ],
        },
      ],
    });

    for (const keyword of ['SHOP.', 'münchen', 'xn--mnchen', 'the sh']) {
      const list = await world.call('GET', `${LIST}?keyword=${encodeURIComponent(keyword)}`, { as: 'acme-root' });
      expect(list.body.data, keyword).toEqual({ list: [data], total: 1, page: 1, size: 20 });
    }
    for (const keyword of ['%', '_', '\\', "'", '";--']) {
      expect(await world.total('acme-root', `keyword=${encodeURIComponent(keyword)}`), keyword).toBe(0);
    }

    const edited = await world.call('PUT', path, {
      as: 'acme-root',
      body: { asset_name: '', auto_cert: true, mode: -7 },
    });
    expect(edited.body.data).toEqual({ ...data, asset_name: '', auto_cert: true, mode: -7, utime: expect.any(Number) });
    expect(await world.total('acme-root', 'keyword=the')).toBe(0);
    expect(await world.total('acme-root', 'keyword=shop')).toBe(1);

    expect((await world.call('DELETE', path, { as: 'acme-root' })).body).toEqual({
      code: 0,
      message: 'ok',
      data: null,
    });
    expect((await world.call('GET', path, { as: 'acme-root' })).status).toBe(404);
    expect(await rowsLeft(data.domain_id)).toBe(0);
    await world.created('acme-root', 'shop.xn--mnchen-3ya.example');
  });

  it('shows its nodes and takes them along when it goes', async () => {
    const domain_id = await world.created('acme-root', 'nodes.example.com');
    await world.runtime.store.transaction((tx) =>
      tx.insertInto('domain_nodes').values({ domain_id, node_id: 'hk-1', lock_status: 1, enabled: 1 }).execute(),
    );
    const { body } = await world.call('GET', `${LIST}/${domain_id}`, { as: 'acme-root' });
    expect(body.data.nodes).toEqual([
      { id: expect.any(Number), ip_addr: '203.0.113.10', node_id: 'hk-1', enabled: true, line: 1 },
    ]);
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    expect(await rowsLeft(domain_id)).toBe(0);
  });

  it('of a platform user is theirs', async () => {
    const { body } = await world.create('acme-support', 'platform.example.com');
    expect(body.data.user_name).toBe('acme-support');
    expect((await world.call('GET', `${LIST}/${body.data.domain_id}`, { as: 'acme-root' })).status).toBe(404);
  });

  it('has a name once per OEM, and whose it is stays untold', async () => {
    await world.created('acme-root', 'taken.example.com');
    for (const [as, domain] of [
      ['acme-root', 'TAKEN.example.com'],
      ['acme-other', 'taken.example.com'],
    ] as const) {
      const answer = await world.create(as, domain);
      expectField(answer, 'domain', 'err.guard.domain.taken');
      expect(answer.body.data).toEqual({ category: 'conflict', field: 'domain' });
      expect(JSON.stringify(answer.body)).not.toContain('acme-root');
    }
    await world.created('acme-root', '*.taken.example.com');
    await world.created('borealis-root', 'taken.example.com');
  });

  it('takes only a policy its maker sees; another one is as unknown as none', async () => {
    const unknown = await world.create('acme-child', 'foreign.example.com', { policy_id: 'none' });
    expectField(unknown, 'policy_id', 'err.guard.domain.policy_unknown');
    const domain_id = await world.created('acme-child', 'own.example.com');
    for (const owner of ['acme-root', 'acme-other', 'acme-support', 'borealis-root']) {
      const policy_id = world.policies.get(owner);
      const answer = await world.create('acme-child', 'foreign.example.com', { policy_id });
      expect(answer.body, owner).toEqual(unknown.body);
      const edit = await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-child', body: { policy_id } });
      expect(edit.body, owner).toEqual(unknown.body);
    }
    expect(await world.total('acme-support', 'keyword=foreign.example')).toBe(0);
    // Platform staff see every policy of their site, and still give a domain none of another account.
    for (const owner of ['acme-other', 'acme-support']) {
      const policy_id = world.policies.get(owner);
      const given = await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-support', body: { policy_id } });
      expectField(given, 'policy_id', 'err.guard.domain.policy_unknown');
      const own = await world.create('acme-support', 'support.example.com', {
        policy_id: world.policies.get('acme-root'),
      });
      expectField(own, 'policy_id', 'err.guard.domain.policy_unknown');
    }
    const edit = await world.call('PUT', `${LIST}/${domain_id}`, {
      as: 'acme-root',
      body: { policy_id: world.policies.get('acme-root') },
    });
    expect(edit.body.data.policy_id).toBe(world.policies.get('acme-root'));
    // The child keeps editing a domain whose policy it does not see, as long as it names no other.
    const kept = await world.call('PUT', `${LIST}/${domain_id}`, { as: 'acme-child', body: edit.body.data });
    expect(kept.status).toBe(200);
  });

  it('takes no certificate that does not exist, and is then not created', async () => {
    expectField(
      await world.create('acme-root', 'cert.example.com', { cert_ids: [1] }),
      'cert_ids.0',
      'err.guard.domain.cert_unknown',
    );
    expectField(
      await world.create('acme-root', 'cert.example.com', { cert_id: 1 }),
      'cert_id',
      'err.guard.domain.cert_unknown',
    );
    expect(await world.total('acme-root', 'keyword=cert.example')).toBe(0);
    await world.created('acme-root', 'cert.example.com', { cert_ids: [], cert_id: 0 });
  });

  it('keeps what a body may not set', async () => {
    const { body: before } = await world.create('acme-root', 'mass.example.com', {
      audit_status: 4,
      user_id: 'x',
      cname: 'x',
      oem_id: 'borealis',
      src_sites: [{ ...ORIGIN, status: 'x' }],
    });
    expect(before.data).toMatchObject({ audit_status: 1, user_name: 'acme-root' });
    const answer = await world.call('PUT', `${LIST}/${before.data.domain_id}`, {
      as: 'acme-root',
      body: { audit_status: 4, user_id: 'x', cname: 'x', oem_id: 'borealis', domain: 'x.example.com', switches: {} },
    });
    expect(answer.headers.get('x-ignored-fields')).toBe('audit_status, user_id, cname, oem_id, domain, switches');
    expect(answer.body.data).toEqual({ ...before.data, utime: expect.any(Number) });
  });
});

describe('bad input', () => {
  const valid = () => world.input('acme-root', 'valid.example.com');
  const sites = (site: object) => ({ src_sites: [ORIGIN, { ...ORIGIN, ...site }] });
  const cases: [string, object][] = [
    ['domain', { domain: undefined }],
    ['domain', { domain: '' }],
    ['domain', { domain: 'a..com' }],
    ['domain', { domain: '-a.com' }],
    ['domain', { domain: 'a.com:80' }],
    ['domain', { domain: `${'x'.repeat(64)}.com` }],
    ['domain', { domain: '192.0.2.1' }],
    ['domain', { domain: 7 }],
    ['domain', { domain: null }],
    ['policy_id', { policy_id: undefined }],
    ['policy_id', { policy_id: '' }],
    ['policy_id', { policy_id: 1 }],
    ['src_sites', { src_sites: undefined }],
    ['src_sites', { src_sites: [] }],
    ['src_sites', { src_sites: {} }],
    ['src_sites', { src_sites: Array.from({ length: 21 }, (_, i) => ({ ...ORIGIN, port: i + 1 })) }],
    ['src_sites.1.addr', sites({ addr: '*.a.com' })],
    ['src_sites.1.addr', sites({ addr: '1.2.3.4/33' })],
    ['src_sites.1.addr', sites({ addr: '01.2.3.4' })],
    ['src_sites.1.addr', sites({ addr: undefined })],
    ['src_sites.1.port', sites({ port: 0 })],
    ['src_sites.1.port', sites({ port: 65_536 })],
    ['src_sites.1.port', sites({ port: '80' })],
    ['src_sites.1.port', sites({ port: 80.5 })],
    ['src_sites.1.protocol', sites({ protocol: 'tcp' })],
    ['src_sites.1.weight', sites({ weight: 0 })],
    ['src_sites.1.weight', sites({ weight: 101 })],
    ['asset_name', { asset_name: 'x'.repeat(256) }],
    ['asset_name', { asset_name: true }],
    ['cert_ids', { cert_ids: 1 }],
    ['cert_ids.0', { cert_ids: ['1'] }],
    ['cert_ids.0', { cert_ids: [2 ** 53] }],
    ['cert_id', { cert_id: -1 }],
  ];

  it.each(cases)('on create names %s: %j', async (field, more) => {
    expectField(await world.call('POST', LIST, { as: 'acme-root', body: { ...valid(), ...more } }), field);
    expect(await world.total('acme-root', 'keyword=valid.example')).toBe(0);
  });

  it('on edit names the field', async () => {
    const path = `${LIST}/${await world.created('acme-root', 'edit.example.com')}`;
    for (const [field, value] of Object.entries({
      asset_name: null,
      policy_id: 4,
      auto_cert: 1,
      mode: 2 ** 31,
    })) {
      expectField(await world.call('PUT', path, { as: 'acme-root', body: { [field]: value } }), field);
    }
    expectField(await world.call('PUT', path, { as: 'acme-root', body: { mode: 1.5 } }), 'mode');
    expect((await world.call('PUT', path, { as: 'acme-root' })).status).toBe(400);
    expect((await world.call('PUT', path, { as: 'acme-root', body: {} })).status).toBe(200);
  });

  it('says what is valid', async () => {
    const protocol = await world.create('acme-root', 'v.example.com', sites({ protocol: 'ftp' }));
    expect(protocol.body.data.valid_values).toEqual(['http', 'https']);
    const list = await world.call('GET', `${LIST}?audit_status=5`, { as: 'acme-root' });
    expectField(list, 'audit_status');
    expect(list.body.data.valid_values).toEqual(['1', '2', '3', '4']);
    const name = await world.call('POST', LIST, {
      as: 'acme-root',
      body: { ...valid(), domain: 'a..com' },
      headers: { 'Accept-Language': 'zh-CN' },
    });
    expect(name.body.message).toMatch(/域名/);
  });

  it('is none in a whole name, however long', async () => {
    const long = `${['a', 'b', 'c'].map((letter) => letter.repeat(63)).join('.')}.${'d'.repeat(56)}.test`;
    const asset_name = '名'.repeat(255);
    expect(long).toHaveLength(253);
    await world.created('acme-root', long, { asset_name });
    for (const keyword of [long, asset_name]) {
      expect(await world.total('acme-root', `keyword=${encodeURIComponent(keyword)}`)).toBe(1);
    }
  });

  it('in the query is refused', async () => {
    for (const query of [
      'page=0',
      'size=101',
      'page=１',
      'audit_status=0',
      'audit_status=04',
      'audit_status=',
      `keyword=${'x'.repeat(256)}`,
    ]) {
      expect((await world.call('GET', `${LIST}?${encodeURI(query)}`, { as: 'acme-root' })).status, query).toBe(400);
    }
    const far = await world.call('GET', `${LIST}?page=1000000000&page_size=50`, { as: 'acme-root' });
    expect(far.body.data).toMatchObject({ list: [], size: 20 });
  });
});

const source = (ip: string, port: number, protocol: string, weight: number) => ({
  ip,
  port,
  protocol,
  weight,
  line: 'default',
  status: 'CFGOPTION_2_ENABLE',
});

async function settingsOf(domain_id: string): Promise<Record<string, string>> {
  const rows = await world.db.selectFrom('domain_settings').selectAll().where('domain_id', '=', domain_id).execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value]));
}

/** Rows of the tables below a domain. */
async function rowsLeft(domain_id: string): Promise<number> {
  const db = world.db;
  const tables = ['domain_settings', 'domain_nodes', 'origin_groups'] as const;
  const found = await Promise.all(
    tables.map((table) => db.selectFrom(table).select('domain_id').where('domain_id', '=', domain_id).execute()),
  );
  return found.flat().length;
}

it('names the cache node of the platform where there is one', async () => {
  const cached = await startDomains({ SHADOW_CACHE_ADDR: 'cache.example.net:8080' });
  const path = `${LIST}/${await cached.created('acme-root', 'cached.example.com')}`;
  const { data } = (await cached.call('GET', path, { as: 'acme-root' })).body;
  expect(data.shadow_cache_addr).toBe('cache.example.net:8080');
  await cached.close();
});
