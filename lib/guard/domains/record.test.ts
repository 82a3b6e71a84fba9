import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, startDomains } from './testing';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

describe('the record', () => {
  it('has a revision of each part that ends with a domain, by the audit row of its deletion', async () => {
    const domain_id = await world.created('acme-root', 'parts.example.com');
    const path = `${LIST}/${domain_id}`;
    const as = 'acme-root';
    const rule = {
      name: 'Sign-in',
      uri: '/login',
      rate: 5,
      rate_time: 1,
      req_time_unit: 'ReqUnit_2_PMin',
      level: 'ip',
    };
    const body = { ...rule, action: { type: 'block' } };
    const made = await world.call('POST', `${path}/brute-force/rules`, { as, body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await world.call('PUT', `${path}/nodes`, { as, body: { node_ids: ['hk-1'] } });
    await world.call('DELETE', path, { as });
    const ended = await world.db
      .selectFrom('revisions')
      .innerJoin('audit_logs', 'audit_logs.id', 'revisions.audit_id')
      .select(['object_type', 'object_id', 'before', 'after'])
      .where('audit_logs.action', '=', 'guard.domain.delete')
      .where('audit_logs.resource_id', '=', domain_id)
      .orderBy('object_type')
      .execute();
    expect(ended.map((row) => [row.object_type, row.object_id, row.after])).toEqual([
      ['brute_force_rule', String(made.body.data.id), 'null'],
      ['domain', domain_id, 'null'],
      ['domain_nodes', domain_id, 'null'],
      ['origin_group', domain_id, 'null'],
    ]);
    const [first, , nodes] = ended;
    expect(JSON.parse(first?.before ?? '')).toMatchObject(rule);
    expect(JSON.parse(nodes?.before ?? '')).toEqual({ nodes: ['hk-1'] });
  });

  it('holds each write with its changes, its revision and its refusals', async () => {
    const domain_id = await world.created('acme-root', 'recorded.example.com');
    const path = `${LIST}/${domain_id}`;
    await world.call('PUT', path, { as: 'acme-support', body: { asset_name: 'New', mode: 1 } });
    await world.call('PUT', `${path}/audit`, { as: 'acme-support', body: { audit_status: 3 } });
    await world.call('PUT', `${path}/audit`, { as: 'acme-root', body: { audit_status: 4 } });
    await world.call('DELETE', path, { as: 'acme-root' });
    const all = await world.db
      .selectFrom('audit_logs')
      .selectAll()
      .where('resource_id', '=', domain_id)
      .orderBy('id')
      .execute();
    const refused = all.filter((r) => r.status === 2);
    expect(refused.map((r) => [r.action, r.actor_name, r.http_status])).toEqual([
      ['guard.domain.audit', 'acme-root', 403],
    ]);
    const rows = all.filter((r) => r.status === 1);
    expect(rows.map((r) => [r.action, r.actor_name, r.status, r.http_status, r.on_behalf_user_name])).toEqual([
      ['guard.domain.create', 'acme-root', 1, 201, ''],
      ['guard.domain.edit', 'acme-support', 1, 200, 'acme-root'],
      ['guard.domain.audit', 'acme-support', 1, 200, 'acme-root'],
      ['guard.domain.delete', 'acme-root', 1, 200, ''],
    ]);
    expect(rows.map((r) => r.resource_label)).toEqual(Array(4).fill('recorded.example.com'));
    const changes = rows.map((r) => JSON.parse(r.detail).changes);
    expect(changes[0]).toMatchObject({ domain: { old: null, new: 'recorded.example.com' } });
    expect(changes[1]).toEqual({ asset_name: { old: '', new: 'New' } });
    expect(changes[2]).toEqual({ audit_status: { old: 1, new: 3 } });

    const revisions = await world.db
      .selectFrom('revisions')
      .selectAll()
      .where('object_type', '=', 'domain')
      .where('object_id', '=', domain_id)
      .orderBy('revision')
      .execute();
    expect(revisions.map((r) => [r.revision, r.audit_id])).toEqual(rows.map((r, i) => [i + 1, r.id]));
    const [first, second, , last] = revisions.map((r) => [JSON.parse(r.before), JSON.parse(r.after)]);
    expect(first?.[0]).toBeNull();
    expect(second?.[0]).toEqual(first?.[1]);
    expect(last).toEqual([expect.objectContaining({ audit_status: 3, settings: expect.any(Object) }), null]);
  });

  it('keeps a refused write without a trace in the data', async () => {
    await world.created('acme-root', 'once.example.com');
    const count = () =>
      world.db
        .selectFrom('revisions')
        .select((eb) => eb.fn.countAll().as('n'))
        .execute();
    const before = await count();
    await world.create('acme-other', 'once.example.com');
    expect(await count()).toEqual(before);
    const [row] = await world.db.selectFrom('audit_logs').selectAll().orderBy('id', 'desc').limit(1).execute();
    expect(row).toMatchObject({
      action: 'guard.domain.create',
      actor_name: 'acme-other',
      status: 2,
      http_status: 400,
      biz_code: 2201,
    });
  });
});

describe('at the same time', () => {
  it('50 creates of one name make one domain', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => world.create(i % 2 ? 'acme-root' : 'acme-other', 'raced.example.com')),
    );
    expect(answers.filter((a) => a.status === 201)).toHaveLength(1);
    for (const answer of answers.filter((a) => a.status !== 201))
      expectField(answer, 'domain', 'err.guard.domain.taken');
    expect(await world.total('acme-support', 'keyword=raced.example')).toBe(1);
  });

  it('a policy never vanishes below a new domain', async () => {
    for (let round = 0; round < 10; round++) {
      const policy = await world.call('POST', '/api/guard/policies', {
        as: 'acme-root',
        body: { name: `Round ${round}` },
      });
      const { policy_id } = policy.body.data;
      const [made, gone] = await Promise.all([
        world.create('acme-root', `round-${round}.example.com`, { policy_id }),
        world.call('DELETE', `/api/guard/policies/${policy_id}`, { as: 'acme-root' }),
      ]);
      expect([`${made?.status} ${gone?.status}`]).toEqual([expect.stringMatching(/^(201 400|400 200)$/)]);
      const key = made?.status === 201 ? gone?.body.err_key : made?.body.err_key;
      expect(['err.guard.policy.in_use', 'err.guard.domain.policy_unknown']).toContain(key);
    }
  });

  it('edits of different fields all stay', async () => {
    const path = `${LIST}/${await world.created('acme-root', 'edits.example.com')}`;
    const edits = [{ asset_name: 'A' }, { auto_cert: true }, { mode: 9 }];
    await Promise.all(edits.map((body) => world.call('PUT', path, { as: 'acme-root', body })));
    expect((await world.call('GET', path, { as: 'acme-root' })).body.data).toMatchObject(Object.assign({}, ...edits));
  });

  it('deletes answer once', async () => {
    const path = `${LIST}/${await world.created('acme-root', 'gone.example.com')}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.call('DELETE', path, { as: 'acme-root' })));
    expect(answers.map((a) => a.status).sort()).toEqual([200, ...Array(7).fill(404)]);
  });
});
