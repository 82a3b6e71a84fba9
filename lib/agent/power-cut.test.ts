import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { aclRule, policyOf, siteOf, startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import type { Agent } from './agent';
import { LogTail } from './log-tail';
import { Objects } from './objects';
import { type Place, statusOf, testAgent } from './testing-agent';
import { TestPlane } from './testing-plane';

let place: Place;
let plane: TestPlane;
let agent: Agent;
let origin: Awaited<ReturnType<typeof startOrigin>>;
beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-power-'));
  place = { folder, http: await freePort(), https: await freePort() };
  plane = new TestPlane();
  agent = testAgent(place, plane);
  origin = await startOrigin();
});
afterEach(() => {
  agent.stop();
  origin.server.close();
  rmSync(place.folder, { recursive: true, force: true });
});

const PIECE = { addresses: ['127.0.0.1'] };
const HASH = createHash('sha256').update(JSON.stringify(PIECE)).digest('hex');
const site = (name: string, policy_id: string) =>
  ['domain', name, siteOf(origin.port, { domain_id: name, domain: `${name}.example.com`, policy_id })] as const;
const answers = (name: string, target: string, expected: number) =>
  expect.poll(() => statusOf(place, `${name}.example.com`, target), { timeout: 10_000 }).toBe(expected);

const listed = policyOf({ policy_id: 'p-2', lists: [41] });
const acl_rules = [aclRule(1, [{ field: 'path', op: 'eq', data: '/admin' }])];

/** Empties what is in a folder, as a file that was renamed before it was on the disk may be after a power cut. */
function emptied(...names: string[]): void {
  const file = path.join(place.folder, ...names);
  if (statSync(file).isDirectory()) for (const name of readdirSync(file)) emptied(...names, name);
  else truncateSync(file);
}

async function save(): Promise<void> {
  plane.save(
    ['list.piece', '41-0', PIECE],
    ['list', '41', { id: 41, type: 'black', parts: [HASH] }],
    ['policy', 'p-1', policyOf({ acl_rules })],
    ['policy', 'p-2', listed],
    ...[site('a', 'p-1'), site('b', 'p-2')],
  );
  await agent.round();
  await answers('b', '/', 403);
}
const ended = () =>
  expect.poll(() => existsSync(path.join(place.folder, 'logs/nginx.pid')), { timeout: 10_000 }).toBe(false);

it.each([
  [['pieces']],
  [['artefacts', 'pieces']],
  [['objects.json', 'pieces', 'rendered']],
  [['applied.json']],
  [['rendered']],
  [['releases']],
])('a node whose %j were lost with its power enforces all that is wanted when it starts again', async (names) => {
  await save();
  agent.stop();
  await ended();
  for (const name of names) emptied(name);
  agent = testAgent(place, plane);
  const stop = new AbortController();
  const running = agent.run(stop.signal, 0);
  await answers('b', '/', 403);
  await answers('a', '/admin', 403);
  await answers('a', '/', 200);
  stop.abort();
  await running;
});

it('a node that starts without its management plane enforces what it had, whatever nginx would read', async () => {
  await save();
  agent.stop();
  await ended();
  for (const name of ['pieces', 'rendered']) emptied(name);
  const away = () => Promise.reject(new Error('away'));
  const unreachable = { desired: away, artefacts: away, certificate: away, ranges: away, report: away };
  agent = testAgent(place, unreachable);
  const stop = new AbortController();
  const running = agent.run(stop.signal, 0);
  await answers('b', '/', 403);
  await answers('a', '/admin', 403);
  stop.abort();
  await running;
});

it('what could not be kept on a full disk is taken anew, and how much it was is not forgotten', async () => {
  plane.save(['policy', 'p-1', policyOf({ acl_rules })], site('a', 'p-1'));
  const objects = new Objects(place.folder);
  const full = path.join(place.folder, 'objects.json.new');
  mkdirSync(full);
  await expect(objects.take(plane, 0)).rejects.toThrow('EISDIR');
  rmSync(full, { recursive: true });
  expect(await objects.take(plane, 0)).toBe('everything');
  expect(await objects.take(plane, 0)).toBe('nothing');
});

it('a log whose place was lost with the power is read from its beginning', () => {
  const logs = path.join(place.folder, 'logs');
  const sent = path.join(place.folder, 'sent');
  new LogTail(logs, 'access.json', sent).keep({ file: '1-1', offset: 7, line: 1 });
  truncateSync(sent);
  expect(new LogTail(logs, 'access.json', sent).unread).toBe(0);
});
