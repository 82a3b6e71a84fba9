import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { commandLine, filesIn, startTenant, type Tenant } from './testing';

const openssl = new Openssl();
const as = { as: 'admin' };
let home: string;
let tenant: Tenant;
beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), 'parapet-serving-'));
  tenant = await startTenant(home);
});
afterAll(async () => {
  await tenant.parapet.close();
  rmSync(home, { recursive: true });
  openssl.close();
});

const NAME = 'shop.example.com';
const FILE = 'domains/shop.example.com.yaml';
const folder = () => path.join(home, 'files');

/** A file of a domain with two origins; what serves it is written at its end. */
const domainWith = (rest: string, origins = ['192.0.2.1', '192.0.2.2']) => {
  const sources = origins.map((ip) => `{ip: ${ip}, port: 80, protocol: http, status: CFGOPTION_2_ENABLE}`);
  return `domain: ${NAME}\npolicy: p\nsettings:\n  origin:\n    services:\n      - sources: [${sources.join(', ')}]\n${rest}`;
};
const write = (rest: string, origins?: string[]) => writeFileSync(path.join(folder(), FILE), domainWith(rest, origins));
const apply = (...flags: string[]) => tenant.says('apply', '-f', folder(), '--yes', ...flags);
const applied = async (rest: string, origins?: string[]) => {
  write(rest, origins);
  const done = await apply('--prune');
  expect([done.exit, done.err]).toEqual([0, '']);
  expect((await tenant.says('diff', '-f', folder(), '--prune')).out).toBe('Nothing to do.\n');
  return done.out;
};
const exported = async () => {
  const at = path.join(home, 'exported');
  rmSync(at, { recursive: true, force: true });
  expect((await tenant.says('export', '-f', at)).exit).toBe(0);
  return filesIn(at)[FILE] ?? '';
};
const domain = async () => {
  const { list } = (await tenant.parapet.call('GET', `/api/guard/domains?keyword=${NAME}`, as)).body.data;
  return `/api/guard/domains/${list[0].domain_id}`;
};
/** Addresses whose records are on. */
const answering = async (): Promise<string[]> => {
  const at = (await domain()).replace('/guard/domains/', '/guard/schedules/domains/');
  const { src_records, node_records } = (await tenant.parapet.call('GET', at, as)).body.data;
  return [...src_records, ...node_records].filter(({ status }) => status === 2).map(({ value }) => value);
};
const writes = async () =>
  (await tenant.parapet.call('GET', '/api/sys/audit-logs?size=1', as)).body.data.total as number;

/** Each begins without domains and certificates. */
beforeEach(async () => {
  rmSync(folder(), { recursive: true, force: true });
  for (const name of ['policies', 'domains']) mkdirSync(path.join(folder(), name), { recursive: true });
  writeFileSync(path.join(folder(), 'policies/p.yaml'), 'name: p\n');
  expect((await apply('--prune')).exit).toBe(0);
  const { list } = (await tenant.parapet.call('GET', '/api/guard/certs', as)).body.data;
  for (const { id } of list) await tenant.parapet.call('DELETE', `/api/guard/certs/${id}`, as);
});

async function store(name: string, pair = openssl.pair({ names: [NAME] })): Promise<number> {
  return (await tenant.parapet.call('POST', '/api/guard/certs', { ...as, body: { name, ...pair } })).body.data.id;
}
const fingerprintOf = async (id: number): Promise<string> =>
  (await tenant.parapet.call('GET', `/api/guard/certs/${id}/facts`, as)).body.data.cert.fingerprint;

describe('nodes and origin groups in files', () => {
  it('are made as they are said, in one pass, whatever moves between them', async () => {
    const groups = (one: string, two: string) =>
      `origin_groups:\n  - {name: one, node_ids: [hk-1], src_ips: [${one}]}\n  - {name: two, node_ids: [sgp-1], src_ips: [${two}]}\n`;
    await applied(`nodes: [hk-1, sgp-1]\n${groups('192.0.2.1', '192.0.2.2')}`);
    const shown = await applied(`nodes: [sgp-1, hk-1]\n${groups('192.0.2.2', '192.0.2.1')}`);
    expect(shown).toContain(
      `~ domain ${NAME}\n    origin_groups.0.src_ips.0: "192.0.2.1" → "192.0.2.2"\n    origin_groups.1.src_ips.0: "192.0.2.2" → "192.0.2.1"\n`,
    );
    await applied('nodes: [fra-1]\norigin_groups:\n  - {name: one, node_ids: [fra-1], src_ips: [192.0.2.3]}\n', [
      '192.0.2.3',
      '192.0.2.1',
    ]);
    expect(await exported()).toContain(
      'nodes:\n  - "fra-1"\norigin_groups:\n  - name: "one"\n    node_ids:\n      - "fra-1"\n    src_ips:\n      - "192.0.2.3"\n',
    );
    await applied('locked_nodes: [hk-1]\norigin_groups: []\n');
    await applied('nodes: []\n');
    expect((await tenant.parapet.call('GET', `${await domain()}/nodes`, as)).body.data.list).toEqual([]);
  });

  it('replace the only node of a domain that is served, and locks move without anybody being left out', async () => {
    await applied('nodes: [hk-1]\n');
    const judged = { ...as, body: { audit_status: 4 } };
    expect((await tenant.parapet.call('PUT', `${await domain()}/audit`, judged)).status).toBe(200);
    await applied('nodes: [fra-1]\n');
    await applied('nodes: [hk-1]\nlocked_nodes: [fra-1]\n');
    expect(await answering()).toEqual(['203.0.113.10']);
    await applied('nodes: [fra-1]\nlocked_nodes: [hk-1]\n');
    expect(await answering()).toEqual(['203.0.113.20']);
    await applied('nodes: [fra-1]\n');
    expect(await exported()).not.toContain('hk-1');
    write('nodes: []\n');
    const { exit, err } = await apply();
    expect([exit, err]).toEqual([6, expect.stringContaining(`Failed: ~ domain ${NAME}`)]);
  });

  it('go to another domain that listens on the same port', async () => {
    const other = (nodes: string) =>
      writeFileSync(
        path.join(folder(), 'domains/z.yaml'),
        domainWith(`nodes: [${nodes}]\nforwards:\n  - {port: 99, node_ipaddrs: 203.0.113.5}\n`).replaceAll(
          NAME,
          'z.example.com',
        ),
      );
    const forwards = 'forwards:\n  - {port: 99, node_ipaddrs: 203.0.113.5}\n';
    other('hk-1');
    await applied(`nodes: [fra-1]\n${forwards}`);
    other('');
    await applied(`nodes: [fra-1, hk-1]\n${forwards}`);
  });

  it('stay as they are where a file says nothing of them, and say nothing twice', async () => {
    await applied(
      'nodes: [hk-1]\ndns: {auto_switch_case: 9}\norigin_groups:\n  - {name: one, node_ids: [hk-1], src_ips: [192.0.2.1]}\n',
    );
    const before = await exported();
    const count = await writes();
    expect(await applied('')).toBe('Nothing to do.\n');
    expect(await applied('dns: {target_mode: 2}\n')).toBe('Nothing to do.\n');
    expect(await writes()).toBe(count);
    await applied('nodes: [hk-1, fra-1]\ndns: {auto_switch_case: 9, target_mode: 2}\n');
    expect(await writes()).toBe(count + 1);
    await applied('nodes: [hk-1]\n');
    await applied('dns: {src_ipv6_check: CFGOPTION_2_ENABLE}\n');
    expect(await exported()).toBe(
      before.replace('src_ipv6_check: "CFGOPTION_1_DISABLE"', 'src_ipv6_check: "CFGOPTION_2_ENABLE"'),
    );
  });

  it('are refused with their lines where they contradict each other or what is there', async () => {
    write(
      [
        'nodes: [hk-1, fra-1]',
        'locked_nodes: [hk-1]',
        'origin_groups:',
        '  - {name: one, node_ids: [sgp-1], src_ips: [192.0.2.9]}',
        'certificates:',
        '  - {name: a, fingerprint: "00"}',
      ].join('\n'),
    );
    const at = (line: number) => `${FILE}:${6 + line}: `;
    const refused = await apply();
    expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining(`${at(6)}certificates.0.fingerprint: `)]);
    write(
      'certificates:\n  - {}\nnodes: [hk-1]\nlocked_nodes: [hk-1]\norigin_groups:\n  - {name: a, node_ids: [x], src_ips: [192.0.2.9]}\n',
    );
    const { err } = await apply();
    for (const line of [
      `${at(2)}certificates.0: Give either name or fingerprint.`,
      `${at(3)}nodes: hk-1 is there twice.`,
      `${at(5)}origin_groups: x is no node of the domain.`,
      `${at(5)}origin_groups: 192.0.2.9 is no origin of the domain.`,
    ]) {
      expect(err).toContain(line);
    }
    write('origin_groups:\n  - {name: a, node_ids: [hk-1], src_ips: [192.0.2.1], weight: 1}\n');
    expect((await apply()).err).toContain(
      `${at(2)}origin_groups.0.weight is unknown here; known: name, node_ids, src_ips`,
    );
    write('dns: {auto_switch: CFGOPTION_2_ENABLE}\n');
    expect((await apply()).err).toContain(`${at(1)}dns.auto_switch is unknown here; known: auto_switch_case, `);
  });
});

describe('who answers in DNS', () => {
  it('is switched after nodes have come and before they go', async () => {
    await applied('nodes: [hk-1]\ndns: {target_mode: 1}\n');
    await applied('nodes: [fra-1]\ndns: {target_mode: 2}\n');
    expect(await answering()).toEqual(['203.0.113.20']);
    await applied('nodes: []\ndns: {target_mode: 1}\n');
    expect((await answering()).sort()).toEqual(['192.0.2.1', '192.0.2.2']);
  });
});

describe('a key with scopes', () => {
  it('exports all of it with those that the manual names, and less with fewer', async () => {
    await store('same');
    const print = await fingerprintOf(await store('same'));
    await applied(`nodes: [hk-1]\ncertificates: [{fingerprint: "${print}"}]\n`);
    const manual = readFileSync('docs/cli.md', 'utf8');
    const named = /needs for `export` and `diff` of `guard\.`: ([^;]*);/.exec(manual)?.[1] ?? '';
    const scopes = [...named.matchAll(/`([a-z_.]+)`/g)].map(([, name]) => `guard.${name}`);
    const keyWith = async (some: string[]) =>
      (await tenant.parapet.call('POST', '/api/sys/api-keys', { ...as, body: { name: 'k', scopes: some } })).body.data
        .api_key;
    const at = path.join(home, 'scoped');
    const says = async (some: string[], ...argv: string[]) =>
      commandLine(home, tenant.parapet.url, await keyWith(some))(...argv);
    expect(await says(scopes, 'export', '-f', at)).toMatchObject({ exit: 0, err: `Files written to ${at}: 2.\n` });
    const whole = filesIn(at)[FILE] ?? '';
    const keys = {
      'cert.list': 'certificates',
      'cert.view': 'certificates',
      'schedule.list': 'dns',
      'domain.settings': 'dns',
      'domain.node': 'nodes',
      'domain.origin_group': 'origin_groups',
      'domain.bruteforce': 'brute_force_rules',
    };
    for (const [scope, key] of Object.entries(keys)) {
      const some = scopes.filter((one) => one !== `guard.${scope}`);
      expect((await says(some, 'diff', '-f', at)).exit, scope).toBe(4);
      const less = await says(some, 'export', '-f', path.join(home, 'less'));
      expect([less.exit, less.err], scope).toEqual([0, expect.stringContaining(`of domains: ${key}.\n`)]);
      const lines = (filesIn(path.join(home, 'less'))[FILE] ?? '').split('\n');
      expect(lines.some((line) => line.startsWith(`${key}:`))).toBe(false);
      expect(lines.every((line) => whole.split('\n').includes(line))).toBe(true);
      expect((await says(some, 'diff', '-f', path.join(home, 'less'))).out).toBe('Nothing to do.\n');
    }
    const blind = scopes.filter((one) => one !== 'guard.policy.list');
    expect((await says(blind, 'export', '-f', at)).exit).toBe(4);
  });
});

describe('certificates in files', () => {
  it('are bound by name in their order, and unbound', async () => {
    for (const name of ['a', 'b', 'c']) await store(name);
    const names = (...all: string[]) => `certificates: [${all.map((name) => `{name: ${name}}`).join(', ')}]\n`;
    for (const order of [['a', 'b', 'c'], ['b', 'c', 'a'], ['c'], ['a', 'c'], []]) {
      await applied(names(...order));
      const { certs = [] } = (await tenant.parapet.call('GET', await domain(), as)).body.data;
      expect(certs.map((one: { name: string }) => one.name)).toEqual(order);
    }
  });

  it('are told apart by fingerprint where several have one name, and never hold a key', async () => {
    const ids = [await store('same'), await store('same')];
    const prints = await Promise.all(ids.map(fingerprintOf));
    write('certificates: [{name: same}]\n');
    const { exit, err } = await apply();
    expect([exit, err]).toEqual([2, expect.stringContaining('the server has several certificates same.')]);
    write('certificates: [{name: nowhere}]\n');
    expect((await apply()).err).toContain(`${FILE}: domain ${NAME}: the server has no certificate nowhere.`);
    write(`certificates: [{fingerprint: "${'0'.repeat(64)}"}]\n`);
    expect((await apply()).err).toContain('the server has no certificate 00:00:');
    for (const print of prints) {
      await applied(`certificates: [{fingerprint: "${print?.replaceAll(':', '').toLowerCase()}"}]\n`);
      const text = await exported();
      expect(text).toContain(`certificates:\n  - fingerprint: "${print}"\n`);
      expect(text).not.toMatch(/BEGIN|PRIVATE/);
    }
    await tenant.parapet.call('PUT', `/api/guard/certs/${ids[1]}`, { ...as, body: { name: 'renamed' } });
    expect(await exported()).toContain('certificates:\n  - name: "renamed"\n');
    expect((await tenant.says('diff', '-f', folder())).out).toBe('Nothing to do.\n');
    write(`certificates: [{fingerprint: "${prints[1]}"}, {name: renamed}]\n`);
    expect((await apply()).err).toContain('{"name":"renamed"} is there twice.');
  });
});

describe('brute-force rules in files', () => {
  const rule = (name: string, rate: number, more = '') =>
    `  - {name: ${name}, uri: /login, rate: ${rate}, rate_time: 1, req_time_unit: ReqUnit_2_PMin, level: ip, action: {type: block}${more}}\n`;

  it('are made, changed where they differ, and deleted with --prune', async () => {
    await applied(`brute_force_rules:\n${rule('one', 5)}${rule('two', 6, ', status: false')}`);
    const shown = await applied(`brute_force_rules:\n${rule('one', 7)}${rule('two', 6, ', status: false')}`);
    expect(shown).toContain(`~ domain ${NAME}, brute_force_rule one\n    rate: 5 → 7\n`);
    write(`brute_force_rules:\n${rule('two', 6, ', status: false')}`);
    expect((await apply()).out).toContain(`without --prune: domain ${NAME}, brute_force_rule one\n`);
    expect(await applied(`brute_force_rules:\n${rule('two', 6, ', status: false')}`)).toContain(
      'To create: 0, to change: 0, to replace: 0, to delete: 1.',
    );
    const { list } = (await tenant.parapet.call('GET', `${await domain()}/brute-force/rules`, as)).body.data;
    expect(list).toMatchObject([{ name: 'two', status: false, action: { type: 'block', duration: 600 } }]);
    write(`brute_force_rules:\n${rule('x', 1, ', colour: red')}`);
    expect((await apply()).err).toContain(`${FILE}:8: colour is unknown here; known: name, `);
  });
});
