import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from '@/lib/agent/agent';
import { Plane } from '@/lib/agent/plane';
import { testAgent } from '@/lib/agent/testing-agent';
import { distributionOf } from '@/lib/delivery/deliver';
import { APPROVED } from '@/lib/guard/domains/contract';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { enqueue } from '@/lib/jobs/queue';
import type { Runtime } from '@/lib/runtime/runtime';
import { addManyDomains } from '@/test/many-domains';
import { freePort } from '../dns-servers';
import { request } from '../request';
import type { Row } from './main';
import { type Site, startSite } from './scales';

/** Sites that a node serves while some of them are saved. */
const SERVED = Number(process.env.NODE_SITES ?? 1_000);
const SAVED = 100;
const MINUTE_MS = 60_000;
/** How often a saved site is asked: more often, and the asking would be what keeps the machine busy. */
const ASKED_MS = 200;
const OWNER = 'acme-root';
const NODE = 'hk-1';
const PATH = '/saved';

/** Sites whose origin is this machine, which no tenant could name; six of ten domains are approved. */
async function seed({ store }: Runtime, count: number): Promise<void> {
  await addManyDomains(store, [{ user_name: OWNER, domains: Math.ceil(count / 0.6), policies: 1, certs: 0 }]);
  const source = {
    ip: '127.0.0.1',
    port: 9,
    protocol: 'http',
    weight: 1,
    line: 'default',
    status: 'CFGOPTION_2_ENABLE',
  };
  const value = JSON.stringify({ services: [{ service_id: 'bench', sources: [source] }] });
  await store.transaction(async (tx) => {
    await tx.updateTable('domain_settings').set({ value }).where('key', '=', 'origin').execute();
    const domains = await tx.selectFrom('domains').select('domain_id').where('audit_status', '=', APPROVED).execute();
    await enqueue(
      tx,
      distributionOf(DOMAIN),
      domains.map(({ domain_id }) => ({ object_id: domain_id })),
    );
    const policies = await tx.selectFrom('policies').select('policy_id').execute();
    await enqueue(
      tx,
      distributionOf(POLICY),
      policies.map(({ policy_id }) => ({ object_id: policy_id })),
    );
  });
}

/** A policy that blocks the path; a site that was saved has it. */
async function blockingPolicy(site: Site): Promise<string> {
  const policy = await site.send('POST', OWNER, '/api/guard/policies', { name: 'Blocks' });
  const { policy_id } = policy.data;
  await site.send('POST', OWNER, `/api/guard/policies/${policy_id}/acl/rules`, {
    name: 'Blocks',
    matches: [{ field: 'path', op: 'eq', data: PATH }],
    action: { action_type: 'block' },
  });
  return policy_id;
}

async function domainsOf(site: Site): Promise<{ domain_id: string; domain: string }[]> {
  const { data } = await site.send('GET', OWNER, `/api/guard/domains?size=${SAVED}&audit_status=${APPROVED}`);
  return data.list;
}

/** The site is asked until nginx refuses what was blocked, or until this time has passed. */
async function enforced(port: number, host: string, end: number): Promise<void> {
  const headers = { Host: host, 'User-Agent': 'bench', Accept: '*/*', Connection: 'close' };
  for (; performance.now() < end; await pause(ASKED_MS)) {
    const asked = request(`http://127.0.0.1:${port}`, { method: 'GET', path: PATH, headers });
    if ((await asked.catch(() => undefined))?.status === 403) return;
  }
  throw new Error(`${host} does not block ${PATH}`);
}

/** Saves sites at even distances within a minute. Answers how long each took, from the press on, until nginx enforced it. */
async function saveAll(site: Site, policy_id: string, port: number): Promise<number[]> {
  const domains = await domainsOf(site);
  const took = domains.map(async ({ domain_id, domain }, i) => {
    await pause((i * MINUTE_MS) / domains.length);
    const began = performance.now();
    await site.send('PUT', OWNER, `/api/guard/domains/${domain_id}`, { policy_id });
    await enforced(port, domain, began + MINUTE_MS);
    return performance.now() - began;
  });
  return (await Promise.all(took)).sort((a, b) => a - b);
}

/** Runs the agent until nginx serves all of them. Answers how many milliseconds that took. */
async function deliverAll(agent: Agent): Promise<number> {
  const began = performance.now();
  while (agent.origins().length < SERVED) await agent.round(1);
  return Math.round(performance.now() - began);
}

async function measure(site: Site, folder: string): Promise<Row[]> {
  const place = { folder: path.join(folder, 'node'), http: await freePort(), https: await freePort() };
  const key = { name: NODE, scopes: [`guard.agent.${NODE}`] };
  const { data } = await site.send('POST', 'admin', '/api/sys/api-keys', key);
  const stop = new AbortController();
  const agent = testAgent(place, new Plane({ url: site.url, node_id: NODE, key: data.api_key }, stop.signal));
  try {
    const policy_id = await blockingPolicy(site);
    const first = await deliverAll(agent);
    const running = agent.run(stop.signal);
    const took = await saveAll(site, policy_id, place.http);
    stop.abort();
    await running;
    const at = (share: number) => `${Math.round(took[Math.min(took.length - 1, took.length * share)] ?? 0)} ms`;
    return [
      { work: `${SERVED} sites delivered to a new node`, figure: `${first} ms`, target: '' },
      {
        work: `${took.length} of them saved within a minute: saved to enforced, median; p99; worst`,
        figure: [0.5, 0.99, 1].map(at).join('; '),
        target: '<= 5,000 ms',
      },
    ];
  } finally {
    agent.stop();
  }
}

/** From a save over HTTP, through the job after it and the node's agent, to nginx: a hundred sites within a minute. */
export async function benchSaved(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-bench-saved-'));
  // nginx's workers are somebody else than root.
  chmodSync(folder, 0o755);
  const site = await startSite(folder, { seed }, SERVED, undefined);
  try {
    return await measure(site, folder);
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
