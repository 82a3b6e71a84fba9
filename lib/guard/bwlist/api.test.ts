import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, startDomains } from '@/lib/guard/domains/testing';
import { type Containing, MAX_SETS, MAX_SETS_OF_POLICY } from './contract';
import { IPS, type ListCalls, listCalls, SETS } from './testing';

let world: Domains;
let lists: ListCalls;
beforeAll(async () => {
  world = await startDomains();
  lists = listCalls(world);
});
afterAll(() => world.close());

const policyOf = (as: string) => world.policies.get(as) ?? '';

describe('lists', () => {
  it('a created list is read, listed, changed and deleted', async () => {
    const created = await lists.create('acme-root', { name: 'Offices', ip_set_type: 4, describe: 'never blocked' });
    expect(created.status).toBe(201);
    const list = created.body.data;
    expect(list).toEqual({
      id: expect.any(Number),
      user_name: 'acme-root',
      name: 'Offices',
      policy_id: '',
      ip_set_type: 4,
      status: 2,
      count: 0,
      enable_count: 0,
      unable_count: 0,
      describe: 'never blocked',
      is_default: false,
      is_private: false,
      private_domain_id: '',
      ctime: expect.any(Number),
      utime: list.ctime,
    });
    const path = `${SETS}/${list.id}`;
    expect(await lists.read('acme-root', list.id)).toEqual(list);
    const found = await world.call('GET', `${SETS}?keyword=OFFICES`, { as: 'acme-root' });
    expect(found.body.data).toEqual({ list: [list], total: 1, page: 1, size: 20 });
    expect((await world.call('GET', `${SETS}?keyword=never+b`, { as: 'acme-root' })).body.data.total).toBe(1);

    const edited = await world.call('PUT', path, { as: 'acme-root', body: { status: 1, describe: '' } });
    expect(edited.body.data).toMatchObject({ name: 'Offices', status: 1, describe: '', ip_set_type: 4 });
    const ignored = await world.call('PUT', path, { as: 'acme-root', body: { ip_set_type: 1, policy_id: 'x' } });
    expect(ignored.headers.get('x-ignored-fields')).toBe('ip_set_type, policy_id');
    expect(ignored.body.data).toMatchObject({ ip_set_type: 4, policy_id: '' });
    const deleted = await world.call('DELETE', path, { as: 'acme-root' });
    expect(deleted.body).toEqual({ code: 0, message: 'ok', data: null });
    expect((await world.call('GET', path, { as: 'acme-root' })).status).toBe(404);
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(101) }],
    ['ip_set_type', { ip_set_type: 0 }],
    ['ip_set_type', { ip_set_type: 5 }],
    ['ip_set_type', { ip_set_type: '1' }],
    ['ip_set_type', { ip_set_type: undefined }],
    ['status', { status: 0 }],
    ['status', { status: true }],
    ['describe', { describe: 'x'.repeat(501) }],
    ['policy_id', { policy_id: 1 }],
  ])('refuses bad input with the field: %s %j', async (field, more) => {
    expectField(await lists.create('acme-root', more), field);
  });

  it('refuse an edit of what has changed since it was read, where its editor says when that was', async () => {
    const { id, utime } = await lists.created('acme-root');
    const edit = (describe: string, seen: number) =>
      world.call('PUT', `${SETS}/${id}?utime=${seen}`, { as: 'acme-root', body: { describe } });
    const first = await edit('First', utime);
    expect(first.status).toBe(200);
    expectField(await edit('Second', utime), 'utime', 'err.changed');
    await lists.add('acme-root', id, { ip_addr: '203.0.113.1' });
    expectField(await edit('Third', first.body.data.utime), 'utime', 'err.changed');
    const { utime: latest } = await lists.read('acme-root', id);
    const both = await Promise.all(['A', 'B'].map((describe) => edit(describe, latest)));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it('are listed by type and by policy', async () => {
    const policy_id = policyOf('acme-other');
    const mine = [
      await lists.created('acme-other', { name: 'Filtered', ip_set_type: 2, policy_id }),
      await lists.created('acme-other', { name: 'Filtered', ip_set_type: 3, policy_id }),
      await lists.created('acme-other', { name: 'Filtered', ip_set_type: 2 }),
    ].map(({ id }) => id);
    const of = async (query: string, as = 'acme-other') => {
      const { body } = await world.call('GET', `${SETS}?${query}`, { as });
      return body.data.list.map(({ id }: { id: number }) => id);
    };
    expect(await of('ip_set_type=2')).toEqual([mine[2], mine[0]]);
    expect(await of(`policy_id=${policy_id}`)).toEqual([mine[1], mine[0]]);
    expect(await of(`policy_id=${policy_id}&ip_set_type=3`)).toEqual([mine[1]]);
    expect(await of(`policy_id=${policy_id}`, 'borealis-root')).toEqual([]);
    expectField(await world.call('GET', `${SETS}?ip_set_type=5`, { as: 'acme-other' }), 'ip_set_type');
  });

  it('names the values of a type and a status', async () => {
    const type = await lists.create('acme-root', { ip_set_type: 'black' });
    expect(type.body.data.valid_values).toEqual([1, 2, 3, 4]);
    const { id } = await lists.created('acme-root');
    const status = await world.call('PUT', `${SETS}/${id}`, { as: 'acme-root', body: { status: 3 } });
    expect(status.body.data).toEqual({ category: 'validation', field: 'status', valid_values: [1, 2] });
  });

  it('outside the scope are byte for byte a missing id', async () => {
    const { id } = await lists.created('acme-child');
    const [ip] = await lists.added('acme-child', id, '192.0.2.1');
    const calls = [
      ['GET', `${SETS}/${id}`],
      ['PUT', `${SETS}/${id}`, { name: 'Mine' }],
      ['PUT', `${SETS}/${id}/policy`, { policy_id: '' }],
      ['GET', `${SETS}/${id}/ips`],
      ['GET', `${SETS}/${id}/ips?keyword=1&status=true`],
      ['POST', `${SETS}/${id}/ips`, { ip_addr: '192.0.2.9' }],
      ['POST', `${SETS}/${id}/ips/batch`, { ips: [{ ip_addr: '192.0.2.9' }] }],
      ['POST', `${SETS}/${id}/ips/batch/status`, { ip_ids: [ip], status: false }],
      ['POST', `${SETS}/${id}/ips/batch/delete`, { ip_ids: [ip] }],
      ['PUT', `${IPS}/${ip}/status`, { status: false }],
      ['DELETE', `${IPS}/${ip}`],
      ['DELETE', `${SETS}/${id}`],
    ] as const;
    for (const as of ['acme-other', 'borealis-root', 'borealis-support']) {
      for (const [method, path, body] of calls) {
        const foreign = await world.call(method, path, { as, body });
        const missing = await world.call(method, path.replace(/\/\d+/, '/999999'), { as, body });
        expect(foreign.status, `${as} ${method} ${path}`).toBe(404);
        expect(foreign.body).toEqual(missing.body);
      }
      expect((await world.call('GET', `${SETS}?keyword=office`, { as })).body.data.total).toBe(0);
    }
    for (const as of ['acme-viewer', 'acme-auditor']) {
      for (const [method, path, body] of calls.filter(([one]) => one !== 'GET')) {
        expect((await world.call(method, path, { as, body })).status, `${as} ${method} ${path}`).toBe(403);
      }
    }
    expect((await world.call('GET', `${SETS}/${id}/ips`, { as: 'acme-auditor' })).status).toBe(200);
    expect((await world.call('GET', `${SETS}/${id}/ips`, { as: 'acme-viewer' })).status).toBe(403);
    expect(await lists.read('acme-support', id)).toMatchObject({ user_name: 'acme-child', count: 1 });
    expect(await lists.read('acme-root', id)).toMatchObject({ count: 1 });
  });

  it('leave one audit row with the changed fields each, a refusal as well', async () => {
    const { id } = await lists.created('acme-root', { name: 'Audited' });
    await world.call('PUT', `${SETS}/${id}`, { as: 'acme-support', body: { status: 1 } });
    await lists.added('acme-root', id, '192.0.2.1', '192.0.2.2');
    await world.call('DELETE', `${SETS}/${id}`, { as: 'acme-viewer' });
    const rows = await world.db
      .selectFrom('audit_logs')
      .select(['action', 'resource_type', 'resource_label', 'actor_name', 'status', 'detail', 'on_behalf_user_name'])
      .where('resource_id', '=', String(id))
      .where('resource_type', '=', 'list')
      .orderBy('id')
      .execute();
    expect(rows.map((row) => [row.action, row.resource_label, row.status, row.on_behalf_user_name])).toEqual([
      ['guard.bwlist.create', 'Audited', 1, ''],
      ['guard.bwlist.edit', 'Audited', 1, 'acme-root'],
      ['guard.bwlist.ip_add', 'Audited', 1, ''],
      ['guard.bwlist.delete', '', 2, ''],
    ]);
    const changes = rows.map((row) => JSON.parse(row.detail).changes);
    expect(changes[1]).toEqual({ status: { old: 2, new: 1 } });
    expect(changes[2]).toEqual({
      count: { old: 0, new: 2 },
      enable_count: { old: 0, new: 2 },
      addresses: { old: [], new: ['192.0.2.1', '192.0.2.2'] },
    });
  });

  it('are so many of a user at most', async () => {
    const { user_id, oem_id } = await world.scopeOf('borealis-root', 'user');
    const row = {
      ...{ user_id, oem_id, root_id: user_id, policy_id: null, name: 'x', describe: '', search: 'x', ip_set_type: 1 },
      ...{ status: 2, enable_count: 0, unable_count: 0, last_place: 0, ctime: 1, utime: 1 },
    };
    const rows = Array.from({ length: MAX_SETS - 1 }, () => row);
    await world.runtime.store.transaction((tx) => tx.insertInto('ip_sets').values(rows).execute());
    const answers = await Promise.all([1, 2, 3].map(() => lists.create('borealis-root')));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400]);
    expect(answers.find((answer) => answer.status === 400)?.body).toMatchObject({
      err_key: 'err.guard.bwlist.too_many_lists',
      data: { category: 'conflict' },
    });
  });
});

describe('the policy of a list', () => {
  const countOf = async (policy_id: string) =>
    (await world.call('GET', `/api/guard/policies/${policy_id}`, { as: 'acme-root' })).body.data.bwl_rule_count;

  it('is one of its account, and counts it', async () => {
    const policy_id = policyOf('acme-root');
    const before = await countOf(policy_id);
    const list = await lists.created('acme-root', { policy_id });
    expect(list.policy_id).toBe(policy_id);
    expect(await countOf(policy_id)).toBe(before + 1);
    const listed = await world.call('GET', '/api/guard/policies?keyword=of+acme-root', { as: 'acme-root' });
    expect(listed.body.data.list[0].bwl_rule_count).toBe(before + 1);
    for (const foreign of ['none', policyOf('acme-other'), policyOf('borealis-root')]) {
      const refused = await lists.create('acme-root', { policy_id: foreign });
      expectField(refused, 'policy_id', 'err.guard.bwlist.policy_unknown');
    }
    expectField(await lists.create('acme-child', { policy_id }), 'policy_id', 'err.guard.bwlist.policy_unknown');
    // Staff see the policies of every account, and their own lists belong to none of these.
    expectField(await lists.create('acme-support', { policy_id }), 'policy_id', 'err.guard.bwlist.policy_unknown');

    const path = `${SETS}/${list.id}/policy`;
    const moved = await world.call('PUT', path, { as: 'acme-support', body: { policy_id: '' } });
    expect(moved.body.data.policy_id).toBe('');
    expect(await countOf(policy_id)).toBe(before);
    const foreign = { policy_id: policyOf('acme-support') };
    expectField(
      await world.call('PUT', path, { as: 'acme-support', body: foreign }),
      'policy_id',
      'err.guard.bwlist.policy_unknown',
    );
    expect((await world.call('PUT', path, { as: 'acme-root', body: { policy_id } })).status).toBe(200);
    await world.call('DELETE', `${SETS}/${list.id}`, { as: 'acme-root' });
    expect(await countOf(policy_id)).toBe(before);
  });

  it('keeps its name from the owner of a list who does not see it', async () => {
    const policy_id = policyOf('acme-root');
    const { id } = await lists.created('acme-child');
    await lists.added('acme-child', id, '203.0.113.77');
    await world.call('PUT', `${SETS}/${id}/policy`, { as: 'acme-root', body: { policy_id } });
    const named = async (as: string) => {
      const { list } = (await world.call('GET', '/api/guard/bwlist/search?ip=203.0.113.77', { as })).body.data;
      return list.map(({ ipset_id, policy_name }: Containing) => [ipset_id, policy_name]);
    };
    expect(await named('acme-root')).toEqual([[id, 'of acme-root']]);
    expect(await named('acme-child')).toEqual([[id, '']]);
  });

  it('leaves it where the policy is deleted, on the record', async () => {
    const policy = await world.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: 'Short-lived' } });
    const { policy_id } = policy.body.data;
    const { id } = await lists.created('acme-root', { policy_id });
    expect((await world.call('DELETE', `/api/guard/policies/${policy_id}`, { as: 'acme-root' })).status).toBe(200);
    expect((await lists.read('acme-root', id)).policy_id).toBe('');
    const revisions = world.db.selectFrom('revisions').select(['before', 'after']).where('object_type', '=', 'list');
    const last = await revisions.where('object_id', '=', String(id)).orderBy('revision', 'desc').executeTakeFirst();
    expect(JSON.parse(last?.before ?? '{}').policy_id).toBe(policy_id);
    expect(JSON.parse(last?.after ?? '{}').policy_id).toBe('');
  });

  it('has so many of them at most', async () => {
    const policy = await world.call('POST', '/api/guard/policies', { as: 'acme-other', body: { name: 'Full' } });
    const { policy_id } = policy.body.data;
    const { user_id, oem_id } = await world.scopeOf('acme-other', 'user');
    const row = {
      ...{ user_id, oem_id, root_id: user_id, policy_id, name: 'x', describe: '', search: 'x', ip_set_type: 1 },
      ...{ status: 2, enable_count: 0, unable_count: 0, last_place: 0, ctime: 1, utime: 1 },
    };
    const rows = Array.from({ length: MAX_SETS_OF_POLICY - 1 }, () => row);
    await world.runtime.store.transaction((tx) => tx.insertInto('ip_sets').values(rows).execute());
    const { id } = await lists.created('acme-other', { policy_id });
    const key = 'err.guard.bwlist.too_many_in_policy';
    expectField(await lists.create('acme-other', { policy_id }), 'policy_id', key);
    const again = await world.call('PUT', `${SETS}/${id}/policy`, { as: 'acme-other', body: { policy_id } });
    expect(again.status).toBe(200);
  });
});
