import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Openssl } from '@/lib/guard/certs/testing';
import { AT_FIRST } from '@/lib/guard/dns-config/contract';
import { ProvidedPlan } from '@/lib/plan/plans/contract';
import { grantPlan } from '@/lib/plan/plans/grants';
import { providePlan } from '@/lib/plan/plans/repository';
import type { Parapet } from '@/test/parapet';
import { idOf } from '@/test/sign-in';
import { commandLine, filesIn, person, startTenant, type Tenant } from './testing';

let from: Tenant;
let to: Tenant;
let folder: string;
const openssl = new Openssl();
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-apply-'));
  [from, to] = [await startTenant(folder), await startTenant(folder)];
  // Each has a certificate of this name; what they hold is their own affair.
  for (const { parapet } of [from, to]) await storeCertificate(parapet, 'shop');
  await fill(from.parapet);
});
afterAll(async () => {
  await from.parapet.close();
  await to.parapet.close();
  rmSync(folder, { recursive: true });
  openssl.close();
});

async function storeCertificate(parapet: Parapet, name: string): Promise<number> {
  const body = { name, ...openssl.pair({ names: ['*.shop.example.com'] }) };
  return (await parapet.call('POST', '/api/guard/certs', { as: 'admin', body })).body.data.id;
}

async function fill(parapet: Parapet): Promise<void> {
  const post = async (at: string, body: object) => {
    const answer = await parapet.call('POST', `/api/guard/${at}`, { as: 'admin', body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body.data;
  };
  const put = async (at: string, body: object) =>
    expect((await parapet.call('PUT', `/api/guard/${at}`, { as: 'admin', body })).status).toBe(200);
  const { policy_id } = await post('policies', { name: '商店 / "shop" 🛒', comment: 'two\nlines: #1' });
  await post('policies', { name: 'empty' });
  const limit = { threshold: 100, period: 60, own: { kept: [1, 'y'] } };
  const matches = [{ field: 'path', op: 'regex', data: '^/login\\b' }];
  await post(`policies/${policy_id}/cc/rules`, { name: 'z first', matches, limit, action: { action_type: 'captcha' } });
  const again = { name: 'same name', matches, limit, action: { action_type: 'block', content: 'sorry', duration: 60 } };
  await post(`policies/${policy_id}/cc/rules`, again);
  const last = await post(`policies/${policy_id}/cc/rules`, { ...again, describe: 'the second of this name' });
  await put(`policies/${policy_id}/cc/rules/${last.rule_id}/status`, { status: 2 });
  const block = { matches: [{ field: 'ip', op: 'in', data: '192.0.2.0/24,2001:db8::/32' }], etime: 4102444800000 };
  await post(`policies/${policy_id}/acl/rules`, { name: 'networks', ...block, action: { action_type: 'block' } });
  const rules = [
    { zone: 'ARGS', sub_field: 'q', pattern: 'union select' },
    { rule_id: 7, zone: 'URL', pattern: '../' },
  ];
  await post('waf/rules', { policy_id, name: 'numbered', rule_id: 990_001, rules, action: 2 });
  await post('waf/rules', { policy_id, name: 'not numbered', rules: [], status: 1 });
  const list = await post('bwlist/sets', { name: 'office', ip_set_type: 2, policy_id });
  const ips = ['10.0.0.0/8', '192.0.2.10', '192.0.2.9', '2001:db8::1'].map((ip_addr) => ({ ip_addr }));
  await post(`bwlist/sets/${list.id}/ips/batch`, { ips: [...ips, { ip_addr: '198.51.100.1', status: false }] });
  await post('bwlist/sets', { name: 'loose', ip_set_type: 1, status: 1, describe: 'in no policy' });
  const src_sites = [
    { addr: '203.0.113.80', port: 443, protocol: 'https', weight: 3 },
    { addr: 'origin.example.net', port: 80, protocol: 'http' },
  ];
  const { domain_id } = await post('domains', {
    domain: '*.shop.example.com',
    policy_id,
    src_sites,
    asset_name: 'Shop',
  });
  await put(`domains/${domain_id}/settings`, { settings: { bot: '{"status":"CFGOPTION_2_ENABLE","more":{"a":1}}' } });
  const forward = { domain: '*.shop.example.com', domain_id, node_ipaddrs: '203.0.113.80', port: 8443 };
  await post('forwards', { ...forward, adv_settings: { idle_timeout: 30 } });
  const brute = { uri: '/login', rate: 5, rate_time: 1, req_time_unit: 'ReqUnit_2_PMin', level: 'ip' };
  for (const [name, duration] of Object.entries({ 'z first': 60, again: 600 })) {
    await post(`domains/${domain_id}/brute-force/rules`, { name, ...brute, action: { type: 'block', duration } });
  }
  const certs = await parapet.call('GET', '/api/guard/certs', { as: 'admin' });
  const bound = await parapet.call('POST', `/api/guard/certs/${certs.body.data.list[0].id}/bind`, {
    as: 'admin',
    body: { domain_id },
  });
  expect(bound.status).toBe(200);
  await put(`domains/${domain_id}/nodes`, { node_ids: ['hk-1', 'fra-1', 'sgp-1'] });
  const lock = { as: 'admin', body: { lock_status: 2 } };
  expect((await parapet.call('PATCH', `/api/guard/domains/${domain_id}/nodes/sgp-1/lock`, lock)).status).toBe(200);
  const group = { name: 'Europe', node_ids: ['fra-1'], src_ips: ['origin.example.net'] };
  await post(`domains/${domain_id}/origin-groups`, group);
  await put(`domains/${domain_id}/dns/advance/config`, { ...AT_FIRST, auto_switch_case: 7 });
  const mode = { as: 'admin', body: { target_mode: 1 } };
  expect((await parapet.call('POST', `/api/guard/schedules/domains/${domain_id}/switch-mode`, mode)).status).toBe(200);
}

const at = (name: string) => path.join(folder, name);
const rewrite = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

/** Operations that an audit log has of a tenant: what was sent to change something. */
const writesOf = async ({ parapet }: Tenant) =>
  (await parapet.call('GET', '/api/sys/audit-logs?size=1', { as: 'admin' })).body.data.total as number;

describe('configuration as code', () => {
  it('is the same after export, apply into an empty account, and export', async () => {
    expect((await from.says('export', '-f', at('one'))).exit).toBe(0);
    expect(Object.keys(filesIn(at('one')))).toEqual([
      'domains/wildcard.shop.example.com.yaml',
      'lists/loose.yaml',
      'lists/office.yaml',
      'policies/empty.yaml',
      'policies/商店-shop.yaml',
    ]);
    const before = await to.says('diff', '-f', at('one'));
    expect([before.exit, before.err]).toEqual([11, 'parapet: There are differences.\n']);
    expect(before.out).toContain('+ policy empty');
    const applied = await to.says('apply', '-f', at('one'), '--yes');
    expect(applied.err).toBe('');
    expect(applied.exit).toBe(0);
    expect((await to.says('export', '-f', at('two'))).exit).toBe(0);
    expect(filesIn(at('two'))).toEqual(filesIn(at('one')));
  });

  it('does nothing the second time', async () => {
    const writes = await writesOf(to);
    const again = await to.says('apply', '-f', at('one'), '--yes');
    expect(again.out).toBe('Nothing to do.\n');
    expect((await to.says('diff', '-f', at('one'), '--prune', '--lang', 'zh-CN')).out).toBe('无需变更。\n');
    expect(await writesOf(to)).toBe(writes);
  });

  it('names each field before and after, and changes only what differs', async () => {
    cpSync(at('one'), at('changed'), { recursive: true });
    rewrite(at('changed/policies/商店-shop.yaml'), (text) => text.replace('threshold: 100', 'threshold: 50'));
    rewrite(at('changed/lists/office.yaml'), (text) => text.replace('"192.0.2.9"', '"192.0.2.99"'));
    rewrite(at('changed/domains/wildcard.shop.example.com.yaml'), (text) => text.replace('port: 443', 'port: 8443'));
    const shown = await to.says('diff', '-f', at('changed'));
    expect(shown.out).toMatch(/~ policy .*, cc_rule z first\n {4}limit\.threshold: 100 → 50\n/);
    expect(shown.out).toContain('    settings.origin.services.0.sources.0.port: 443 → 8443\n');
    expect(shown.out).toContain(
      '    addresses: 1 added, 1 removed, 0 enabled, 0 disabled\n    + 192.0.2.99\n    - 192.0.2.9\n',
    );
    const writes = await writesOf(to);
    expect((await to.says('apply', '-f', at('changed'), '--yes')).exit).toBe(0);
    expect(await writesOf(to)).toBe(writes + 4);
    expect((await to.says('diff', '-f', at('changed'), '--prune')).exit).toBe(0);
  });

  it('keeps rules in the order of the file', async () => {
    cpSync(at('one'), at('ordered'), { recursive: true });
    rewrite(at('ordered/policies/商店-shop.yaml'), (text) => {
      const rule = '  - name: "new first"\n    matches: [{field: path, op: eq, data: /}]\n';
      return text.replace(
        'cc_rules:\n',
        `cc_rules:\n${rule}    limit: {threshold: 1, period: 1}\n    action: {action_type: block}\n`,
      );
    });
    expect((await to.says('apply', '-f', at('ordered'), '--yes')).exit).toBe(0);
    expect((await to.says('export', '-f', at('three'))).exit).toBe(0);
    const names = (filesIn(at('three'))['policies/商店-shop.yaml'] ?? '').match(/(?<=- name: ").*(?=")/g);
    expect(names?.slice(0, 4)).toEqual(['new first', 'z first', 'same name', 'same name']);
  });

  it('deletes what no file has only with --prune', async () => {
    cpSync(at('one'), at('fewer'), { recursive: true });
    rmSync(at('fewer/lists/loose.yaml'));
    rmSync(at('fewer/policies/empty.yaml'));
    rewrite(
      at('fewer/domains/wildcard.shop.example.com.yaml'),
      (text) => `${text.split('forwards:')[0]}forwards: []\n`,
    );
    const kept = await to.says('diff', '-f', at('fewer'));
    expect(kept.out).toMatch(
      /without --prune: policy empty; policy .*, cc_rule new first; list loose; domain .*, forward TCP 8443/,
    );
    expect(kept.out).not.toMatch(/^- /m);
    expect((await to.says('apply', '-f', at('fewer'), '--prune', '--yes')).exit).toBe(0);
    expect((await to.says('diff', '-f', at('fewer'), '--prune')).out).toBe('Nothing to do.\n');
    await to.says('export', '-f', at('four'));
    expect(filesIn(at('four'))).not.toHaveProperty('policies/empty.yaml');
  });

  it('refuses what it does not understand, each with its file and line, and sends nothing', async () => {
    cpSync(at('one'), at('wrong'), { recursive: true });
    mkdirSync(at('wrong/certificates'));
    writeFileSync(at('wrong/policies/a.yaml'), 'name: a\ncolour: red\ncc_rules:\n  - name: x\n    limit: {}\n');
    writeFileSync(at('wrong/policies/b.yaml'), 'name: b\nname: again\n');
    writeFileSync(at('wrong/policies/c.yaml'), 'name: &x c\ncomment: *x\n');
    writeFileSync(at('wrong/lists/d.yaml'), 'name: d\nip_set_type: 9\naddresses:\n  - 10.0.0.1\n  - 10.0.0.5/8\n');
    const domain = (more: string) =>
      `policy: empty\nsettings:\n  origin:\n    services:\n      - sources: [{ip: 192.0.2.1, port: 80, protocol: http, status: CFGOPTION_2_ENABLE}]\n${more}`;
    writeFileSync(
      at('wrong/domains/e.yaml'),
      `domain: e.example.com\n${domain('  wafs: {status: CFGOPTION_2_ENABLE}\n')}`,
    );
    writeFileSync(at('wrong/domains/f.yaml'), `domain: f.example.com\n${domain('        service_id: x\n')}`);
    const [here, there] = [await writesOf(to), await writesOf(from)];
    const { exit, err, out } = await to.says('apply', '-f', at('wrong'), '--yes');
    expect([exit, out]).toEqual([2, '']);
    for (const line of [
      'certificates: This is no file of the configuration; known: policies/, lists/, domains/',
      'policies/a.yaml:2: colour is unknown here; known: name, comment, cc_rules, acl_rules, waf_groups',
      /policies\/a\.yaml:4: matches: /,
      /policies\/b\.yaml:2: This is no YAML/,
      /policies\/c\.yaml:1: This is no YAML as it is read here: &x/,
      /domains\/e\.yaml:7: settings\.wafs is unknown here; known: waf, cc, acl, /,
      /domains\/f\.yaml:7: settings\.origin\.services\.0\.service_id: /,
      /lists\/d\.yaml:2: ip_set_type: [^(]*1, 2, 3, 4\.$/m,
      /lists\/d\.yaml:5: addresses\.1: .*10\.0\.0\.0\/8/,
    ]) {
      expect(err).toMatch(line);
    }
    expect([await writesOf(to), await writesOf(from)]).toEqual([here, there]);
  });

  it('says what was done and what was not when the server refuses in the middle', async () => {
    const files = at('middle');
    for (const name of ['policies', 'domains']) mkdirSync(path.join(files, name), { recursive: true });
    writeFileSync(path.join(files, 'policies/p.yaml'), 'name: middle\n');
    const origin = (ip: string) =>
      `policy: middle\nsettings:\n  origin:\n    services:\n      - sources: [{ip: ${ip}, port: 80, protocol: http, status: CFGOPTION_2_ENABLE}]\n`;
    writeFileSync(path.join(files, 'domains/a.yaml'), `domain: a.example.com\n${origin('203.0.113.5')}`);
    writeFileSync(
      path.join(files, 'domains/b.yaml'),
      `domain: b.example.com\n${origin('203.0.113.5')}forwards:\n  - {port: 99, node_ipaddrs: 127.0.0.1}\n  - {port: 100, node_ipaddrs: 203.0.113.5}\n`,
    );
    const { exit, out, err } = await to.says('apply', '-f', files, '--yes');
    expect(exit).toBe(10);
    expect(out).toContain('+ domain a.example.com\n');
    expect(err).toContain('Done: 3 of 5.\nFailed: + domain b.example.com, forward TCP 99\n');
    expect(err).toContain('Not done:\n  + domain b.example.com, forward TCP 100\n');
    rewrite(path.join(files, 'domains/b.yaml'), (text) => text.replace('127.0.0.1', '203.0.113.5'));
    expect((await to.says('apply', '-f', files, '--yes')).out).toContain('Done: 2 of 2.');
  });

  it.each([
    ['replaces a rule where the plan has no room beside it', 2, 0, ['two', 'one']],
    ['keeps a rule that the plan has no room for any more', 1, 6, ['one', 'two']],
  ])('%s', async (name, max_rules, exit, order) => {
    const tenant = await startTenant(folder);
    try {
      const rule = (named: string) =>
        `  - {name: ${named}, matches: [{field: path, op: eq, data: /}], action: {action_type: block}}\n`;
      const write = (...named: string[]) =>
        writeFileSync(at(`${max_rules}/policies/p.yaml`), `name: p\nacl_rules:\n${named.map(rule).join('')}`);
      mkdirSync(at(`${max_rules}/policies`), { recursive: true });
      write('one', 'two');
      expect((await tenant.says('apply', '-f', at(`${max_rules}`), '--yes')).exit, name).toBe(0);
      const user_id = await idOf(tenant.parapet, 'admin');
      const plan = ProvidedPlan.parse({ plan_id: 'p', name: 'P', prod_type: 2, content: { max_rules } });
      await tenant.parapet.runtime.store.transaction(async (tx) => {
        await providePlan(tx, plan, Date.now());
        await grantPlan(tx, { user_id, plan_id: 'p', ctime: Date.now() });
      });
      write('two', 'one');
      expect((await tenant.says('apply', '-f', at(`${max_rules}`), '--yes')).exit).toBe(exit);
      await tenant.says('export', '-f', at(`${max_rules}-after`));
      expect(filesIn(at(`${max_rules}-after`))['policies/p.yaml']?.match(/(?<=- name: ").*(?=")/g)).toEqual(order);
    } finally {
      await tenant.parapet.close();
    }
  });

  it('changes nothing where nobody agrees', async () => {
    mkdirSync(at('asked/policies'), { recursive: true });
    writeFileSync(at('asked/policies/p.yaml'), 'name: asked\n');
    const { exit, err } = await to.says('apply', '-f', at('asked'));
    expect([exit, err]).toEqual([2, 'parapet: Nobody can be asked here: say --yes.\n']);
    person.answer = async () => 'n';
    const declined = await to.says('apply', '-f', at('asked'));
    expect([declined.exit, declined.err]).toEqual([11, 'parapet: Nothing was changed.\n']);
    expect((await to.says('diff', '-f', at('asked'))).exit).toBe(11);
    person.answer = async () => 'y';
    expect((await to.says('apply', '-f', at('asked'))).exit).toBe(0);
    person.answer = undefined;
  });

  it('changes no rule that somebody else has changed since the plan', async () => {
    mkdirSync(at('meanwhile/policies'), { recursive: true });
    const file = at('meanwhile/policies/p.yaml');
    const rule = (period: number) =>
      `name: meanwhile\ncc_rules:\n  - name: r\n    matches: [{field: path, op: eq, data: /}]\n    limit: {threshold: 1, period: ${period}}\n    action: {action_type: block}\n`;
    writeFileSync(file, rule(60));
    expect((await to.says('apply', '-f', at('meanwhile'), '--yes')).exit).toBe(0);
    const as = { as: 'admin' };
    const policies = await to.parapet.call('GET', '/api/guard/policies?keyword=meanwhile', as);
    const rules = `/api/guard/policies/${policies.body.data.list[0].policy_id}/cc/rules`;
    const [{ rule_id, ...there }] = (await to.parapet.call('GET', rules, as)).body.data.list;
    writeFileSync(file, rule(30));
    person.answer = async () => {
      await to.parapet.call('PUT', `${rules}/${rule_id}`, { ...as, body: { ...there, describe: 'of somebody else' } });
      return 'y';
    };
    const refused = await to.says('apply', '-f', at('meanwhile'));
    person.answer = undefined;
    expect([refused.exit, refused.err]).toEqual([6, expect.stringContaining('Done: 0 of 1.')]);
    expect((await to.parapet.call('GET', `${rules}/${rule_id}`, as)).body.data).toMatchObject({
      describe: 'of somebody else',
      limit: { period: 60 },
    });
  });

  it('deletes what belongs to several users only where they are named', async () => {
    const host = 'acme.test';
    const forward = createServer((asked, answered) => {
      const headers = { ...asked.headers, host };
      asked.pipe(
        request(to.parapet.url + asked.url, { method: asked.method ?? '', headers }, (got) => {
          answered.writeHead(got.statusCode ?? 502, got.headers);
          got.pipe(answered);
        }),
      );
    });
    await new Promise<void>((resolve) => forward.listen(0, '127.0.0.1', resolve));
    const made = await to.parapet.call('POST', '/api/sys/api-keys', { as: 'acme-root', body: { name: 'root' } });
    for (const as of ['acme-root', 'acme-child']) {
      await to.parapet.call('POST', '/api/guard/policies', { as, body: { name: `of ${as}` } });
    }
    const { port } = forward.address() as AddressInfo;
    const says = commandLine(folder, `http://127.0.0.1:${port}`, made.body.data.api_key);
    mkdirSync(at('nothing'));
    const refused = await says('apply', '-f', at('nothing'), '--prune', '--yes');
    expect([refused.exit, refused.err]).toEqual([2, expect.stringContaining('acme-child, acme-root')]);
    const own = await says('apply', '-f', at('nothing'), '--prune', '--user', 'acme-root', '--yes');
    expect([own.exit, own.out]).toEqual([0, expect.stringContaining('- policy of acme-root')]);
    await says('export', '-f', at('left'));
    expect(Object.keys(filesIn(at('left')))).toEqual(['policies/of-acme-child.yaml']);
    const nobody = await says('diff', '-f', at('nothing'), '--user', 'acme-child', '--user', 'acme-chidl');
    expect([nobody.exit, nobody.err]).toEqual([0, 'parapet: The key sees nothing that belongs to acme-chidl.\n']);
    forward.closeAllConnections();
    forward.close();
  });

  it('refuses a policy that is nowhere, and a change of what cannot change', async () => {
    mkdirSync(at('nowhere/lists'), { recursive: true });
    writeFileSync(at('nowhere/lists/l.yaml'), 'name: office\nip_set_type: 2\npolicy: nowhere\n');
    expect((await to.says('apply', '-f', at('nowhere'), '--yes')).err).toContain('there is no policy nowhere');
    writeFileSync(at('nowhere/lists/l.yaml'), 'name: office\nip_set_type: 1\n');
    expect((await to.says('apply', '-f', at('nowhere'), '--yes')).err).toContain('ip_set_type cannot change');
  });
});
