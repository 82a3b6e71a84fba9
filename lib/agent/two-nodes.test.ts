import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import type { Agent } from './agent';
import { Plane } from './plane';
import { type Place, statusOf, testAgent } from './testing-agent';

const as = 'acme-root';
const NODES = ['hk-1', 'sgp-1'] as const;
const ON = { status: 'CFGOPTION_2_ENABLE' };

let world: Domains;
let origin: Awaited<ReturnType<typeof startOrigin>>;
const places = new Map<string, Place>();
const agents = new Map<string, Agent>();

beforeAll(async () => {
  world = await startDomains();
  origin = await startOrigin();
  for (const node_id of NODES) {
    const body = { name: node_id, scopes: [`guard.agent.${node_id}`] };
    const key = (await world.call('POST', '/api/sys/api-keys', { as: 'admin', body })).body.data.api_key;
    const folder = mkdtempSync(path.join(tmpdir(), `parapet-${node_id}-`));
    const place = { folder, http: await freePort(), https: await freePort() };
    places.set(node_id, place);
    agents.set(node_id, testAgent(place, new Plane({ url: world.url, node_id, key }, new AbortController().signal)));
  }
}, 120_000);
afterAll(async () => {
  for (const agent of agents.values()) agent.stop();
  origin?.server.close();
  await world?.close();
  for (const { folder } of places.values()) rmSync(folder, { recursive: true, force: true });
});

const round = (node_id: string) => agents.get(node_id)?.round();
const get = async (at: string, who = as) => (await world.call('GET', at, { as: who })).body.data;
const status = (node_id: string, target: string) => statusOf(places.get(node_id) as Place, 'two.example.com', target);
const block = (data: string) =>
  world.call('POST', `/api/guard/policies/${world.policies.get(as)}/acl/rules`, {
    as,
    body: { name: data, matches: [{ field: 'path', op: 'eq', data }], action: { action_type: 'block' } },
  });

/** What is said of each node: on the policy's page, on the domain's, in its releases, and of the node itself. */
async function truths(domain_id: string) {
  const policy = await get(`/api/guard/policies/${world.policies.get(as)}/delivery`);
  const domain = await get(`${LIST}/${domain_id}/delivery`);
  const states = await Promise.all(NODES.map(async (id) => (await get(`/api/guard/nodes/${id}`, 'admin')).state));
  const of = (nodes: { node_id: string; state: string }[]) =>
    NODES.map((id) => nodes.find(({ node_id }) => node_id === id)?.state);
  return { number: policy.number, policy: of(policy.nodes), domain: of(domain.nodes), nodes: states };
}

it('two nodes, of which one lags, are each told apart at every moment', async () => {
  const domain_id = await world.created(as, 'two.example.com');
  const sources = [{ ip: '127.0.0.1', port: origin.port, protocol: 'http', weight: 1, line: 'default', ...ON }];
  const value = JSON.stringify({ services: [{ service_id: 's', sources }] });
  await world.runtime.store.transaction((tx) => {
    const origins = tx.updateTable('domain_settings').set({ value }).where('domain_id', '=', domain_id);
    return origins.where('key', '=', 'origin').execute();
  });
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids: NODES } });
  await world.judge('acme-support', domain_id, 4);
  const settings = { acl: JSON.stringify(ON) };
  await world.call('PUT', `${LIST}/${domain_id}/settings`, { as, body: { settings } });
  const first = await truths(domain_id);
  expect(first).toMatchObject({ policy: ['waiting', 'waiting'], domain: ['waiting', 'waiting'] });
  await round('hk-1');
  expect(await truths(domain_id)).toMatchObject({
    ...{ policy: ['running', 'waiting'], domain: ['running', 'waiting'] },
    nodes: ['running', expect.stringMatching(/behind|never/)],
  });
  await round('sgp-1');
  expect(await truths(domain_id)).toMatchObject({
    ...{ number: first.number, policy: ['running', 'running'], domain: ['running', 'running'] },
    nodes: ['running', 'running'],
  });

  await block('/one');
  await round('hk-1');
  await block('/two');
  await round('hk-1');
  await expect.poll(() => status('hk-1', '/two')).toBe(403);
  expect([await status('sgp-1', '/one'), await status('sgp-1', '/two')]).toEqual([200, 200]);
  expect(await truths(domain_id)).toMatchObject({
    ...{ number: first.number + 2, policy: ['running', 'waiting'], nodes: ['running', 'behind'] },
    domain: ['running', 'waiting'],
  });

  await round('sgp-1');
  await expect.poll(() => status('sgp-1', '/two')).toBe(403);
  expect(await truths(domain_id)).toMatchObject({
    ...{ policy: ['running', 'running'], domain: ['running', 'running'], nodes: ['running', 'running'] },
  });
});
