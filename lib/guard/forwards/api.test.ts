import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField, LIST } from '@/lib/guard/domains/testing';
import { MAX_FORWARDS } from './contract';
import { FORWARDS, type Forwards, startForwards } from './testing';

let world: Forwards;
let { domain_id, child_domain, create, edit, remove, made } = {} as Forwards;
beforeAll(async () => {
  world = await startForwards();
  ({ domain_id, child_domain, create, edit, remove, made } = world);
});
afterAll(() => world.close());

const read = (id: number, as = 'acme-root') => world.call('GET', `${FORWARDS}/${id}`, { as });
const list = async (query = '', as = 'acme-root') =>
  (await world.call('GET', `${FORWARDS}?${query}`, { as })).body.data as { list: { id: number }[]; total: number };

describe('port forwards', () => {
  it('are made with defaults, read, listed, changed in part and deleted', async () => {
    const answer = await create({ port: 8443, describe: 'Lobby' });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    const { user_id } = await world.scopeOf('acme-root', 'root');
    expect(data).toEqual({
      id: expect.any(Number),
      user_id,
      user_name: 'acme-root',
      domain: 'game.example.com',
      domain_id,
      schema: 3,
      port: 8443,
      node_ipaddrs: '',
      describe: 'Lobby',
      status: 2,
      src_setting: {},
      adv_settings: {},
      node_setting: {},
      dev_setting: '',
      ctime: expect.any(Number),
      utime: data.ctime,
    });
    expect((await read(data.id)).body.data).toEqual(data);
    expect((await list('keyword=lobby')).list).toEqual([data]);
    const changed = await edit(data.id, { status: 1, schema: 4 });
    expect(changed.body.data).toEqual({ ...data, status: 1, schema: 4, utime: expect.any(Number) });
    expect(changed.body.data.utime).toBeGreaterThan(data.utime);
    expect((await remove(data.id)).body).toEqual({ code: 0, message: 'ok', data: null });
    for (const gone of [await read(data.id), await edit(data.id, {}), await remove(data.id)]) {
      expect(gone.status).toBe(404);
    }
    expect((await made()).id).toBeGreaterThan(data.id);
  });

  it('keep open objects exactly, and check the fields that are known', async () => {
    const src_setting = { port: 25_565, balance: 'ip_hash', weights: [1, 2.5, null], own: { deep: { a: '"\\ 密码' } } };
    const adv_settings = { connect_timeout: 3, idle_timeout: 60, max_connections: 0, proxy_protocol: true, x: {} };
    const node_setting = { ipv6: true, backlog: 512, constructor: 'kept' };
    const dev_setting = 'bind eth1\n\ttune 9';
    const { id } = await made({ src_setting, adv_settings, node_setting, dev_setting });
    const stored = (await read(id)).body.data;
    expect(stored).toMatchObject({ src_setting, adv_settings, node_setting, dev_setting });
    const cases: [object, string][] = [
      [{ src_setting: { port: 0 } }, 'src_setting.port'],
      [{ src_setting: { balance: 'luck' } }, 'src_setting.balance'],
      [{ src_setting: [] }, 'src_setting'],
      [{ src_setting: null }, 'src_setting'],
      [{ src_setting: { text: 'x'.repeat(4096) } }, 'src_setting'],
      [{ src_setting: { a: { a: { a: { a: { a: { a: { a: { a: {} } } } } } } } } }, 'src_setting'],
      [{ adv_settings: { connect_timeout: 301 } }, 'adv_settings.connect_timeout'],
      [{ adv_settings: { idle_timeout: '60' } }, 'adv_settings.idle_timeout'],
      [{ adv_settings: { max_connections: -1 } }, 'adv_settings.max_connections'],
      [{ adv_settings: { proxy_protocol: 1 } }, 'adv_settings.proxy_protocol'],
      [{ node_setting: { ipv6: 'yes' } }, 'node_setting.ipv6'],
      [{ node_setting: { backlog: 65_536 } }, 'node_setting.backlog'],
      [{ dev_setting: 'x'.repeat(4097) }, 'dev_setting'],
    ];
    for (const [change, field] of cases) {
      expectField(await edit(id, change), field);
      expectField(await create(change), field);
    }
    expect((await read(id)).body.data).toEqual(stored);
    const largest = { text: 'x'.repeat(4096 - '{"text":""}'.length) };
    const deepest = { a: { a: { a: { a: { a: { a: { a: [] } } } } } } };
    expect((await edit(id, { src_setting: largest, adv_settings: deepest })).body.data).toMatchObject({
      src_setting: largest,
      adv_settings: deepest,
      node_setting,
    });
  });

  it('write origin addresses in one form, and go to none that is a node’s own', async () => {
    const written = ' 192.0.2.7,2001:DB8:0:0::1 , ::ffff:192.0.2.7,192.0.2.7';
    const { id, node_ipaddrs } = await made({ node_ipaddrs: written });
    expect(node_ipaddrs).toBe('192.0.2.7,2001:db8::1');
    expect((await edit(id, { node_ipaddrs: '' })).body.data.node_ipaddrs).toBe('');
    const many = (n: number) => Array.from({ length: n }, (_, i) => `10.0.0.${i + 1}`).join(',');
    expect((await edit(id, { node_ipaddrs: many(20) })).status).toBe(200);
    const wrong = ['192.0.2.7,', 'origin.example.com', '192.0.2.0/24', '192.0.02.7', '1.2.3', '1.2.3.4:80', many(21)];
    for (const node_ipaddrs of wrong) expectField(await edit(id, { node_ipaddrs }), 'node_ipaddrs');
    for (const node_ipaddrs of ['127.0.0.1', '192.0.2.7,::1', '169.254.169.254', '::ffff:127.0.0.1', '0.0.0.0']) {
      expectField(await edit(id, { node_ipaddrs }), 'node_ipaddrs', 'err.guard.forward.address_refused');
      expectField(await create({ node_ipaddrs }), 'node_ipaddrs', 'err.guard.forward.address_refused');
    }
  });

  it('name what is wrong or missing', async () => {
    const cases: [object, string][] = [
      [{ domain: undefined }, 'domain'],
      [{ domain: 'http://x' }, 'domain'],
      [{ domain_id: undefined }, 'domain_id'],
      [{ domain_id: '' }, 'domain_id'],
      [{ port: undefined }, 'port'],
      [{ port: 0 }, 'port'],
      [{ port: 65_536 }, 'port'],
      [{ port: 1.5 }, 'port'],
      [{ port: '80' }, 'port'],
      [{ schema: 1 }, 'schema'],
      [{ schema: '3' }, 'schema'],
      [{ status: 0 }, 'status'],
      [{ status: 3 }, 'status'],
      [{ status: true }, 'status'],
      [{ describe: 'x'.repeat(501) }, 'describe'],
      [{ user_id: '' }, 'user_id'],
    ];
    for (const [change, field] of cases) expectField(await create(change), field);
    const schema = await create({ schema: 5 });
    expect(schema.body.data.valid_values).toEqual([3, 4]);
    for (const port of [1, 65_535]) expect((await made({ port })).port).toBe(port);
    const ignored = await create({ source_path: '/', target: 'x' });
    expect(ignored.headers.get('x-ignored-fields')).toBe('source_path, target');
  });

  it('name their domain twice alike, and belong to its owner', async () => {
    const mismatch = 'err.guard.forward.domain_mismatch';
    const unknown = 'err.guard.forward.domain_unknown';
    expectField(await create({ domain: 'mail.example.com' }), 'domain', mismatch);
    expect((await made({ domain: 'GAME.example.com' })).domain).toBe('game.example.com');
    const foreign = await world.created('acme-other', 'foreign.example.com');
    expectField(await create({ domain: 'foreign.example.com', domain_id: foreign }), 'domain_id', unknown);
    expectField(await create({ domain_id: 'nowhere' }), 'domain_id', unknown);
    expectField(await create({}, 'acme-child'), 'domain_id', unknown);
    expectField(await create({}, 'borealis-support'), 'domain_id', unknown);

    const [root, child] = [await world.scopeOf('acme-root', 'root'), await world.scopeOf('acme-child', 'user')];
    const owner = 'err.guard.forward.owner_mismatch';
    expectField(await create({ user_id: child.user_id }), 'user_id', owner);
    expectField(await create({ user_id: root.user_id }, 'acme-child'), 'domain_id', unknown);
    const mail = { domain: 'mail.example.com', domain_id: child_domain };
    for (const as of ['acme-support', 'acme-root', 'acme-child']) {
      const forward = await made({ ...mail, user_id: child.user_id }, as);
      expect(forward).toMatchObject({ user_id: child.user_id, user_name: 'acme-child' });
      expect((await made(mail, as)).user_name).toBe('acme-child');
    }
    const { id } = await made();
    expectField(await edit(id, { user_id: child.user_id }), 'user_id', owner);
    expect((await edit(id, { user_id: root.user_id })).status).toBe(200);
  });

  it('refuse an edit of what has changed since it was read, where its editor says when that was', async () => {
    const { id, utime } = await made();
    const seen = (time: unknown) => `?utime=${time}`;
    const first = await edit(id, { describe: 'First' }, 'acme-root', seen(utime));
    expect(first.status).toBe(200);
    const second = await edit(id, { describe: 'Second' }, 'acme-root', seen(utime));
    expectField(second, 'utime', 'err.changed');
    expect(second.body.data.category).toBe('conflict');
    expect((await read(id)).body.data).toEqual(first.body.data);
    const latest = seen(first.body.data.utime);
    const both = await Promise.all(['A', 'B'].map((describe) => edit(id, { describe }, 'acme-root', latest)));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect((await edit(id, first.body.data)).body.data.describe).toBe('First');
    expectField(await edit(id, {}, 'acme-root', seen('now')), 'utime');
  });

  it('go to another domain of the account, never to one of another', async () => {
    const { id } = await made();
    expectField(await edit(id, { domain: 'mail.example.com' }), 'domain', 'err.guard.forward.domain_mismatch');
    const moved = await edit(id, { domain_id: child_domain, domain: 'mail.example.com' });
    expect(moved.body.data).toMatchObject({ id, domain_id: child_domain, user_name: 'acme-child' });
    expect((await read(id, 'acme-child')).status).toBe(200);
    const foreign = await world.created('acme-other', 'foreign-2.example.com');
    for (const as of ['acme-root', 'acme-support']) {
      const answer = await edit(id, { domain_id: foreign }, as);
      expectField(answer, 'domain_id', 'err.guard.forward.domain_unknown');
    }
    expect((await edit(id, { domain_id })).body.data.domain).toBe('game.example.com');
  });

  it('are a hundred in a domain', async () => {
    const full = await world.created('acme-other', 'full.example.com');
    const body = (port: number) => ({ domain: 'full.example.com', domain_id: full, port });
    for (let port = 1; port <= MAX_FORWARDS; port++) {
      const answer = await world.direct('POST', FORWARDS, { as: 'acme-other', body: body(port) });
      expect(answer.status).toBe(201);
    }
    const beyond = await world.call('POST', FORWARDS, { as: 'acme-other', body: body(MAX_FORWARDS + 1) });
    expect(beyond.body).toMatchObject({ err_key: 'err.guard.forward.too_many', data: { category: 'conflict' } });
    expect((await list(`domain_id=${full}`, 'acme-other')).total).toBe(MAX_FORWARDS);
  });
});

describe('the list', () => {
  it('filters by owner, domain, status and keyword, newest first', async () => {
    const filtered = await world.created('acme-child', 'bücher.example.com');
    const body = { domain: 'bücher.example.com', domain_id: filtered };
    const first = await made({ ...body, describe: 'Käse 50%' }, 'acme-child');
    const second = await made({ ...body, status: 1 }, 'acme-child');
    const ids = async (query: string, as = 'acme-root') => (await list(query, as)).list.map(({ id }) => id);
    expect(await ids(`domain_id=${filtered}`)).toEqual([second.id, first.id]);
    expect(await ids(`domain_id=${filtered}&status=1`)).toEqual([second.id]);
    expect(await ids(`domain_id=${filtered}&size=1&page=2`)).toEqual([first.id]);
    for (const keyword of ['BÜCHER', 'xn--bcher'])
      expect(await ids(`keyword=${encodeURIComponent(keyword)}`)).toEqual([second.id, first.id]);
    expect(await ids(`keyword=${encodeURIComponent('käse 50%')}`)).toEqual([first.id]);
    expect(await ids('keyword=%25_nothing')).toEqual([]);
    const { user_id } = await world.scopeOf('acme-child', 'user');
    const owned = await list(`user_id=${user_id}&size=100`);
    expect(owned.list).toEqual((await list('size=100', 'acme-child')).list);
    expect(await ids(`user_id=${user_id}`, 'acme-other')).toEqual([]);
    for (const query of ['status=3', 'status=true', 'page=0', 'size=101']) {
      expect((await world.call('GET', `${FORWARDS}?${query}`, { as: 'acme-root' })).status, query).toBe(400);
    }
  });

  it('and each forward are seen in their account and by the staff of their brand alone', async () => {
    const { id } = await made({ domain: 'mail.example.com', domain_id: child_domain }, 'acme-child');
    for (const as of ['acme-child', 'acme-root', 'acme-support', 'acme-auditor']) {
      expect((await read(id, as)).status, as).toBe(200);
      expect(
        (await list(`domain_id=${child_domain}&size=100`, as)).list.map((one) => one.id),
        as,
      ).toContain(id);
    }
    const missing = await read(999_999_999);
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      expect((await list(`domain_id=${child_domain}`, as)).total, as).toBe(0);
      expect((await read(id, as)).body, as).toEqual(missing.body);
      const status = as === 'acme-viewer' ? 403 : 404;
      expect((await edit(id, { port: 0 }, as)).status, as).toBe(as === 'acme-viewer' ? 403 : 400);
      expect((await edit(id, {}, as)).status, as).toBe(status);
      expect((await remove(id, as)).status, as).toBe(status);
    }
    for (const as of ['acme-nobody', 'acme-editor']) {
      expect((await world.call('GET', FORWARDS, { as })).status, as).toBe(403);
      expect((await create({}, as)).status, as).toBe(403);
    }
    expect((await create({}, 'acme-auditor')).status).toBe(403);
  });
});

describe('the record', () => {
  it('has one audit row and one revision for each write, refusals too', async () => {
    const { id } = await made({ port: 3389, describe: 'Before' });
    await edit(id, { describe: 'After' }, 'acme-support');
    await edit(id, { port: 0 });
    await remove(id);
    const rows = await world.db
      .selectFrom('audit_logs')
      .select(['action', 'actor_name', 'status', 'http_status', 'resource_label', 'on_behalf_user_name', 'detail'])
      .where('resource_type', '=', 'forward')
      .where('resource_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.action, row.actor_name, row.http_status, row.on_behalf_user_name])).toEqual([
      ['guard.forward.create', 'acme-root', 201, ''],
      ['guard.forward.edit', 'acme-support', 200, 'acme-root'],
      ['guard.forward.edit', 'acme-root', 400, ''],
      ['guard.forward.delete', 'acme-root', 200, ''],
    ]);
    expect(rows[0]?.resource_label).toBe('game.example.com, TCP 3389');
    expect(JSON.parse(rows[1]?.detail ?? '{}').changes).toEqual({ describe: { old: 'Before', new: 'After' } });
    const revisions = await world.db
      .selectFrom('revisions')
      .select(['revision', 'before', 'after'])
      .where('object_type', '=', 'forward')
      .where('object_id', '=', String(id))
      .orderBy('revision')
      .execute();
    expect(revisions.map(({ revision, before, after }) => [revision, before === 'null', after === 'null'])).toEqual([
      [1, true, false],
      [2, false, false],
      [3, false, true],
    ]);
  });

  it('has a revision of each forward that ends with its domain', async () => {
    const ending = await world.created('acme-root', 'ending.example.com');
    const forward = await made({ domain: 'ending.example.com', domain_id: ending });
    expect((await world.call('DELETE', `${LIST}/${ending}`, { as: 'acme-root' })).status).toBe(200);
    expect((await read(forward.id)).status).toBe(404);
    const ended = await world.db
      .selectFrom('revisions')
      .innerJoin('audit_logs', 'audit_logs.id', 'revisions.audit_id')
      .select(['revisions.before', 'revisions.after', 'audit_logs.action'])
      .where('object_type', '=', 'forward')
      .where('object_id', '=', String(forward.id))
      .orderBy('revision', 'desc')
      .executeTakeFirstOrThrow();
    expect(ended).toMatchObject({ after: 'null', action: 'guard.domain.delete' });
    expect(JSON.parse(ended.before)).toEqual(forward);
  });
});

describe('delivery', () => {
  it('brings forwards with their domain once it is approved; a note is nobody’s release', async () => {
    const served = await world.created('acme-root', 'served.example.com');
    const body = { domain: 'served.example.com', domain_id: served };
    const { id } = await made({ ...body, port: 5060, schema: 4, node_ipaddrs: '192.0.2.7' });
    const releases = async () => {
      const { list } = (await world.call('GET', `${LIST}/${served}/releases`, { as: 'acme-root' })).body.data;
      return list.filter((release: { kind: string }) => release.kind === 'domain');
    };
    expect(await releases()).toEqual([]);
    await world.judge('acme-support', served, 4);
    await edit(id, { describe: 'Telephones' });
    expect(await releases()).toHaveLength(1);
    await edit(id, { status: 1 });
    const [latest] = await releases();
    expect(Object.keys(latest.changes)).toEqual(['forwards']);
    expect(latest.changes.forwards.new).toEqual([
      {
        ...{ id, schema: 4, port: 5060, node_ipaddrs: '192.0.2.7', status: 1 },
        ...{ src_setting: {}, adv_settings: {}, node_setting: {}, dev_setting: '' },
      },
    ]);
    await edit(id, { domain_id });
    expect((await releases())[0].changes.forwards.new).toEqual([]);
    await remove(id);
    expect(await releases()).toHaveLength(3);
  });
});
