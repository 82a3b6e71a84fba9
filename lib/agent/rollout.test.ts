import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { aclRule, ccRule, policyOf, siteOf, startOrigin } from '@/lib/render/nginx/testing';
import { freePort } from '@/scripts/dns-servers';
import type { Agent } from './agent';
import { masterOf, type Place, statusOf, testAgent } from './testing-agent';
import { TestPlane } from './testing-plane';

let place: Place;
let plane: TestPlane;
let agent: Agent;
let origin: Awaited<ReturnType<typeof startOrigin>>;
let lines: Record<string, unknown>[];

beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-rollout-'));
  place = { folder, http: await freePort(), https: await freePort() };
  plane = new TestPlane();
  lines = [];
  agent = testAgent(place, plane, (line) => lines.push(line));
  origin = await startOrigin();
});
afterEach(() => {
  agent.stop();
  origin.server.close();
  rmSync(place.folder, { recursive: true, force: true });
});

const site = (name: string, more: object = {}, at = origin.port) =>
  ['domain', name, siteOf(at, { domain_id: name, domain: `${name}.example.com`, ...more })] as const;
const policy = (paths: readonly string[], more: object = {}, policy_id = 'p-1') => {
  const acl_rules = paths.map((data, i) => aclRule(i + 1, [{ field: 'path', op: 'eq', data }]));
  return ['policy', policy_id, policyOf({ policy_id, acl_rules, ...more })] as const;
};
const status = (name: string, target = '/') => statusOf(place, `${name}.example.com`, target);
const answers = (name: string, target: string, expected: number) =>
  expect.poll(() => status(name, target)).toBe(expected);
const said = (name: string) => plane.said('domain', name);
const rendered = () => readdirSync(path.join(place.folder, 'rendered')).sort();

/** Expressions that PCRE does not know: nginx refuses the first by itself, and ModSecurity would take the second without a word. */
const unknown = [{ field: 'path', op: 'regex', data: '(?P>x)' }];
const LIMIT = ccRule(9, unknown, { threshold: 1, period: 1 });
const ACCESS = aclRule(8, unknown);

it('addresses of the node change while nginx runs, either way', async () => {
  plane.save(policy(['/admin']), site('a'));
  for (const listen of [['127.0.0.1'], ['0.0.0.0'], ['127.0.0.1']]) {
    const next = testAgent(place, plane, () => undefined, listen);
    expect(await next.round()).toBe(true);
    await answers('a', '/admin', 403);
    const main = readFileSync(path.join(place.folder, 'current/nginx.conf'), 'utf8');
    expect(main).toContain(`listen ${listen[0]}:${place.http} `);
    plane.save(policy([`/admin`, `/${listen[0]}`]));
  }
});

describe('a change', () => {
  it('writes the files of the sites that it changes, says what became of them, and removes what nothing leads to', async () => {
    plane.save(policy(['/admin']), ...['a', 'b', 'c'].map((name) => site(name)));
    await agent.round();
    expect(plane.reports.at(-1)?.objects).toHaveLength(4);
    const first = rendered();
    expect(first).toHaveLength(3);
    plane.save(policy(['/admin', '/b'], {}, 'p-2'), site('b', { policy_id: 'p-2' }));
    await agent.round();
    await answers('b', '/b', 403);
    expect(
      plane.reports
        .at(-1)
        ?.objects.map((one) => one.object_id)
        .sort(),
    ).toEqual(['b', 'p-2']);
    expect(rendered().filter((name) => !first.includes(name))).toHaveLength(1);
    plane.save(site('b'));
    await agent.round();
    plane.save(site('c', { policy_id: 'p-2' }));
    await agent.round();
    plane.save(site('c'));
    await agent.round();
    expect(rendered()).toHaveLength(4);
    await answers('a', '/admin', 403);
  });

  it('is said in full by a node that begins anew, which does not reload for it', async () => {
    plane.save(policy(['/admin']), site('a'));
    await agent.round();
    plane.save(site('a', { mode: 2 }));
    agent = testAgent(place, plane, (line) => lines.push(line));
    await agent.round();
    expect(plane.reports.at(-1)?.objects).toHaveLength(2);
    expect(lines.at(-1)).toMatchObject({ message: 'applied', ms: { load: 0 } });
  });

  it('is known to have run by an agent of another version, since when as well', async () => {
    plane.save(policy([]), site('a'), site('b', { policy_id: 'none' }));
    await agent.round();
    const file = path.join(place.folder, 'applied.json');
    const kept = JSON.parse(readFileSync(file, 'utf8'));
    expect(kept).toMatchObject({ running: { 'domain a': { number: 1 } }, failed: { 'domain b': { number: 1 } } });
    const running = { 'policy p-1': { number: 1, since: 5 }, 'domain a': { number: 1, since: 7 } };
    writeFileSync(file, JSON.stringify({ revision: 1, version: 'v0', running }));
    agent = testAgent(place, plane);
    await agent.round();
    expect(said('a')).toMatchObject({ status: 'running', number: 1, since: 7 });
  });

  it('that nginx refuses together with other sites is refused alone, though each passes by itself', async () => {
    const tcp = await freePort();
    const forwards = [
      {
        ...{ id: 5, schema: 3, port: tcp, node_ipaddrs: '127.0.0.1', status: 2 },
        ...{ src_setting: { port: origin.port }, adv_settings: {} },
      },
    ];
    plane.save(policy([]), site('a', { forwards }), site('b'));
    await agent.round();
    plane.save(site('b', { forwards: [{ ...forwards[0], id: 6 }] }), site('c'));
    await agent.round();
    expect(said('b')).toMatchObject({ status: 'failed', message: expect.stringContaining('duplicate') });
    expect(said('c')).toMatchObject({ status: 'running' });
    await answers('c', '/', 200);
    await answers('b', '/', 200);
  });
});

describe('what nginx refuses', () => {
  it('leaves a site at its last state, by an expression or a certificate, and the others go on', async () => {
    const openssl = new Openssl();
    plane.saveCertificate('7', openssl.pair({ names: ['a.example.com'] }));
    const certificates = [{ id: 7, certificate_type: 1 }];
    plane.save(
      policy(['/old']),
      policy(['/old'], {}, 'p-2'),
      site('a', { certificates }),
      site('b', { policy_id: 'p-2' }),
      site('c'),
    );
    await agent.round();
    const serial = () => serialOf(place.https, 'a.example.com');
    const first = await serial();
    plane.saveCertificate('7', openssl.pair({ names: ['a.example.com'] }));
    await agent.round();
    await expect.poll(serial).not.toBe(first);
    const second = await serial();
    plane.saveCertificate('7', { cert: openssl.pair().cert, key: openssl.pair().key });
    plane.save(
      policy(['/new'], { cc_rules: [LIMIT] }, 'p-2'),
      site('c', { policy_id: 'p-3' }),
      policy(['/new'], {}, 'p-3'),
    );
    await agent.round();
    await answers('c', '/new', 403);
    expect(said('c')).toMatchObject({ status: 'running' });
    expect(said('b')).toMatchObject({ status: 'failed', message: expect.stringContaining('pcre2_compile() failed') });
    await answers('b', '/old', 403);
    for (const failed of [said('a'), plane.said('cert', '7')]) {
      expect(failed).toMatchObject({ status: 'failed', message: expect.stringContaining('key') });
      expect(failed?.message).not.toContain(place.folder);
    }
    expect(await serial()).toBe(second);
    plane.saveCertificate('7', openssl.pair({ names: ['a.example.com'] }));
    await agent.round();
    expect(said('a')).toMatchObject({ status: 'running' });
    await expect.poll(serial).not.toBe(second);
    expect(readdirSync(path.join(place.folder, 'certificates')).length).toBeLessThan(4);
    openssl.close();
  });

  it('leaves a site at its last state by an expression that ModSecurity would take and never match', async () => {
    plane.save(policy(['/old']), site('a'), site('b', { policy_id: 'p-2' }), policy(['/old'], {}, 'p-2'));
    await agent.round();
    plane.save(policy([], { acl_rules: [aclRule(1, [{ field: 'path', op: 'eq', data: '/new' }]), ACCESS] }), site('b'));
    plane.save(policy(['/new'], {}, 'p-2'), site('b', { policy_id: 'p-2' }));
    await agent.round();
    expect(said('a')).toMatchObject({ status: 'failed', message: expect.stringContaining('pcre2_compile() failed') });
    await answers('b', '/new', 403);
    await answers('a', '/old', 403);
  });

  it('is said in its own words where it does not start, and started once it can', async () => {
    const taken = createServer().listen(place.http, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    plane.save(policy([]), site('a'));
    await expect(agent.round()).rejects.toThrow('Address already in use');
    expect(said('a')).toMatchObject({ status: 'failed', message: expect.stringContaining('Address already in use') });
    await new Promise((resolve) => taken.close(resolve));
    expect(await agent.round()).toBe(true);
    expect(said('a')).toMatchObject({ status: 'running' });
    await answers('a', '/', 200);
  });

  it('has an nginx that died started again', async () => {
    plane.save(policy([]), site('a'));
    await agent.round();
    const master = masterOf(place);
    process.kill(master, 'SIGTERM');
    await expect.poll(() => existsSync(`/proc/${master}`)).toBe(false);
    await agent.round();
    await answers('a', '/', 200);
  });
});

function serialOf(at: number, servername: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: at, servername, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
