import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { issue } from '@/lib/sys/api-keys/testing';
import type { Arrival } from './contract';

let world: Domains;
let key = '';
beforeAll(async () => {
  world = await startDomains();
  key = (await issue(world, 'admin', { scopes: ['guard.agent.hk-1'] })).api_key;
});
afterAll(() => world.close());

const asNode = (method: string, path: string, body?: unknown) =>
  world.call(method, `/api/guard/nodes/hk-1/${path}`, { body, headers: { Authorization: `ApiKey ${key}` } });
const get = (path: string, as = 'acme-root') => world.call('GET', `/api/guard/${path}/delivery`, { as });
const arrival = async (path: string): Promise<Arrival> => (await get(path)).body.data;

/** Has the node say that it runs all it should; `more` is said of domains. */
async function report(more: object = {}) {
  const { artefacts, latest } = (await asNode('GET', 'desired?since=0')).body.data;
  const objects = artefacts.map(({ kind, object_id, number }: { kind: string; object_id: string; number: number }) => {
    return { kind, object_id, number, status: 'running', since: Date.now(), ...(kind === 'domain' ? more : {}) };
  });
  expect((await asNode('POST', 'reports', { revision: latest, objects })).status).toBe(200);
}

describe('what is saved', () => {
  it('is waited for, runs, and fails where a domain with it does', async () => {
    const policy_id = world.policies.get('acme-root') ?? '';
    const path = `policies/${policy_id}`;
    const domain_id = await world.created('acme-root', 'arrives.example.com');
    const body = { node_ids: ['hk-1'] };
    await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as: 'acme-root', body });
    await world.judge('acme-support', domain_id, 4);
    const set = { name: 'Bad', ip_set_type: 1, policy_id, ips: ['192.0.2.7'] };
    const made = await world.call('POST', '/api/guard/bwlist/sets', { as: 'acme-root', body: set });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const list = `bwlist/sets/${made.body.data.id}`;

    const waits = await arrival(path);
    expect(waits).toMatchObject({ pending: 0, nodes: [{ node_id: 'hk-1', state: 'waiting', since: 0 }], failures: [] });
    await report();
    const runs = await arrival(path);
    expect(runs).toMatchObject({ number: waits.number, nodes: [{ state: 'running' }], failures: [] });
    expect(runs.changed_at).toBeGreaterThan(0);
    expect(runs.nodes[0]?.since).toBeGreaterThanOrEqual(runs.changed_at);
    expect((await arrival(list)).nodes).toMatchObject([{ node_id: 'hk-1', state: 'running' }]);

    const rename = { as: 'acme-root', body: { name: 'Renamed' } };
    await world.call('PUT', `/api/guard/${path}`, rename);
    expect(await arrival(path)).toMatchObject({ number: waits.number + 1, nodes: [{ state: 'waiting' }] });

    await report({ status: 'failed', message: 'invalid number of arguments' });
    for (const one of [path, list]) {
      expect(await arrival(one), one).toMatchObject({
        nodes: [{ node_id: 'hk-1', state: 'failed', since: 0 }],
        failures: [
          { node_id: 'hk-1', domain_id, domain: 'arrives.example.com', message: 'invalid number of arguments' },
        ],
      });
    }
    for (const one of [path, list]) {
      expect((await get(one, 'acme-other')).status, one).toBe(404);
      expect((await world.call('GET', `/api/guard/${one}/delivery`)).status, one).toBe(401);
      expect((await get(one, 'acme-nobody')).status, one).toBe(403);
    }
  });

  it('in no policy and on no node is nowhere', async () => {
    const { policy_id } = (
      await world.call('POST', '/api/guard/policies', { as: 'acme-root', body: { name: 'Unused' } })
    ).body.data;
    expect(await arrival(`policies/${policy_id}`)).toMatchObject({ nodes: [], failures: [], pending: 0 });
  });
});
