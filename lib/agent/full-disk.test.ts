import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aclRule, policyOf, siteOf, startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import { type Place, statusOf, testAgent } from './testing-agent';
import { TestPlane } from './testing-plane';

/** A node whose disk takes in nothing more. Mounting a small one takes rights; without them its folder may not be written to. */
let place: Place;
let plane: TestPlane;
let isMounted: boolean;
let origin: Awaited<ReturnType<typeof startOrigin>>;

beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-full-'));
  isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'parapet-test', folder]).status === 0;
  place = { folder, http: await freePort(), https: await freePort() };
  [plane, origin] = [new TestPlane(), await startOrigin()];
  save('/one');
});
afterEach(async () => {
  origin.server.close();
  testAgent(place, plane).stop();
  await expect.poll(() => existsSync(path.join(place.folder, 'logs/nginx.pid')), { timeout: 10_000 }).toBe(false);
  if (isMounted) execFileSync('umount', ['-l', place.folder]);
  rmSync(place.folder, { recursive: true });
});

function save(data: string): void {
  const acl_rules = [aclRule(1, [{ field: 'path', op: 'eq', data }])];
  const site = siteOf(origin.port, { domain_id: 'a', domain: 'a.example.com' });
  plane.save(['policy', 'p-1', policyOf({ acl_rules })], ['domain', 'a', site]);
}

function fill(): void {
  if (!isMounted) chmodSync(place.folder, 0o555);
  for (let i = 0; isMounted; i++) {
    try {
      writeFileSync(path.join(place.folder, `fill-${i}`), Buffer.alloc(i === 0 ? 4_096_000 : 4_096));
    } catch {
      return;
    }
  }
}
function free(): void {
  if (!isMounted) chmodSync(place.folder, 0o755);
  for (const name of readdirSync(place.folder)) if (name.startsWith('fill-')) rmSync(path.join(place.folder, name));
}
const statuses = async () => Promise.all(['/one', '/two'].map((target) => statusOf(place, 'a.example.com', target)));

it('serves what it has, takes nothing new, and takes all of it once there is room', async () => {
  const agent = testAgent(place, plane);
  await agent.round();
  fill();
  save('/two');
  await expect(agent.round()).rejects.toThrow(/ENOSPC|EACCES/);
  expect(await statuses()).toEqual([403, 200]);
  // So does an agent that starts then.
  const next = testAgent(place, plane);
  await expect(next.round()).rejects.toThrow(/ENOSPC|EACCES/);
  expect(await statuses()).toEqual([403, 200]);
  free();
  await next.round();
  await expect.poll(statuses).toEqual([200, 403]);
});

it('says why it takes nothing, until it does', async () => {
  const agent = testAgent(place, plane);
  await agent.round();
  fill();
  save('/two');
  const stop = new AbortController();
  const running = agent.run(stop.signal, 0);
  await expect
    .poll(() => agent.failed, { timeout: 10_000 })
    .toMatchObject({ reason: expect.stringMatching(/ENOSPC|EACCES/) });
  free();
  await expect.poll(() => agent.failed, { timeout: 20_000 }).toBeNull();
  expect(await statuses()).toEqual([200, 403]);
  stop.abort();
  await running;
});
