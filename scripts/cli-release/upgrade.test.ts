import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { publicKeyOf, signatureOf } from '@/lib/cli/release/signature';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { freePort } from '@/scripts/dns-servers';
import { bundle } from './bundle';

const { privateKey } = generateKeyPairSync('ed25519');
const arch = process.arch === 'arm64' ? 'arm64' : 'amd64';
const NAME = `parapet-linux-${arch}`;
const [FIRST, SECOND, BROKEN, CRASHING] = ['v1.0.0-1', 'v1.0.0-2', 'v1.0.0-3', 'v1.0.0-4'] as const;
const NODE = '/api/guard/nodes/hk-1';

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-upgrading-'));
const at = (...names: string[]) => path.join(folder, ...names);
let world: Domains;
let agent: ChildProcess | undefined;

/** Room in each executable for what it does before the program; as long as the longest of what they do. */
const FIRST_THING = `/*${'-'.repeat(120)}*/`;

/** An executable of the first version around the Node that runs this test, so that none is downloaded. */
async function makeFirst(): Promise<void> {
  const { makeExecutable } = await import('./executable');
  const { TARGETS } = await import('./runtimes');
  const target = TARGETS.find((one) => one.os === 'linux' && one.arch === arch);
  if (!target) throw new Error(`there is no release for ${arch}`);
  const runtime = at('cache/parapet/runtimes', target.runtime, 'node');
  mkdirSync(path.dirname(runtime), { recursive: true });
  copyFileSync(process.execPath, runtime);
  makeExecutable(target, FIRST_THING + (await bundle(FIRST)), at(FIRST));
}

/** Another version of it, which does something first. Putting a program into Node takes longer than all that is tested here, so it is done once. */
function makeOther(version: string, firstThing = ''): void {
  const bytes = readFileSync(at(FIRST));
  const write = (text: string, other: string) => {
    const places = [];
    for (let from = bytes.indexOf(text); from >= 0; from = bytes.indexOf(text, from + 1)) places.push(from);
    expect(places.length, text).toBeGreaterThan(0);
    expect(other).toHaveLength(text.length);
    for (const place of places) bytes.write(other, place);
  };
  write(FIRST, version);
  write(FIRST_THING, firstThing.padEnd(FIRST_THING.length));
  writeFileSync(at(version), bytes, { mode: 0o755 });
}

function release(version: string): void {
  const bytes = readFileSync(at(version));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const file = { version, name: NAME, size: bytes.length, sha256 };
  mkdirSync(at('released', version), { recursive: true });
  copyFileSync(at(version), at('released', version, NAME));
  const { name, size } = file;
  const files = [{ name, os: 'linux', arch, size, sha256, signature: signatureOf(file, privateKey) }];
  const build = { version, git_hash: '', build_time: '2026-01-02T03:04:05Z', public_key: publicKeyOf(privateKey) };
  writeFileSync(at('released/manifest.json'), JSON.stringify({ ...build, files }));
}

beforeAll(async () => {
  vi.stubEnv('XDG_CACHE_HOME', at('cache'));
  chmodSync(folder, 0o755);
  await makeFirst();
  makeOther(SECOND);
  makeOther(BROKEN, 'if (process.argv.includes("try")) { console.error("no such luck"); process.exit(9); }');
  makeOther(CRASHING, 'if (process.argv.at(-1) === "node") process.exit(70);');
  copyFileSync(at(FIRST), at('parapet'));
  release(FIRST);
  world = await startDomains({ CLI_RELEASE_DIR: at('released') });
}, 240_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await ended();
  const pid = existsSync(at('node/logs/nginx.pid')) ? Number(readFileSync(at('node/logs/nginx.pid'), 'utf8')) : 0;
  if (pid > 0) process.kill(pid, 'SIGTERM');
  await world?.close();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

async function start(env: Record<string, string>): Promise<void> {
  const own = { PATH: process.env.PATH, HOME: folder, PARAPET_URL: world.url, NODE_DIR: at('node'), ...env };
  agent = spawn(at('parapet'), ['node'], { env: own as never, stdio: ['ignore', 'ignore', 'inherit'] });
  await once(agent, 'spawn');
}

async function ended(): Promise<void> {
  if (!agent || agent.exitCode !== null || agent.signalCode !== null) return;
  const exit = once(agent, 'exit');
  agent.kill('SIGTERM');
  await exit;
}

const health = async () => (await world.call('GET', NODE, { as: 'admin' })).body.data.health;
const patient = { timeout: 90_000, interval: 250 };

it('an executable upgrades itself to the release, and stays or goes back where the next one fails', async () => {
  const domain_id = await world.created('acme-root', 'shop.example.com');
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as: 'acme-root', body: { node_ids: ['hk-1'] } });
  await world.judge('acme-support', domain_id, 4);
  const { token } = (await world.call('POST', `${NODE}/enrolments`, { as: 'admin' })).body.data;
  const ports = { NODE_HTTP: `${await freePort()}`, NODE_HTTPS: `${await freePort()}`, NODE_LISTEN: '127.0.0.1' };
  await start({ NODE_TOKEN: token, ...ports });
  await expect.poll(health, patient).toMatchObject({ agent_version: FIRST, failed_upgrade: null });
  await ended();

  release(SECOND);
  await start(ports);
  await expect.poll(health, patient).toMatchObject({ agent_version: SECOND, failed_upgrade: null });
  expect(readFileSync(at('parapet')).equals(readFileSync(at(SECOND)))).toBe(true);
  expect(readFileSync(at('parapet.previous')).equals(readFileSync(at(FIRST)))).toBe(true);
  await ended();

  release(BROKEN);
  await start(ports);
  const failed = { version: BROKEN, reason: 'no such luck' };
  await expect.poll(health, patient).toMatchObject({ agent_version: SECOND, failed_upgrade: failed });
  expect((await world.call('GET', NODE, { as: 'admin' })).body.data.concerns).toContainEqual({
    what: 'upgrade',
    severity: 'warning',
  });
  expect(readFileSync(at('parapet')).equals(readFileSync(at(SECOND)))).toBe(true);
  await ended();

  release(CRASHING);
  await start(ports);
  const crashed = { version: CRASHING, reason: 'it ended 3 times soon after its start' };
  await expect.poll(health, patient).toMatchObject({ agent_version: FIRST, failed_upgrade: crashed });
  // The second had not been up long enough to be believed.
  expect(readFileSync(at('parapet')).equals(readFileSync(at(FIRST)))).toBe(true);
}, 240_000);
