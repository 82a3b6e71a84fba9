import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectField } from '@/lib/guard/domains/testing';
import { type Parapet, startParapet } from '@/test/parapet';

let parapet: Parapet;
beforeAll(async () => {
  parapet = await startParapet();
});
afterAll(() => parapet.close());

const create = (as: string, name: string, comment?: string) =>
  parapet.call('POST', '/api/guard/policies', { as, body: { name, ...(comment === undefined ? {} : { comment }) } });

describe('policies', () => {
  it('a created policy is read, listed, changed and deleted', async () => {
    const created = await create('acme-root', 'Strict retail', 'for shops');
    expect(created.status).toBe(201);
    expect(created.body.data).toMatchObject({
      name: 'Strict retail',
      comment: 'for shops',
      user_name: 'acme-root',
      cc_rule_count: 0,
    });
    const path = `/api/guard/policies/${created.body.data.policy_id}`;

    expect((await parapet.call('GET', path, { as: 'acme-root' })).body.data).toEqual(created.body.data);
    const list = await parapet.call('GET', '/api/guard/policies?keyword=RETAIL', { as: 'acme-root' });
    expect(list.body.data).toMatchObject({ total: 1, page: 1, size: 20, list: [created.body.data] });

    const edited = await parapet.call('PUT', path, { as: 'acme-root', body: { comment: '' } });
    expect(edited.body.data).toMatchObject({ name: 'Strict retail', comment: '' });
    expect((await parapet.call('DELETE', path, { as: 'acme-root' })).body).toEqual({
      code: 0,
      message: 'ok',
      data: null,
    });
    expect((await parapet.call('GET', path, { as: 'acme-root' })).status).toBe(404);
  });

  it('refuse an edit of what has changed since it was read, where its editor says when that was', async () => {
    const { policy_id, utime } = (await create('acme-root', 'Of two editors')).body.data;
    const edit = (comment: string, seen: number) =>
      parapet.call('PUT', `/api/guard/policies/${policy_id}?utime=${seen}`, { as: 'acme-root', body: { comment } });
    const first = await edit('First', utime);
    expect(first.status).toBe(200);
    expectField(await edit('Second', utime), 'utime', 'err.changed');
    const both = await Promise.all(['A', 'B'].map((comment) => edit(comment, first.body.data.utime)));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it('are listed with the domains they protect and who changed them last', async () => {
    const { policy_id } = (await create('acme-root', 'Overviewed')).body.data;
    const overview = async (as: string) => {
      const { body } = await parapet.call('GET', '/api/guard/policies/overview?keyword=overviewed', { as });
      return body.data.list;
    };
    expect(await overview('acme-root')).toMatchObject([{ domain_count: 0, first_domain: '', changed_by: 'acme-root' }]);
    const src_sites = [{ addr: '203.0.113.9', port: 443, protocol: 'https' }];
    for (const domain of ['b.overview.example.com', 'a.overview.example.com']) {
      const body = { domain, policy_id, src_sites };
      expect((await parapet.call('POST', '/api/guard/domains', { as: 'acme-root', body })).status).toBe(201);
    }
    await parapet.call('PUT', `/api/guard/policies/${policy_id}`, { as: 'acme-support', body: { comment: 'x' } });
    expect(await overview('acme-root')).toMatchObject([
      { policy_id, domain_count: 2, first_domain: 'a.overview.example.com', changed_by: 'acme-support' },
    ]);
    expect(await overview('acme-viewer')).toEqual([]);
    expect(await overview('borealis-root')).toEqual([]);
  });

  it('say what they hold, which domains they protect and how many nodes run them', async () => {
    const as = 'acme-root';
    const { policy_id } = (await create(as, 'Counted')).body.data;
    const at = `/api/guard/policies/${policy_id}`;
    const contents = async (by = as) => (await parapet.call('GET', `${at}/contents`, { as: by })).body.data;
    const none = { total: 0, enabled: 0 };
    const empty = { waf_groups: none, cc_rules: none, acl_rules: none, lists: { ...none, addresses: 0 } };
    expect(await contents()).toEqual({ ...empty, brute_force: none, domain_count: 0, node_count: 0 });

    const made = async (method: 'POST' | 'PUT', path: string, body: object, by = as) => {
      const answer = await parapet.call(method, path, { as: by, body });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body.data;
    };
    const group = { name: 'Group', policy_id, rules: [{ zone: 'URL', pattern: '/admin' }] };
    await made('POST', '/api/guard/waf/rules', group);
    await made('POST', '/api/guard/waf/rules', { ...group, status: 1 });
    const matches = [{ field: 'path', op: 'prefix', data: '/admin' }];
    const rule = { name: 'Rule', matches, action: { action_type: 'block' } };
    const { rule_id } = await made('POST', `${at}/acl/rules`, rule);
    await made('POST', `${at}/acl/rules`, rule);
    await made('PUT', `${at}/acl/rules/${rule_id}/status`, { status: 2 });
    await made('POST', `${at}/cc/rules`, { ...rule, limit: { threshold: 9, period: 60 } });
    for (const status of [1, 2]) {
      const { id } = await made('POST', '/api/guard/bwlist/sets', { name: 'List', ip_set_type: 1, policy_id, status });
      const ips = [{ ip_addr: '192.0.2.1' }, { ip_addr: '192.0.2.2' }, { ip_addr: '192.0.2.3', status: false }];
      await made('POST', `/api/guard/bwlist/sets/${id}/ips/batch`, { ips });
    }
    const src_sites = [{ addr: '203.0.113.9', port: 443, protocol: 'https' }];
    const ids: string[] = [];
    for (const domain of ['c.counted.example.com', 'a.counted.example.com', 'b.counted.example.com']) {
      ids.push((await made('POST', '/api/guard/domains', { domain, policy_id, src_sites })).domain_id);
    }
    const [served = ''] = ids;
    await made('POST', `/api/guard/domains/${served}/brute-force/rules`, {
      ...{ name: 'Login', describe: '', uri: '/login', rate: 5, rate_time: 1, req_time_unit: 'ReqUnit_2_PMin' },
      ...{ status: true, level: 'ip', action: { type: 'block', duration: 60 } },
    });
    await made('PUT', `/api/guard/domains/${served}/nodes`, { node_ids: ['hk-1', 'fra-1'] });
    await made('PUT', `/api/guard/domains/${served}/audit`, { audit_status: 4 }, 'acme-support');
    await parapet.runtime.jobs.settled();
    expect(await contents()).toEqual({
      waf_groups: { total: 2, enabled: 1 },
      cc_rules: { total: 1, enabled: 1 },
      acl_rules: { total: 2, enabled: 1 },
      lists: { total: 2, enabled: 1, addresses: 2 },
      brute_force: { total: 1, enabled: 1 },
      domain_count: 3,
      node_count: 2,
    });
    expect(await contents('acme-support')).toEqual(await contents());

    const domains = async (query = '', by = as) => {
      const { data } = (await parapet.call('GET', `${at}/domains?${query}`, { as: by })).body;
      return { ...data, list: data.list.map(({ domain }: { domain: string }) => domain[0]).join('') };
    };
    expect(await domains()).toEqual({ list: 'abc', total: 3, page: 1, size: 20 });
    expect(await domains('size=2&page=2', 'acme-support')).toEqual({ list: 'c', total: 3, page: 2, size: 2 });
    expect(await domains('brute_force=true')).toMatchObject({ list: 'c', total: 1 });
    expect(await domains('brute_force=false&keyword=B.COUNT')).toMatchObject({ list: 'b', total: 1 });
    const { list } = (await parapet.call('GET', `${at}/domains?keyword=c.counted`, { as })).body.data;
    expect(list).toMatchObject([{ domain_id: served, user_name: as, audit_status: 4, brute_force_count: 1 }]);
    for (const end of ['contents', 'domains']) {
      const missing = await parapet.call('GET', `/api/guard/policies/0/${end}`, { as });
      for (const by of ['acme-other', 'borealis-root', 'borealis-support']) {
        const foreign = await parapet.call('GET', `${at}/${end}`, { as: by });
        expect([foreign.status, foreign.body], by).toEqual([404, missing.body]);
      }
    }
    expect((await parapet.call('GET', `${at}/domains?brute_force=yes`, { as })).status).toBe(400);

    // A policy of theirs may protect domains of the account that they do not see.
    const shared = (await create('acme-child', 'Shared')).body.data.policy_id;
    await made('POST', '/api/guard/domains', { domain: 'shared.example.com', policy_id: shared, src_sites });
    for (const [by, count] of Object.entries({ 'acme-child': 0, 'acme-root': 1 })) {
      const get = (end: string) => parapet.call('GET', `/api/guard/policies/${shared}/${end}`, { as: by });
      expect((await get('domains')).body.data.total, by).toBe(count);
      expect((await get('contents')).body.data.domain_count, by).toBe(count);
    }
  });

  it('refuses bad input with the field and says so in the language asked for', async () => {
    const missing = await parapet.call('POST', '/api/guard/policies', { as: 'acme-root', body: { comment: 'x' } });
    expect(missing.status).toBe(400);
    expect(missing.body).toMatchObject({
      code: 1002,
      err_key: 'err.request.invalid',
      data: { category: 'validation', field: 'name' },
    });
    const chinese = await parapet.call('POST', '/api/guard/policies', {
      as: 'acme-root',
      body: { name: 'x'.repeat(101) },
      headers: { 'Accept-Language': 'zh-CN' },
    });
    expect(chinese.body.message).toMatch(/[\u4e00-\u9fff]/);
  });

  it('names the fields it ignored', async () => {
    const answer = await parapet.call('POST', '/api/guard/policies', {
      as: 'acme-root',
      body: { name: 'Ignoring', user_id: 'x', is_default: true },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-ignored-fields')).toBe('user_id, is_default');
    expect(answer.body.data.is_default).toBe(false);
  });

  it('names no more of them than fits into a header that every proxy passes on', async () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`${i}${'长'.repeat(200)}`, i]));
    const answer = await parapet.call('POST', '/api/guard/policies', {
      as: 'acme-root',
      body: { name: 'Ignoring much', first: 1, ...many },
    });
    expect(answer.status).toBe(201);
    const ignored = answer.headers.get('x-ignored-fields') ?? '';
    expect(ignored.length).toBeLessThanOrEqual(2_048);
    expect(decodeURIComponent(ignored)).toContain(`0${'长'.repeat(59)}, `);
  });

  it('a name is taken once per tenant, also in a race', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('acme-root', 'Raced')));
    expect(answers.map((a) => a.status).sort()).toEqual([201, 400, 400, 400, 400, 400, 400, 400]);
    expect(answers.find((a) => a.status === 400)?.body).toMatchObject({
      err_key: 'err.guard.policy.name_taken',
      data: { category: 'conflict', field: 'name' },
    });
    expect((await create('acme-other', 'Raced')).status).toBe(201);
  });

  it('a name is taken in either normal form', async () => {
    const { status, body } = await create('acme-root', 'Cafe\u0301s');
    expect([status, body.data.name]).toEqual([201, 'Caf\u00e9s']);
    for (const same of ['Cafe\u0301s', 'Caf\u00e9s']) {
      expect((await create('acme-root', same)).body).toMatchObject({ err_key: 'err.guard.policy.name_taken' });
    }
  });

  it('outside the scope is byte for byte a missing id', async () => {
    const { body } = await create('acme-child', 'Child only');
    const path = `/api/guard/policies/${body.data.policy_id}`;
    for (const as of ['acme-root', 'acme-support', 'acme-child']) {
      expect((await parapet.call('GET', path, { as })).status, as).toBe(200);
    }
    for (const as of ['acme-other', 'acme-viewer', 'borealis-root', 'borealis-support']) {
      const foreign = await parapet.call('GET', path, { as });
      const missing = await parapet.call('GET', '/api/guard/policies/0', { as });
      expect(foreign.status, as).toBe(404);
      expect(foreign.body).toEqual(missing.body);
      expect((await parapet.call('PUT', path, { as, body: { name: 'x' } })).status, as).toBe(
        as === 'acme-viewer' ? 403 : 404,
      );
    }
  });

  it('each write leaves one audit row with the changed fields, a refusal as well', async () => {
    const { body } = await create('acme-root', 'Audited');
    const path = `/api/guard/policies/${body.data.policy_id}`;
    await parapet.call('PUT', path, { as: 'acme-support', body: { name: 'Audited again' } });
    await parapet.call('DELETE', path, { as: 'acme-viewer' });
    const rows = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select(['action', 'actor_name', 'actor_type', 'status', 'http_status', 'detail', 'on_behalf_user_name'])
      .where('resource_id', '=', body.data.policy_id)
      .orderBy('id')
      .execute();
    expect(
      rows.map((r) => [r.action, r.actor_name, r.actor_type, r.status, r.http_status, r.on_behalf_user_name]),
    ).toEqual([
      ['guard.policy.create', 'acme-root', 'user', 1, 201, ''],
      ['guard.policy.edit', 'acme-support', 'staff', 1, 200, 'acme-root'],
      ['guard.policy.delete', 'acme-viewer', 'user', 2, 403, ''],
    ]);
    expect(JSON.parse(rows[1]?.detail ?? '{}').changes).toEqual({ name: { old: 'Audited', new: 'Audited again' } });
  });

  it('a refused upload does not fill the log', async () => {
    const body = { name: 'Upload', cert: 'x'.repeat(100_000), key: 'x' };
    expect((await parapet.call('POST', '/api/guard/certs', { as: 'acme-root', body })).status).toBe(400);
    const row = await parapet.runtime.store.read
      .selectFrom('audit_logs')
      .select('detail')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(row.detail)).toMatchObject({ params: { name: 'Upload' }, field: 'key' });
    expect(row.detail).not.toContain('x'.repeat(100));
  });

  describe('copied', () => {
    const path = (policy_id: string, rest = '') => `/api/guard/policies/${policy_id}${rest}`;
    const copy = (as: string, policy_id: string, body: object) =>
      parapet.call('POST', path(policy_id, '/copy'), { as, body });
    const matches = [{ field: 'path', op: 'eq', data: '/' }];
    const cc = {
      name: 'Limit',
      matches,
      limit: { threshold: 1, period: 1, own: 'x' },
      action: { action_type: 'limit' },
    };
    const acl = { name: 'Access', matches, action: { action_type: 'page', content: 'Later' } };

    async function filled(name: string) {
      const { policy_id } = (await create('acme-root', name, 'a note')).body.data;
      const add = (kind: string, body: object) =>
        parapet.call('POST', path(policy_id, `/${kind}/rules`), { as: 'acme-root', body });
      const second = await add('cc', { ...cc, name: 'Second' });
      const made = [await add('cc', cc), second, await add('acl', acl)];
      const off = { as: 'acme-root', body: { status: 2 } };
      await parapet.call('PUT', path(policy_id, `/cc/rules/${second.body.data.rule_id}/status`), off);
      expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
      return policy_id as string;
    }
    const rulesOf = async (policy_id: string, kind: string) => {
      const { body } = await parapet.call('GET', path(policy_id, `/${kind}/rules`), { as: 'acme-root' });
      return body.data.list.map(({ rule_id, ctime, utime, ...rule }: Record<string, unknown>) => rule);
    };

    it('have the same rules in the same order, under ids of their own, each with a revision', async () => {
      const policy_id = await filled('Original');
      const copied = await copy('acme-support', policy_id, { name: 'Copy' });
      expect(copied.status).toBe(201);
      expect(copied.body.data).toMatchObject({
        name: 'Copy',
        comment: 'a note',
        user_name: 'acme-root',
        cc_rule_count: 2,
        acl_rule_count: 1,
      });
      const id = copied.body.data.policy_id;
      expect((await parapet.call('GET', path(id), { as: 'acme-root' })).body.data).toEqual(copied.body.data);
      for (const kind of ['cc', 'acl']) expect(await rulesOf(id, kind)).toEqual(await rulesOf(policy_id, kind));
      const found = parapet.runtime.store.read.selectFrom('audit_logs').select(['id', 'action', 'message']);
      const row = await found.where('resource_id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ action: 'guard.policy.create', message: expect.stringContaining(policy_id) });
      const revisions = parapet.runtime.store.read.selectFrom('revisions').select(['object_type', 'before']);
      const kept = await revisions.where('audit_id', '=', row.id).orderBy('object_type').execute();
      expect(kept.map((revision) => `${revision.object_type} ${revision.before}`)).toEqual([
        'acl_rule null',
        'cc_rule null',
        'cc_rule null',
        'policy null',
      ]);
    });

    it('need a name of their own, an original in sight, and both permissions', async () => {
      const policy_id = await filled('Copied badly');
      expect((await copy('acme-root', policy_id, { name: 'Copied badly' })).body).toMatchObject({
        err_key: 'err.guard.policy.name_taken',
        data: { field: 'name' },
      });
      expect((await copy('acme-root', policy_id, {})).body.data.field).toBe('name');
      for (const as of ['acme-other', 'acme-child', 'borealis-support']) {
        expect((await copy(as, policy_id, { name: 'Taken away' })).status, as).toBe(404);
      }
      expect((await copy('acme-viewer', policy_id, { name: 'Viewed' })).status).toBe(403);
      expect((await copy('acme-root', 'nothing', { name: 'Nothing' })).status).toBe(404);
    });
  });

  it('pages are checked', async () => {
    for (const query of ['page=0', 'size=101', 'page=1e2', 'page=１', 'size=abc', 'page=1&page=2']) {
      expect(
        (await parapet.call('GET', `/api/guard/policies?${encodeURI(query)}`, { as: 'acme-root' })).status,
        query,
      ).toBe(400);
    }
    const far = await parapet.call('GET', '/api/guard/policies?page=1000000000&page_size=50', { as: 'acme-root' });
    expect(far.body.data).toMatchObject({ list: [], size: 20 });
  });
});
