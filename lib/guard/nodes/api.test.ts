import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, expectField, LIST, ORIGIN, startDomains } from '@/lib/guard/domains/testing';

let world: Domains;
beforeAll(async () => {
  world = await startDomains();
});
afterAll(() => world.close());

const at = (domain_id: string, rest = '') => `${LIST}/${domain_id}/nodes${rest}`;
const assign = (domain_id: string, node_ids: unknown, as = 'acme-root', more = {}) =>
  world.call('PUT', at(domain_id), { as, body: { node_ids, ...more } });
const remove = (domain_id: string, node_id: string, as = 'acme-root') =>
  world.call('DELETE', at(domain_id, `/${node_id}`), { as });
const lock = (domain_id: string, node_id: string, lock_status: unknown, as = 'acme-root') =>
  world.call('PATCH', at(domain_id, `/${node_id}/lock`), { as, body: { lock_status } });
const ids = async (domain_id: string, rest = '') => {
  const { list } = (await world.call('GET', at(domain_id, rest), { as: 'acme-support' })).body.data;
  return list.map((node: { node_id: string }) => node.node_id);
};
const group = (domain_id: string, name: string, node_ids: string[], src_ips: string[]) =>
  world.call('POST', `${LIST}/${domain_id}/origin-groups`, { as: 'acme-root', body: { name, node_ids, src_ips } });
const groups = async (domain_id: string) =>
  (await world.call('GET', `${LIST}/${domain_id}/origin-groups`, { as: 'acme-root' })).body.data.list;
const releases = async (domain_id: string) =>
  (await world.call('GET', `${LIST}/${domain_id}/releases`, { as: 'acme-support' })).body.data.total;

describe('the pool of a domain', () => {
  it('is its owner’s own allocation where there is one, exactly that, else that of the chain’s root', async () => {
    const domain_id = await world.created('acme-child', 'pool.example.com');
    expect(await ids(domain_id, '/available')).toEqual(['fra-1', 'hk-1', 'sgp-1']);
    expect((await assign(domain_id, ['hk-1'])).status).toBe(200);
    const child = world.db.selectFrom('users').select('user_id').where('user_name', '=', 'acme-child');
    const { user_id } = await child.executeTakeFirstOrThrow();
    const { writer } = world.runtime.store;
    await writer.insertInto('allocations').values({ user_id, node_id: 'lon-1' }).execute();
    expect(await ids(domain_id, '/available')).toEqual(['lon-1']);
    expectField(await assign(domain_id, ['lon-1', 'fra-1']), 'node_ids.1', 'err.guard.node.not_assignable');
    const sync = () => world.call('POST', `${LIST}/nodes/sync`, { as: 'acme-child' });
    expect((await sync()).body.data).toMatchObject({ added: 1, removed: 1 });
    expect(await ids(domain_id)).toEqual(['lon-1']);
    await writer.deleteFrom('allocations').where('user_id', '=', user_id).execute();
    expect((await sync()).body.data).toMatchObject({ added: 3, removed: 1 });
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-child' });
  });
});

describe('nodes', () => {
  it('of the account are assigned, locked and removed', async () => {
    const domain_id = await world.created('acme-root', 'nodes.example.com');
    expect(await ids(domain_id, '/available')).toEqual(['fra-1', 'hk-1', 'sgp-1']);
    const answer = await assign(domain_id, ['hk-1', 'fra-1', 'hk-1']);
    expect(answer.body.data).toEqual({ added: 2, dns_synced: false });
    expect((await assign(domain_id, ['hk-1', 'sgp-1'], 'acme-root', { enable_parse: true })).body.data.added).toBe(1);
    const { list } = (await world.call('GET', at(domain_id), { as: 'acme-root' })).body.data;
    expect(list[0]).toEqual({
      node_id: 'hk-1',
      name: 'Hong Kong 1',
      machine_room: 'hk',
      ipv6: false,
      ip_addr: '203.0.113.10',
      line: 1,
      lock_status: 1,
    });
    expect(await ids(domain_id, '/available')).toEqual([]);
    expect((await lock(domain_id, 'hk-1', 2)).body.data).toEqual({ domain_id, node_id: 'hk-1', lock_status: 2 });
    expect((await remove(domain_id, 'hk-1')).body.data).toEqual({ domain_id, node_id: 'hk-1' });
    expect(await ids(domain_id)).toEqual(['fra-1', 'sgp-1']);
    expect((await remove(domain_id, 'hk-1')).status).toBe(404);
    expect((await lock(domain_id, 'hk-1', 1)).status).toBe(404);
  });

  it('of others cannot be assigned, and then none is', async () => {
    const domain_id = await world.created('acme-root', 'foreign.example.com');
    expectField(await assign(domain_id, ['hk-1', 'lon-1']), 'node_ids.1', 'err.guard.node.not_assignable');
    expectField(await assign(domain_id, ['nowhere']), 'node_ids.0', 'err.guard.node.not_assignable');
    expectField(await assign(domain_id, []), 'node_ids');
    expectField(await assign(domain_id, Array(101).fill('hk-1')), 'node_ids');
    expectField(await assign(domain_id, 'hk-1'), 'node_ids');
    expectField(await assign(domain_id, ['hk-1'], 'acme-root', { enable_parse: 1 }), 'enable_parse');
    for (const status of [0, 3, '1', null]) expectField(await lock(domain_id, 'hk-1', status), 'lock_status');
    expect(await ids(domain_id)).toEqual([]);
    for (const as of ['acme-child', 'acme-other', 'borealis-support']) {
      expect((await world.call('GET', at(domain_id), { as })).status, as).toBe(404);
      expect((await assign(domain_id, ['hk-1'], as)).status, as).toBe(404);
    }
    const child = await world.created('acme-child', 'child.example.com');
    expect((await assign(child, ['hk-1'], 'acme-child')).body.data.added).toBe(1);
  });

  it('of an approved domain are distributed, but for locking, and one that serves stays', async () => {
    const domain_id = await world.created('acme-root', 'approved.example.com');
    await assign(domain_id, ['hk-1', 'sgp-1']);
    expect(await releases(domain_id)).toBe(0);
    await world.judge('acme-support', domain_id, 4);
    await lock(domain_id, 'sgp-1', 2);
    expect(await releases(domain_id)).toBe(1);
    expect((await remove(domain_id, 'hk-1')).body.err_key).toBe('err.guard.node.last');
    await lock(domain_id, 'sgp-1', 1);
    await remove(domain_id, 'hk-1');
    expect(await releases(domain_id)).toBe(2);
    const last = await world.call('GET', `${LIST}/${domain_id}/releases/2`, { as: 'acme-root' });
    expect(last.body.data.config.nodes).toEqual(['sgp-1']);
  });

  it('that are locked are nowhere in what is distributed next', async () => {
    const domain_id = await world.created('acme-root', 'locked.example.com');
    await assign(domain_id, ['hk-1', 'fra-1', 'sgp-1']);
    await group(domain_id, 'Asia', ['hk-1', 'sgp-1'], ['192.0.2.1']);
    await lock(domain_id, 'sgp-1', 2);
    await world.judge('acme-support', domain_id, 4);
    const { config } = (await world.call('GET', `${LIST}/${domain_id}/releases/1`, { as: 'acme-root' })).body.data;
    expect(config.nodes).toEqual(['fra-1', 'hk-1']);
    const nodesOf = (one: { name: string; node_ids: string[] }) => [one.name, one.node_ids];
    expect(config.origin_groups.map(nodesOf)).toEqual([
      ['default', ['fra-1']],
      ['Asia', ['hk-1']],
    ]);
  });

  it('are brought in line with what the account has', async () => {
    const mine = await world.created('acme-other', 'sync-a.example.com');
    const same = await world.created('acme-other', 'sync-b.example.com');
    const foreign = await world.created('acme-root', 'sync-c.example.com');
    await world.runtime.store.transaction((tx) =>
      tx.insertInto('domain_nodes').values({ domain_id: mine, node_id: 'hk-1', lock_status: 2, enabled: 0 }).execute(),
    );
    await assign(same, ['lon-1'], 'acme-other');
    const sync = (as: string, query = '') => world.call('POST', `${LIST}/nodes/sync${query}`, { as });
    expect((await sync('acme-other')).body.data).toEqual({
      domains: 2,
      added: 1,
      removed: 1,
      changed_domain_ids: [mine],
    });
    expect(await ids(mine)).toEqual(['lon-1']);
    expect((await sync('acme-other')).body.data).toEqual({ domains: 2, added: 0, removed: 0 });
    const other = await world.call('GET', '/api/sys/users?keyword=acme-other', { as: 'acme-support' });
    const { user_id } = other.body.data.list[0];
    const one = await sync('acme-support', `?user_id=${user_id}`);
    expect(one.body.data).toEqual({ domains: 2, added: 0, removed: 0 });
    expect((await sync('acme-root', `?user_id=${user_id}`)).body.data.changed_domain_ids).not.toContain(mine);
    expect(await ids(foreign)).toEqual(['fra-1', 'hk-1', 'sgp-1']);
    const unknown = await world.call('GET', '/api/sys/users?size=1', { as: 'borealis-support' });
    for (const id of [unknown.body.data.list[0].user_id, 'nobody']) {
      expect((await sync('acme-support', `?user_id=${id}`)).status).toBe(404);
    }
  });
});

it('brought in line and assigned by several at once are each assigned once', async () => {
  for (let round = 0; round < 5; round++) {
    const domain_id = await world.created('acme-child', `line-${round}.example.com`);
    const sync = () => world.call('POST', `${LIST}/nodes/sync`, { as: 'acme-child' });
    const doomed = await world.created('acme-child', `doomed-${round}.example.com`);
    const answers = await Promise.all([
      assign(domain_id, ['sgp-1'], 'acme-child'),
      ...Array.from({ length: 5 }, sync),
      world.call('DELETE', `${LIST}/${doomed}`, { as: 'acme-child' }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(Array(7).fill(200));
    expect(await ids(domain_id)).toHaveLength(3);
  }
});

describe('origin groups', () => {
  const SITES = [
    ORIGIN,
    { addr: '2001:db8::1', port: 443, protocol: 'https' },
    { addr: '192.0.2.7', port: 80, protocol: 'http' },
  ];
  async function ready(name: string) {
    const domain_id = await world.created('acme-root', name, { src_sites: SITES });
    await assign(domain_id, ['hk-1', 'fra-1', 'sgp-1']);
    return domain_id;
  }

  it('take members from each other and give them back', async () => {
    const domain_id = await ready('groups.example.com');
    const [fallback] = await groups(domain_id);
    expect(fallback).toEqual({
      group_id: expect.any(Number),
      name: 'default',
      is_default: true,
      node_list: [
        { node_id: 'hk-1', name: 'Hong Kong 1', line: 1, ipv6: false },
        { node_id: 'fra-1', name: 'Frankfurt 1', line: 2, ipv6: true },
        { node_id: 'sgp-1', name: 'Singapore 1', line: 1, ipv6: false },
      ],
      src_list: [
        { src_ip: '192.0.2.1', line: 'default', ipv6: false },
        { src_ip: '2001:db8::1', line: 'default', ipv6: true },
        { src_ip: '192.0.2.7', line: 'default', ipv6: false },
      ],
      utime: expect.any(Number),
    });
    const asia = await group(domain_id, 'Asia', ['hk-1', 'sgp-1'], ['192.0.2.1']);
    expect(asia.status).toBe(201);
    expect(asia.body.data).toMatchObject({ name: 'Asia', is_default: false });
    const six = await group(domain_id, 'Six', ['fra-1'], ['2001:DB8:0::1']);
    expect(six.status, JSON.stringify(six.body)).toBe(201);
    const names = async () =>
      (await groups(domain_id)).map(
        (one: { name: string; node_list: { node_id: string }[]; src_list: { src_ip: string }[] }) => [
          one.name,
          one.node_list.map((node) => node.node_id),
          one.src_list.map((source) => source.src_ip),
        ],
      );
    expect(await names()).toEqual([
      ['default', [], ['192.0.2.7']],
      ['Asia', ['hk-1', 'sgp-1'], ['192.0.2.1']],
      ['Six', ['fra-1'], ['2001:db8::1']],
    ]);
    await group(domain_id, 'West', ['hk-1', 'sgp-1'], ['192.0.2.7']);
    expect(await names()).toEqual([
      ['default', [], ['192.0.2.1']],
      ['Six', ['fra-1'], ['2001:db8::1']],
      ['West', ['hk-1', 'sgp-1'], ['192.0.2.7']],
    ]);
    const gone = await world.call('DELETE', `${LIST}/${domain_id}/origin-groups/${six.body.data.group_id}`, {
      as: 'acme-root',
    });
    expect(gone.body.data).toEqual({ group_id: six.body.data.group_id });
    await remove(domain_id, 'hk-1');
    await remove(domain_id, 'sgp-1');
    expect(await names()).toEqual([['default', ['fra-1'], ['192.0.2.1', '2001:db8::1', '192.0.2.7']]]);
  });

  it('refuse what the spec refuses', async () => {
    const domain_id = await ready('refuse.example.com');
    const [fallback] = await groups(domain_id);
    await group(domain_id, 'Taken', ['sgp-1'], ['192.0.2.7']);
    const before = await groups(domain_id);
    expectField(await group(domain_id, 'TAKEN', ['hk-1'], ['192.0.2.1']), 'name', 'err.guard.group.name_taken');
    expectField(await group(domain_id, 'Default', ['hk-1'], ['192.0.2.1']), 'name', 'err.guard.group.name_reserved');
    expectField(await group(domain_id, '', ['hk-1'], ['192.0.2.1']), 'name');
    expectField(await group(domain_id, 'x'.repeat(101), ['hk-1'], ['192.0.2.1']), 'name');
    expectField(await group(domain_id, 'A', [], ['192.0.2.1']), 'node_ids');
    expectField(await group(domain_id, 'A', ['hk-1'], []), 'src_ips');
    expectField(
      await group(domain_id, 'A', ['hk-1', 'lon-1'], ['192.0.2.1']),
      'node_ids.1',
      'err.guard.group.node_unbound',
    );
    expectField(await group(domain_id, 'A', ['hk-1'], ['192.0.2.99']), 'src_ips.0', 'err.guard.group.origin_unknown');
    expectField(await group(domain_id, 'A', ['hk-1'], ['2001:db8::1']), 'node_ids', 'err.guard.group.no_ipv6_node');
    expect(await groups(domain_id)).toEqual(before);
    const path = `${LIST}/${domain_id}/origin-groups`;
    const kept = await world.call('DELETE', `${path}/${fallback.group_id}`, { as: 'acme-root' });
    expect(kept.body.err_key).toBe('err.guard.group.is_default');
    const elsewhere = await ready('elsewhere.example.com');
    const [, taken] = before;
    for (const url of [`${path}/999999`, `${path}/x`, `${LIST}/${elsewhere}/origin-groups/${taken.group_id}`]) {
      expect((await world.call('DELETE', url, { as: 'acme-root' })).status, url).toBe(404);
    }
    expect((await world.call('GET', path, { as: 'acme-other' })).status).toBe(404);
    await group(domain_id, 'Six', ['fra-1', 'hk-1'], ['2001:db8::1']);
    expect((await remove(domain_id, 'fra-1')).body.err_key).toBe('err.guard.node.needs_ipv6');
    // Taking the node away by another group leaves the origin as unreachable as removing it.
    const whole = await groups(domain_id);
    expectField(await group(domain_id, 'A', ['fra-1'], ['192.0.2.1']), 'node_ids', 'err.guard.group.no_ipv6_node');
    expect(await groups(domain_id)).toEqual(whole);
  });

  it('end where the account has no node left for their IPv6 origin', async () => {
    const as = 'acme-other';
    const domain_id = await world.created(as, 'six.example.com', { src_sites: SITES });
    await world.runtime.store.transaction((tx) =>
      tx.insertInto('domain_nodes').values({ domain_id, node_id: 'fra-1', lock_status: 1, enabled: 0 }).execute(),
    );
    await assign(domain_id, ['lon-1'], as);
    const body = { name: 'Six', node_ids: ['fra-1', 'lon-1'], src_ips: ['2001:db8::1', '192.0.2.7'] };
    expect((await world.call('POST', `${LIST}/${domain_id}/origin-groups`, { as, body })).status).toBe(201);
    await world.call('POST', `${LIST}/nodes/sync`, { as });
    const { list } = (await world.call('GET', `${LIST}/${domain_id}/origin-groups`, { as })).body.data;
    expect(list).toHaveLength(1);
    expect(list[0].node_list).toMatchObject([{ node_id: 'lon-1' }]);
    expect(list[0].src_list).toHaveLength(3);
  });

  it('keep their invariants under random moves', async () => {
    const domain_id = await ready('moves.example.com');
    const pick = <T>(from: readonly T[], i: number) => from.filter((_, at) => ((i * 7 + 3) >> at) & 1);
    await Promise.all(
      Array.from({ length: 60 }, async (_, i) => {
        const nodes = pick(['hk-1', 'fra-1', 'sgp-1'], i);
        const sources = pick(['192.0.2.1', '2001:db8::1', '192.0.2.7'], i * 5 + 1);
        if (i % 4 > 0) return group(domain_id, `G${i}`, nodes, sources);
        const custom = (await groups(domain_id)).find((one: { is_default: boolean }) => !one.is_default);
        return (
          custom && world.call('DELETE', `${LIST}/${domain_id}/origin-groups/${custom.group_id}`, { as: 'acme-root' })
        );
      }),
    );
    const all = await groups(domain_id);
    expect(all.filter((one: { is_default: boolean }) => one.is_default)).toHaveLength(1);
    const nodes = all.flatMap((one: { node_list: { node_id: string }[] }) => one.node_list.map((node) => node.node_id));
    expect(nodes.sort()).toEqual(['fra-1', 'hk-1', 'sgp-1']);
    for (const one of all) {
      if (one.is_default) continue;
      expect(one.node_list.length, one.name).toBeGreaterThan(0);
      expect(one.src_list.length, one.name).toBeGreaterThan(0);
    }
  });

  it('forget origins that leave the configuration', async () => {
    const domain_id = await ready('leaving.example.com');
    await group(domain_id, 'Old', ['hk-1'], ['192.0.2.7']);
    const { settings } = (await world.call('GET', `${LIST}/${domain_id}/settings`, { as: 'acme-root' })).body.data;
    const origin = JSON.parse(settings.origin);
    origin.services[0].sources.pop();
    const body = { settings: { origin: JSON.stringify(origin) } };
    await world.call('PUT', `${LIST}/${domain_id}/settings`, { as: 'acme-root', body });
    const [fallback, ...custom] = await groups(domain_id);
    expect(custom).toEqual([]);
    expect(fallback.node_list).toHaveLength(3);
  });
});
