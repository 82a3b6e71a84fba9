import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aclRule, policyOf, siteOf, startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import type { Agent } from './agent';
import { childrenOf } from './nginx-memory';
import { masterOf, type Place, statusOf, testAgent } from './testing-agent';
import { TestPlane } from './testing-plane';

/** An nginx that ends while nothing changes, and the agent waits for what does. */
let place: Place;
let plane: TestPlane;
let agent: Agent;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let stop: AbortController;
let running: Promise<void>;
const said: unknown[] = [];

beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-ended-'));
  place = { folder, http: await freePort(), https: await freePort() };
  [plane, origin, stop] = [new TestPlane(), await startOrigin(), new AbortController()];
  agent = testAgent(place, plane, ({ message }) => said.push(message));
  const acl_rules = [aclRule(1, [{ field: 'path', op: 'eq', data: '/blocked' }])];
  const site = siteOf(origin.port, { domain_id: 'a', domain: 'a.example.com' });
  plane.save(['policy', 'p-1', policyOf({ acl_rules })], ['domain', 'a', site]);
  running = agent.run(stop.signal);
  await answers();
  await expect.poll(() => plane.said('domain', 'a')?.status, { timeout: 10_000 }).toBe('running');
  // Two rounds may follow each other at once; from then on it waits.
  await pause(2_000);
}, 60_000);
afterEach(async () => {
  stop.abort();
  plane.revision++;
  await running;
  agent.stop();
  origin.server.close();
  rmSync(place.folder, { recursive: true, force: true });
});

const answers = () => expect.poll(() => statusOf(place, 'a.example.com', '/blocked'), { timeout: 20_000 }).toBe(403);

function kill(): void {
  const master = masterOf(place);
  for (const pid of [master, ...childrenOf(String(master)).map(Number)]) process.kill(pid, 'SIGKILL');
}

it('is started again at once', async () => {
  const begun = performance.now();
  kill();
  await answers();
  expect(performance.now() - begun).toBeLessThan(4_000);
  expect(said).toContain('nginx has ended');
}, 60_000);

it('is reported at once where it cannot be started', async () => {
  const log = path.join(place.folder, 'logs/access.json');
  rmSync(log);
  mkdirSync(log);
  kill();
  await expect.poll(() => plane.said('domain', 'a')?.status, { timeout: 5_000 }).toBe('failed');
  expect(plane.said('domain', 'a')?.message).toContain('Is a directory');
  rmSync(log, { recursive: true });
  await answers();
  await expect.poll(() => plane.said('domain', 'a')?.status, { timeout: 20_000 }).toBe('running');
}, 60_000);
