import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { ownRuleOf } from '@/lib/render/nginx/vocabulary';
import { freePort } from '@/scripts/dns-servers';
import { request } from '@/scripts/request';
import { Agent } from './agent';
import { Health } from './health';
import { Objects } from './objects';
import { Plane } from './plane';
import { coreRules } from './settings';
import { Shipper } from './shipper';

const NODE = 'hk-1';
const as = 'acme-root';
const VERSION = 'v1.2.3-4';

let world: Domains;
let origin: Server;
let openssl: Openssl;
let agent: Agent;
let [http, https] = [0, 0];
let key = '';
const folder = mkdtempSync(path.join(tmpdir(), 'parapet-agent-'));
const stop = new AbortController();
const lines: Record<string, unknown>[] = [];

function agentOf(url: string, nginxBytes = 512 * 1024 ** 2) {
  const node = {
    ...{ node_id: NODE, http, https, listen: ['127.0.0.1'], crs: coreRules(folder) },
    ...{ trusted_proxies: ['127.0.0.1'], probe: 'probe' },
  };
  const options = {
    folder,
    version: VERSION,
    nginxBytes,
    node,
    extra: process.getuid?.() === 0 ? 'user root;' : '',
    log: (line: object) => lines.push({ ...line }),
  };
  return new Agent(options, new Plane({ url, node_id: NODE, key }, stop.signal));
}
const plane = () => new Plane({ url: world.url, node_id: NODE, key }, stop.signal);

beforeAll(async () => {
  openssl = new Openssl();
  world = await startDomains();
  origin = createServer((_, response) => response.end('origin')).listen(0, '127.0.0.1');
  await new Promise((resolve) => origin.once('listening', resolve));
  const body = { name: NODE, scopes: [`guard.agent.${NODE}`] };
  const issued = await world.call('POST', '/api/sys/api-keys', { as: 'admin', body });
  key = issued.body.data.api_key;
  http = await freePort();
  https = await freePort();
  agent = agentOf(world.url);
}, 120_000);
afterAll(async () => {
  stop.abort();
  agent?.stop();
  origin?.close();
  openssl?.close();
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A domain that the node serves. Tenants may not name this machine as an origin, so its address is put into the store. */
async function served(name: string) {
  const domain_id = await world.created(as, name);
  await originIs(domain_id, '127.0.0.1');
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids: [NODE] } });
  expect((await world.judge('acme-support', domain_id, 4)).status).toBe(200);
  return domain_id;
}

async function originIs(domain_id: string, ip: string) {
  const { port } = origin.address() as AddressInfo;
  const sources = [{ ip, port, protocol: 'http', weight: 1, line: 'default', ...ON }];
  const value = JSON.stringify({ services: [{ service_id: 's', sources }] });
  await world.runtime.store.transaction((tx) =>
    tx
      .updateTable('domain_settings')
      .set({ value })
      .where('domain_id', '=', domain_id)
      .where('key', '=', 'origin')
      .execute(),
  );
}

/** An origin that nginx cannot read. */
const REFUSED = 'no:port';

const ON = { status: 'CFGOPTION_2_ENABLE' };
const set = (domain_id: string, values: Record<string, object>) => {
  const texts = Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]);
  return world.call('PUT', `${LIST}/${domain_id}/settings`, { as, body: { settings: Object.fromEntries(texts) } });
};
const block = (data: string) =>
  world.call('POST', `/api/guard/policies/${world.policies.get(as)}/acl/rules`, {
    as,
    body: { name: data, matches: [{ field: 'path', op: 'eq', data }], action: { action_type: 'block' } },
  });
const ask = async (host: string, target: string, more: Record<string, string> = {}) => {
  const headers = { Host: host, 'User-Agent': 'test', Accept: '*/*', Connection: 'close', ...more };
  return request(`http://127.0.0.1:${http}`, { method: 'GET', path: target, headers });
};
/** Waits for a status, 0 for none: a worker of before may take a last connection while nginx reloads. */
const answers = (host: string, target: string, status: number) => {
  const asked = () =>
    ask(host, target).then(
      (answer) => answer.status,
      () => 0,
    );
  return expect.poll(asked).toBe(status);
};
const revision = async () =>
  (await ask('none.example.com', '/', { 'X-Parapet-Probe': 'probe' })).headers['x-config-rev'];
const delivery = async (domain_id: string) =>
  (await world.call('GET', `${LIST}/${domain_id}/delivery`, { as })).body.data.nodes[0];

const isProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('the agent of a node', () => {
  it('has nginx enforce what is saved, and says what runs', async () => {
    const domain_id = await served('shop.example.com');
    await set(domain_id, { acl: ON });
    expect(await delivery(domain_id)).toMatchObject({ node_id: NODE, state: 'waiting' });
    expect(await agent.round()).toBe(true);
    await answers('shop.example.com', '/', 200);
    expect(await delivery(domain_id)).toMatchObject({ state: 'running' });
    expect(await agent.round()).toBe(false);
    await block('/admin');
    await agent.round();
    await answers('shop.example.com', '/admin', 403);
    await answers('shop.example.com', '/', 200);
  });

  it('says how the node is: nginx, its workers, and an origin that is away', async () => {
    const plane = new Plane({ url: world.url, node_id: NODE, key }, stop.signal);
    const served = { origins: () => agent.origins(), certificates: () => agent.certificates() };
    const own = {
      nginxMemory: () => agent.memory.figures(),
      version: VERSION,
      failedUpgrade: () => null,
      failedRound: () => null,
      unsent: () => 7,
    };
    const health = new Health({ folder, log: (line) => lines.push(line), ...served, ...own }, plane);
    await health.say();
    const said = async () => (await world.call('GET', `/api/guard/nodes/${NODE}`, { as: 'admin' })).body.data.health;
    const first = await said();
    expect(first).toMatchObject({ agent_version: VERSION, unsent_bytes: 7, failing_origins: 0, origins: [] });
    expect(first.nginx_version).toMatch(/^\d+\.\d+/);
    expect(first.worker_bytes).toBeGreaterThan(1_000_000);
    expect(first.nginx_memory).toMatchObject({ first_bytes: expect.any(Number), renewed_at: 0 });
    expect(first.nginx_memory.bytes).toBeGreaterThan(first.worker_bytes);
    expect(first.disk_free).toBeGreaterThan(0);
    const away = { domain: 'shop.example.com', address: '127.0.0.1:1' };
    await new Health({ folder, log: () => undefined, ...served, ...own, origins: () => [away] }, plane).say();
    expect(await said()).toMatchObject({ failing_origins: 1, origins: [away] });
  });

  it('sends what nginx blocked, and the events say so, with the rule of the policy', async () => {
    const shipping = new AbortController();
    const plane = new Plane({ url: world.url, node_id: NODE, key }, shipping.signal);
    const logged = { reopen: () => agent.reopenLogs(), writesTo: (name: string) => agent.writesTo(name) };
    const shipper = new Shipper({ folder, ...logged, log: (line) => lines.push(line) }, plane);
    const shipped = shipper.run(shipping.signal);
    await answers('shop.example.com', '/admin', 403);
    const blocked = async () =>
      (await world.call('GET', '/api/analytics/events?filter=action:block', { as })).body.data.list[0];
    const rejected = () => world.runtime.analytics.store.query('SELECT reason, text FROM rejected_lines');
    const soFar = async () => (await blocked()) ?? { said: lines.slice(-5), rejected: await rejected() };
    // Within a second on a quiet machine; a busy one takes longer, and is not what is tried here.
    await expect.poll(soFar, { timeout: 40_000 }).toMatchObject({ path: '/admin', status: 403, node_id: NODE });
    const { event_id, rule_id } = await blocked();
    const { body } = await world.call('GET', `/api/analytics/events/${event_id}/matches`, { as });
    const policy_id = world.policies.get(as);
    expect(body.data.list.map(({ message }: { message: string }) => ownRuleOf(message))).toEqual([
      { kind: 'acl', id: rule_id, policy_id },
    ]);
    shipping.abort();
    await shipped;
  });

  it('asks where visitors come from, and goes on with what it knows while that cannot be fetched', async () => {
    const policy = `/api/guard/policies/${world.policies.get(as)}/acl/rules`;
    const matches = [
      { field: 'path', op: 'eq', data: '/at-home' },
      { field: 'country', op: 'eq', data: 'LI' },
    ];
    const rule = { name: 'At home', matches, action: { action_type: 'block' } };
    expect((await world.call('POST', policy, { as, body: rule })).status).toBe(201);
    await agent.round();
    const [home = ''] = (await plane().ranges('country-LI')).split('\n');
    const [address = ''] = home.split('/');
    const from = async (peer: string) =>
      (await ask('shop.example.com', '/at-home', { 'X-Forwarded-For': peer })).status;
    await expect.poll(() => from(address)).toBe(403);
    expect(await from('192.0.2.1')).toBe(200);
  });

  it('does not reload for what changes no file', async () => {
    const before = await revision();
    const body = { name: 'Renamed' };
    await world.call('PUT', `/api/guard/policies/${world.policies.get(as)}`, { as, body });
    expect(await agent.round()).toBe(true);
    expect(await revision()).toBe(before);
  });

  it('leaves a site that nginx refuses at its last good state, and holds no other up', async () => {
    const good = await served('good.example.com');
    const bad = await served('bad.example.com');
    await agent.round();
    await answers('bad.example.com', '/', 200);
    await originIs(bad, REFUSED);
    await set(bad, { acl: ON });
    await set(good, { acl: ON });
    await agent.round();
    await answers('bad.example.com', '/', 200);
    await answers('good.example.com', '/admin', 403);
    const failed = await delivery(bad);
    expect(failed.state).toBe('failed');
    expect(failed.message).toContain('invalid port in upstream');
    expect(failed.message).not.toContain(folder);
    expect(await delivery(good)).toMatchObject({ state: 'running' });
    await originIs(bad, '127.0.0.1');
    await set(bad, { acl: { ...ON, again: 1 } });
    await agent.round();
    expect(await delivery(bad)).toMatchObject({ state: 'running' });
    await answers('bad.example.com', '/admin', 403);
  });

  it('leaves a new site that nginx refuses out', async () => {
    const domain_id = await world.created(as, 'new.example.com');
    await originIs(domain_id, REFUSED);
    await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids: [NODE] } });
    await world.judge('acme-support', domain_id, 4);
    await agent.round();
    expect(await delivery(domain_id)).toMatchObject({ state: 'failed' });
    await answers('shop.example.com', '/', 200);
    await world.call('DELETE', `${LIST}/${domain_id}`, { as });
    await agent.round();
  });

  it('serves TLS with the key that it fetched, and keeps it to itself', async () => {
    const domain_id = await served('tls.example.com');
    const pair = openssl.pair({ names: ['tls.example.com'] });
    const cert = await world.call('POST', '/api/guard/certs', { as, body: { name: 'TLS', ...pair } });
    const { id } = cert.body.data;
    const bound = await world.call('POST', `/api/guard/certs/${id}/bind`, { as, body: { domain_id } });
    expect(bound.status).toBe(200);
    await agent.round();
    const peer = await new Promise<string>((resolve, reject) => {
      const socket = connectTls(
        { host: '127.0.0.1', port: https, servername: 'tls.example.com', ca: pair.cert },
        () => {
          resolve(socket.getPeerCertificate().subjectaltname ?? '');
          socket.destroy();
        },
      );
      socket.on('error', reject);
    });
    expect(peer).toBe('DNS:tls.example.com');
    const keys = readdirSync(path.join(folder, 'certificates')).map((name) => `certificates/${name}/key.pem`);
    expect(keys.map((name) => statSync(path.join(folder, name)).mode & 0o777)).toEqual([0o600]);
    const other = await world.call('POST', '/api/guard/certs', { as, body: { name: 'Other', ...openssl.pair() } });
    const asked = await world.call('GET', `/api/guard/nodes/${NODE}/certificates/${other.body.data.id}`, {
      headers: { Authorization: `ApiKey ${key}` },
    });
    expect(asked.status).toBe(404);
    const elsewhere = await world.call('GET', `/api/guard/nodes/sgp-1/certificates/${id}`, {
      headers: { Authorization: `ApiKey ${key}` },
    });
    expect(elsewhere.status).toBe(403);
  });

  it('goes on after it died at any step', async () => {
    await block('/died');
    // It died after it took the state and before it applied it.
    await new Objects(folder).take(new Plane({ url: world.url, node_id: NODE, key }, stop.signal), 0);
    mkdirSync(path.join(folder, 'releases/half-written'));
    agent = agentOf(world.url);
    expect(await agent.round()).toBe(true);
    await answers('shop.example.com', '/died', 403);
    expect(await agent.round()).toBe(false);
  });

  it('serves on while the management plane is away for an hour, and what is saved then when it is back', async () => {
    const { now } = Date;
    const away = new AbortController();
    const running = agentOf('http://127.0.0.1:9').run(away.signal, 0);
    await expect.poll(() => lines.some((line) => line.level === 'warn')).toBe(true);
    await answers('shop.example.com', '/', 200);
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    const refused = lines.length;
    await expect.poll(() => lines.slice(refused).some((line) => line.level === 'warn'), { timeout: 40_000 }).toBe(true);
    await answers('shop.example.com', '/', 200);
    away.abort();
    await running;
    const back = new AbortController();
    agent = agentOf(world.url);
    const again = agent.run(back.signal);
    await block('/back');
    await answers('shop.example.com', '/back', 403);
    // What waits for a moment that was named by the clock of before would wait for an hour now.
    clock.mockRestore();
    await block('/put-back');
    await answers('shop.example.com', '/put-back', 403);
    back.abort();
    await again;
  });

  it('has a fresh nginx take over from one that grew, and no request fails meanwhile', async () => {
    const pid = () => Number(readFileSync(path.join(folder, 'logs/nginx.pid'), 'utf8'));
    const before = pid();
    const known = path.join(folder, 'nginx-memory.json');
    const first = (first_bytes: number) =>
      writeFileSync(known, JSON.stringify({ master: before, first_bytes, renewed_at: 0 }));
    first(1);
    expect(await agent.renewNginx()).toBe(false);
    const bounded = agentOf(world.url, 1);
    first(1024 ** 4);
    expect(await bounded.renewNginx()).toBe(false);
    first(1);
    let isOver = false;
    const asking = Array.from({ length: 4 }, async () => {
      const statuses: number[] = [];
      while (!isOver) statuses.push((await ask('shop.example.com', '/')).status);
      return statuses;
    });
    expect(await bounded.renewNginx()).toBe(true);
    expect(pid()).not.toBe(before);
    await expect.poll(() => isProcess(before), { timeout: 30_000 }).toBe(false);
    isOver = true;
    const statuses = (await Promise.all(asking)).flat();
    expect(statuses.length).toBeGreaterThan(10);
    expect(new Set(statuses)).toEqual(new Set([200]));
    await block('/after-renewal');
    await bounded.round();
    await answers('shop.example.com', '/after-renewal', 403);
    expect(bounded.memory.figures()?.renewed_at).toBeGreaterThan(0);
    writeFileSync(known, JSON.stringify({ master: pid(), first_bytes: 1, renewed_at: Date.now() - 3_000_000 }));
    expect(await bounded.renewNginx()).toBe(false);
  });

  it('keeps the nginx that runs where a fresh one does not begin', async () => {
    const pid = readFileSync(path.join(folder, 'logs/nginx.pid'), 'utf8');
    writeFileSync(
      path.join(folder, 'nginx-memory.json'),
      JSON.stringify({ master: Number(pid), first_bytes: 1, renewed_at: 0 }),
    );
    const config = path.join(folder, 'current/nginx.conf');
    const text = readFileSync(config, 'utf8');
    writeFileSync(config, 'nonsense;');
    const renewed = agentOf(world.url, 1).renewNginx();
    await expect(renewed).rejects.toThrow('nonsense');
    writeFileSync(config, text);
    expect(readFileSync(path.join(folder, 'logs/nginx.pid'), 'utf8')).toBe(pid);
    await answers('shop.example.com', '/', 200);
  });

  it('ends the nginx of before where it died while a fresh one took over', async () => {
    const file = path.join(folder, 'logs/nginx.pid');
    const pid = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
    const before = pid();
    process.kill(before, 'SIGUSR2');
    await expect.poll(() => ![0, before].includes(pid())).toBe(true);
    // A fresh one that has just made its file has not written its number yet.
    const fresh = String(pid());
    writeFileSync(file, '');
    const over = new AbortController();
    const running = agentOf('http://127.0.0.1:9').run(over.signal, 0);
    writeFileSync(file, fresh);
    await expect.poll(() => isProcess(before), { timeout: 30_000 }).toBe(false);
    over.abort();
    await running;
    await answers('shop.example.com', '/', 200);
  });

  it('stops serving a domain that is deleted', async () => {
    const domain_id = await served('gone.example.com');
    await agent.round();
    await answers('gone.example.com', '/', 200);
    await world.call('DELETE', `${LIST}/${domain_id}`, { as });
    await agent.round();
    await answers('gone.example.com', '/', 0);
  });
});
