import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aclRule, policyOf, siteOf, startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import type { Agent } from './agent';
import { AUDIT_LOG } from './audit-log';
import { childrenOf } from './nginx-memory';
import { Shipper } from './shipper';
import { masterOf, type Place, statusOf, testAgent } from './testing-agent';
import { TestPlane } from './testing-plane';

let disk: string;
let place: Place;
let plane: TestPlane;
let agent: Agent;
let other: ChildProcess;
let origin: Awaited<ReturnType<typeof startOrigin>>;

beforeEach(async () => {
  // Where an operator keeps everything on another disk, the folder is a link.
  disk = mkdtempSync(path.join(tmpdir(), 'parapet-processes-'));
  const folder = `${disk}-link`;
  symlinkSync(disk, folder);
  place = { folder, http: await freePort(), https: await freePort() };
  plane = new TestPlane();
  agent = testAgent(place, plane);
  origin = await startOrigin();
  other = spawn('sleep', ['600']);
  save('/first');
  await agent.round();
});
afterEach(() => {
  agent.stop();
  other.kill();
  origin.server.close();
  for (const one of [place.folder, disk]) rmSync(one, { recursive: true, force: true });
});

function save(data: string): void {
  const acl_rules = [aclRule(1, [{ field: 'path', op: 'eq', data }])];
  const site = siteOf(origin.port, { domain_id: 'a', domain: 'a.example.com' });
  plane.save(['policy', 'p-1', policyOf({ acl_rules })], ['domain', 'a', site]);
}
const answers = (target: string, expected: number) =>
  expect.poll(() => statusOf(place, 'a.example.com', target), { timeout: 10_000 }).toBe(expected);

it('another process with the number that nginx had is not taken for nginx, nor told anything', async () => {
  agent.stop();
  const file = path.join(place.folder, 'logs/nginx.pid');
  await expect.poll(() => existsSync(file), { timeout: 10_000 }).toBe(false);
  writeFileSync(file, `${other.pid}\n`);
  const next = testAgent(place, plane);
  expect(await next.round()).toBe(true);
  await answers('/first', 403);
  save('/second');
  await next.round();
  await answers('/second', 403);
  expect([other.exitCode, other.signalCode]).toEqual([null, null]);
});

it('workers whose master was killed make way for an nginx that has what is saved', async () => {
  const workers = childrenOf(String(masterOf(place))).map(Number);
  process.kill(masterOf(place), 'SIGKILL');
  await answers('/first', 403);
  save('/second');
  expect(await agent.round()).toBe(true);
  await answers('/second', 403);
  await answers('/first', 200);
  await expect.poll(() => workers.some(isAlive), { timeout: 10_000 }).toBe(false);
});

it('an access log that was removed, or renamed by logrotate, begins anew, and its lines are sent', async () => {
  let sent = '';
  const stop = new AbortController();
  const logged = { reopen: () => agent.reopenLogs(), writesTo: (name: string) => agent.writesTo(name) };
  const options = { folder: place.folder, ...logged, log: () => undefined, everyMs: 20 };
  const events = async ({ lines = '' }: { lines?: string }) => {
    sent += lines;
    return {} as never;
  };
  const shipped = new Shipper(options, { events }).run(stop.signal);
  const isSent = async (mark: string) => {
    await statusOf(place, 'a.example.com', `/?${mark}`);
    return sent.includes(mark);
  };
  await expect.poll(() => isSent('before')).toBe(true);
  const file = path.join(place.folder, 'logs/access.json');
  rmSync(file);
  await expect.poll(() => isSent('removed')).toBe(true);
  renameSync(file, `${file}.1`);
  writeFileSync(file, '');
  await expect.poll(() => isSent('renamed')).toBe(true);
  await expect.poll(() => agent.writesTo('access.json')).toBe(true);
  stop.abort();
  await shipped;
});

it('an audit log that was removed is written anew by a fresh nginx', async () => {
  const file = path.join(place.folder, 'logs', AUDIT_LOG);
  expect(await agent.renewNginx()).toBe(false);
  rmSync(file);
  expect(await agent.renewNginx()).toBe(true);
  await answers('/first', 403);
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('Access rule 1 of policy p-1');
  expect(await agent.renewNginx()).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
