import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';

const NODES = '/api/guard/nodes';

let world: Domains;
let key = '';
beforeAll(async () => {
  world = await startDomains();
  const made = await world.call('POST', `${NODES}/hk-1/enrolments`, { as: 'admin' });
  key = (await world.call('POST', `${NODES}/enrol`, { body: { token: made.body.data.token } })).body.data.api_key;
});
afterAll(() => world.close());

const get = (path = '', as = 'admin') => world.call('GET', `${NODES}${path}`, { as });
const node = async (id: string) => (await get(`/${id}`)).body.data;
const drain = (id: string, draining: unknown, as = 'admin') =>
  world.call('PUT', `${NODES}/${id}/drain`, { as, body: { draining } });
const remove = (id: string, as = 'admin') => world.call('DELETE', `${NODES}/${id}`, { as });
const asNode = (method: string, path: string, body?: unknown) =>
  world.call(method, `${NODES}/hk-1/${path}`, { body, headers: { Authorization: `ApiKey ${key}` } });
const assign = (domain_id: string, node_ids: string[]) =>
  world.call('PUT', `${LIST}/${domain_id}/nodes`, { as: 'acme-root', body: { node_ids } });
const audited = (action: string, id: string) =>
  world.db.selectFrom('audit_logs').selectAll().where('action', '=', action).where('resource_id', '=', id).execute();

/** An approved domain on these nodes. */
async function served(name: string, node_ids: string[]): Promise<string> {
  const domain_id = await world.created('acme-root', name);
  expect((await assign(domain_id, node_ids)).status).toBe(200);
  expect((await world.judge('acme-support', domain_id, 4)).status).toBe(200);
  return domain_id;
}

describe('nodes', () => {
  it('are listed by name and found by name, id, address and room', async () => {
    const { list, total } = (await get()).body.data;
    expect([list.map((one: { node_id: string }) => one.node_id), total]).toEqual([
      ['fra-1', 'hk-1', 'lon-1', 'sgp-1'],
      4,
    ]);
    for (const [keyword, found] of [
      ['KONG', ['hk-1']],
      ['lon-1', ['lon-1']],
      ['113.20', ['fra-1']],
      ['sgp', ['sgp-1']],
      ['%', []],
    ] as const) {
      const { data } = (await get(`?keyword=${encodeURIComponent(keyword)}`)).body;
      expect(
        data.list.map((one: { node_id: string }) => one.node_id),
        keyword,
      ).toEqual(found);
    }
    const second = (await get('?page=2&size=3')).body.data;
    expect([second.list.length, second.total]).toEqual([1, 4]);
    expect((await get('?size=101')).status).toBe(400);
  });

  it('are the operator’s alone', async () => {
    for (const as of ['acme-support', 'acme-auditor', 'acme-root']) {
      const answers = [
        await get('', as),
        await get('/hk-1', as),
        await drain('hk-1', true, as),
        await remove('hk-1', as),
      ];
      expect(
        answers.map((answer) => answer.body.err_key),
        as,
      ).toEqual(Array(4).fill(as === 'acme-root' ? 'err.auth.platform_only' : 'err.auth.operator_only'));
    }
    expect((await get('/no-node')).status).toBe(404);
    expect((await drain('no-node', true)).status).toBe(404);
    expect((await remove('no-node')).status).toBe(404);
  });

  it('are called as what they say: never seen, behind, running, failed', async () => {
    expect((await node('sgp-1')).state).toBe('never');
    const domain_id = await served('states.example.com', ['hk-1']);
    const wanted = (await asNode('GET', 'desired?since=0')).body.data;
    expect(await node('hk-1')).toMatchObject({ state: 'behind', revision: wanted.latest, domains: 1, failed: 0 });
    const said = wanted.artefacts.map(
      ({ kind, object_id, number }: { kind: string; object_id: string; number: number }) => {
        return { kind, object_id, number, status: 'running', since: Date.now() };
      },
    );
    await asNode('POST', 'reports', { revision: wanted.latest, objects: said });
    const runs = await node('hk-1');
    expect(runs).toMatchObject({ state: 'running', reported_revision: wanted.latest, failures: [] });
    expect(runs.key_expires_at).toBeGreaterThan(Date.now());
    expect(runs.acknowledged.map((one: { label: string }) => one.label)).toContain('states.example.com');
    expect(runs.bound).toEqual([{ domain_id, domain: 'states.example.com', left_alone: true, is_own: false }]);

    const broken = { kind: 'domain', object_id: domain_id, number: 1, status: 'failed', message: 'unknown directive' };
    await asNode('POST', 'reports', { revision: wanted.latest, objects: [{ ...broken, since: Date.now() }] });
    const failed = await node('hk-1');
    expect([failed.state, failed.failed]).toEqual(['failed', 1]);
    expect(failed.failures).toMatchObject([{ label: 'states.example.com', number: 1, message: 'unknown directive' }]);
    expect((await world.call('GET', `${NODES}?keyword=hk-1`, { as: 'admin' })).body.data.list[0].failed).toBe(1);
    await world.runtime.store.transaction(async (tx) => {
      await tx
        .updateTable('node_states')
        .set({ seen_at: Date.now() - 120_000 })
        .execute();
      await tx
        .updateTable('node_revisions')
        .set({ reported_at: Date.now() - 120_000 })
        .execute();
    });
    expect((await node('hk-1')).state).toBe('silent');
  });
});

describe('the health of a node', () => {
  const figures = {
    ...{ agent_version: '0.1.0', nginx_version: '1.22.1', load: 0.5, worker_bytes: 5e7, agent_bytes: 9e7 },
    ...{ disk_free: 1, disk_size: 100, unsent_bytes: 0, certificates: [], failing_origins: 1 },
    origins: [{ domain: 'a.example.com', address: '192.0.2.1:80', since: 1 }],
  };

  it('is what it said last, with what is wrong, and how far its clock is off', async () => {
    expect(await node('sgp-1')).toMatchObject({ health: null, load: null, concerns: [] });
    expect((await asNode('POST', 'health', { ...figures, clock: Date.now() })).status).toBe(200);
    const ahead = { ...figures, load: 0.25, clock: Date.now() + 3_600_000 };
    const { clock_off_ms } = (await asNode('POST', 'health', ahead)).body.data;
    expect(clock_off_ms).toBeGreaterThan(1_800_000);
    const { health, load, concerns } = await node('hk-1');
    expect(health).toMatchObject({ ...figures, load: 0.25, clock_off_ms });
    const bad = ['disk', 'clock', 'origin'].map((what) => ({ what, severity: 'bad' }));
    expect([load, concerns]).toEqual([0.25, bad]);
    expect(await world.db.selectFrom('node_figures').select('node_id').execute()).toEqual([{ node_id: 'hk-1' }]);
  });

  it('is said by the node itself, within bounds', async () => {
    const clock = Date.now();
    expect((await asNode('POST', 'health', { ...figures, clock, load: -1 })).status).toBe(400);
    const many = Array(21).fill(figures.origins[0]);
    expect((await asNode('POST', 'health', { ...figures, clock, origins: many })).status).toBe(400);
    const asOther = await world.call('POST', `${NODES}/sgp-1/health`, {
      body: { ...figures, clock },
      headers: { Authorization: `ApiKey ${key}` },
    });
    expect(asOther.status).toBe(403);
    expect(
      (await world.call('POST', `${NODES}/hk-1/health`, { as: 'acme-root', body: { ...figures, clock } })).status,
    ).toBe(403);
  });
});

describe('draining', () => {
  it('keeps new domains away and leaves those there are, until it is taken back', async () => {
    const there = await served('there.example.com', ['fra-1']);
    const other = await world.created('acme-root', 'other.example.com');
    expect((await drain('fra-1', 'yes')).status).toBe(400);
    expect((await drain('fra-1', true)).body.data).toEqual({ node_id: 'fra-1', draining: true });
    expect((await node('fra-1')).draining).toBe(true);
    expect((await audited('guard.node.drain', 'fra-1')).filter((row) => row.status === 1)).toHaveLength(1);

    const refused = await assign(other, ['hk-1', 'fra-1']);
    expect([refused.status, refused.body.err_key, refused.body.data.field]).toEqual([
      400,
      'err.guard.node.draining',
      'node_ids.1',
    ]);
    const available = await world.call('GET', `${LIST}/${other}/nodes/available`, { as: 'acme-root' });
    expect(available.body.data.list.map((one: { node_id: string }) => one.node_id)).toEqual(['hk-1', 'sgp-1']);
    expect((await assign(there, ['fra-1'])).body.data.added).toBe(0);
    await world.call('POST', `${LIST}/nodes/sync`, { as: 'acme-root' });
    const nodesOf = async (id: string) =>
      (await world.call('GET', `${LIST}/${id}/nodes`, { as: 'acme-root' })).body.data.list
        .map((one: { node_id: string }) => one.node_id)
        .sort();
    expect(await nodesOf(there)).toEqual(['fra-1', 'hk-1', 'sgp-1']);
    expect(await nodesOf(other)).toEqual(['hk-1', 'sgp-1']);

    expect((await drain('fra-1', false)).status).toBe(200);
    expect((await assign(other, ['fra-1'])).body.data.added).toBe(1);
  });
});

describe('removing', () => {
  it('is refused while a domain has the node, and ends what could speak for it', async () => {
    const refused = await remove('hk-1');
    expect([refused.status, refused.body.err_key]).toEqual([400, 'err.guard.node.in_use']);
    await world.runtime.store.transaction((tx) =>
      tx.deleteFrom('domain_nodes').where('node_id', '=', 'hk-1').execute(),
    );
    const token = (await world.call('POST', `${NODES}/hk-1/enrolments`, { as: 'admin' })).body.data.token;
    expect((await asNode('GET', 'desired')).status).toBe(200);
    expect((await remove('hk-1')).status).toBe(200);
    expect((await audited('guard.node.delete', 'hk-1')).filter((row) => row.status === 1)).toHaveLength(1);
    expect((await get('/hk-1')).status).toBe(404);
    expect((await asNode('GET', 'desired')).status).toBe(401);
    expect((await world.call('POST', `${NODES}/enrol`, { body: { token } })).status).toBe(401);
  });
});
