import { once } from 'node:events';
import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseModSecurity } from '@/lib/analytics/ingest/modsecurity';
import { parseNginxJson } from '@/lib/analytics/ingest/nginx-json';
import { freePort } from '@/scripts/dns-servers';
import { request } from '@/scripts/request';
import { renderNode, renderPiece } from './node';
import { renderSite, servedSite } from './site';
import { siteOf, startOrigin, TestNginx } from './testing';
import { HOSTILE, lists, policy, rangesIn } from './testing-policy';
import { ownRuleOf } from './vocabulary';

/** Everything that a policy may say, on one real nginx with ModSecurity and the OWASP rules. */
let origin: Server;
let nginx: TestNginx;
beforeAll(async () => {
  ({ server: origin } = await startOrigin());
  nginx = new TestNginx(await freePort(), await freePort());
  const { settings } = nginx;
  const site = siteOf((origin.address() as AddressInfo).port, {
    brute_force_rules: [
      {
        ...{ id: 51, name: 'Sign-in', describe: '', uri: '/sign-in', rate: 2, rate_time: 1, status: true },
        ...{ req_time_unit: 'ReqUnit_2_PMin', level: 'ip', action: { type: 'block', duration: 600 } },
      },
    ],
  });
  nginx.write(renderSite({ site, policy, lists, node: settings }).files);
  const open = siteOf((origin.address() as AddressInfo).port, { domain_id: 'open', domain: 'open.example.com' });
  const bare = { ...open, settings: { origin: open.settings.origin } };
  nginx.write(renderSite({ site: bare, policy, lists: [], node: settings }).files);
  nginx.write(
    renderNode(settings, [servedSite(site, settings.root), servedSite(open, settings.root)], lists, rangesIn(nginx)),
  );
  nginx.write(
    new Map([
      ['pieces/aa.conf', renderPiece(['203.0.113.0/24', '192.0.2.7'])],
      ['pieces/bb.conf', renderPiece(['2001:db8:bad::/48'])],
      ['pieces/cc.conf', renderPiece(['203.0.113.9'])],
    ]),
  );
  await nginx.start();
}, 120_000);
afterAll(async () => {
  await nginx?.stop();
  origin?.close();
});

type Asked = { method?: string; headers?: Record<string, string>; body?: string; from?: string; host?: string };
async function ask(path: string, { method = 'GET', headers = {}, body, from, host = 'shop.example.com' }: Asked = {}) {
  const own = {
    Host: host,
    'User-Agent': 'test',
    Accept: '*/*',
    ...(from ? { 'X-Forwarded-For': from } : {}),
    ...headers,
  };
  return request(`http://127.0.0.1:${nginx.http}`, { method, path, headers: own, body });
}
const body = (type: string, text: string): Asked => ({
  ...{ method: 'POST', body: text, headers: { 'Content-Type': type } },
});
const allowed = (text: string): Asked => ({
  ...{ method: 'POST', body: text, headers: { 'Content-Type': 'application/json', 'User-Agent': 'monitor' } },
});
const URLENCODED = 'application/x-www-form-urlencoded';
const FORM = `--b\r\nContent-Disposition: form-data; name="q"\r\n\r\n1' or '1'='1\r\n--b--\r\n`;
const status = async (path: string, asked?: Asked) => (await ask(path, asked)).status;

describe('access rules', () => {
  it.each<[string, string, Asked, number]>([
    ['a prefix', '/admin/users', {}, 403],
    ['elsewhere', '/', {}, 200],
    ['an allowed request passes what would block it', '/open', { headers: { 'User-Agent': 'monitor' } }, 200],
    ['and nobody else', '/open', {}, 403],
    ['what is only watched', '/watched', {}, 200],
    ['a header that differs', '/member', { headers: { 'X-Member': 'no' } }, 403],
    ['a header that is absent', '/member', {}, 403],
    ['a header as it should be', '/member', { headers: { 'X-Member': 'yes' } }, 200],
    ['an address within', '/from', { from: '198.51.100.9' }, 403],
    ['an IPv6 address within', '/from', { from: '2001:db8::9' }, 403],
    ['an address outside', '/from', { from: '198.51.101.9' }, 200],
    ['only from within', '/not-from', { from: '198.51.100.9' }, 200],
    ['only from within, outside', '/not-from', { from: '8.8.8.8' }, 403],
    ['a country', '/country', { from: '192.0.2.1' }, 403],
    ['another of its countries, by IPv6', '/country', { from: '2001:db8:2::9' }, 403],
    ['no such country', '/country', { from: '198.51.100.1' }, 200],
    ['all countries but one, from there', '/not-country', { from: '2001:db8:1::7' }, 200],
    ['all countries but one, from another', '/not-country', { from: '192.0.2.200' }, 403],
    ['all countries but one, from none', '/not-country', { from: '203.0.114.1' }, 403],
    ['an autonomous system', '/asn', { from: '198.51.100.127' }, 403],
    ['beside an autonomous system', '/asn', { from: '198.51.100.128' }, 200],
    ['an expression', '/v12/%22quoted%22%20%25', {}, 403],
    [
      'a body',
      '/form',
      { method: 'POST', body: 'a=1&drop=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      403,
    ],
    [
      'another body',
      '/form',
      { method: 'POST', body: 'a=1&drop=2', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
      200,
    ],
    ['one of the methods', '/method', { method: 'DELETE' }, 403],
    ['another method', '/method', {}, 200],
    ['not yet', '/later', {}, 200],
    ['not any more', '/over', {}, 200],
    ['an argument', '/?q=ax%20yb', {}, 403],
    ['a cookie that is there', '/', { headers: { Cookie: 'blocked=' } }, 403],
    ['a browser without a name', '/agentless', { headers: { 'User-Agent': '' } }, 200],
    ['a path with its query', '/uri?a=1', {}, 403],
    ['a path with another query', '/uri?a=2', {}, 200],
    ['too long', '/long', { method: 'POST', body: '123456', headers: { 'Content-Length': '6' } }, 403],
    ['short enough', '/long', { method: 'POST', body: '12345', headers: { 'Content-Length': '5' } }, 200],
  ])('%s', async (_, path, asked, expected) => {
    expect(await status(path, asked)).toBe(expected);
  });

  it('answer with a page as it was written', async () => {
    const answer = await ask('/page');
    expect([answer.status, answer.text]).toEqual([403, `<h1>Closed ${HOSTILE}</h1>`]);
    expect(await status('/.parapet/452.html')).toBe(404);
  });

  it('compare hostile text letter by letter', async () => {
    const text = Buffer.from(HOSTILE.replace('\t', ' '), 'utf8').toString('latin1');
    expect(await status('/hostile', { headers: { 'X-Text': text } })).toBe(403);
    expect(await status('/hostile', { headers: { 'X-Text': `${text}.` } })).toBe(200);
  });

  it('are read back from the audit log: which rule of which policy, and whether it refused', async () => {
    let asked = 0;
    const audited = async (path: string, headers: Record<string, string> = {}) => {
      const args = `audited=${asked++}.`;
      await ask(`${path}?${args}`, { headers });
      const line = await nginx.logged('audit.json', args);
      const { action, rule_id, attack_class, matches } = parseModSecurity(JSON.stringify(line));
      return { action, rule_id, attack_class, own: ownRuleOf(matches?.[0]?.message ?? '') };
    };
    const own = (kind: 'acl' | 'waf', id: number) => ({
      ...{ rule_id: id, attack_class: 'other', own: { kind, id, policy_id: 'p-1' } },
    });
    expect(await audited('/admin')).toEqual({ action: 'block', ...own('acl', 1) });
    expect(await audited('/page')).toEqual({ action: 'block', ...own('acl', 2) });
    expect(await audited('/watched')).toEqual({ action: 'monitor', ...own('acl', 5) });
    expect(await audited('/', { Cookie: 'a=evil' })).toEqual({ action: 'block', ...own('waf', 32) });
    expect(await audited('/group', { Cookie: 'a="%65vil"' })).toEqual({ action: 'block', ...own('waf', 32) });
    expect(await audited('/path-group')).toEqual({ action: 'block', ...own('waf', 33) });
    // A group of this number is there already, so the rule has another on the node.
    expect(await audited('/', { 'X-Logged': 'log' })).toEqual({ action: 'monitor', ...own('waf', 32) });
  });

  it('are named in the audit log, with policy and domain', async () => {
    const { status } = await ask('/admin/named');
    expect(status).toBe(403);
    await ask('/watched');
    const rules = () =>
      nginx
        .log('audit.json')
        .flatMap(
          ({ transaction }) =>
            (transaction as { messages: { details: { ruleId: string; tags: string[] } }[] }).messages,
        );
    await expect.poll(() => rules().map(({ details }) => details.ruleId)).toEqual(expect.arrayContaining(['1', '5']));
    const own = rules().find(({ details }) => details.ruleId === '1');
    expect(own?.details.tags).toEqual(expect.arrayContaining(['policy/p-1', 'rule/acl/1']));
  });
});

describe('rate limits', () => {
  const times = async (count: number, path: string, asked?: Asked) => {
    const answers: number[] = [];
    for (let i = 0; i < count; i++) answers.push(await status(path, asked));
    return answers;
  };

  it('let through what the threshold says, and answer the rest with the page', async () => {
    expect(await times(3, '/login', { from: '198.51.100.1' })).toEqual([200, 200, 200]);
    const answer = await ask('/login', { from: '198.51.100.1' });
    expect([answer.status, answer.text]).toEqual([429, 'Slow down']);
    expect(await status('/login', { from: '198.51.100.2' })).toBe(200);
    expect(await times(6, '/other', { from: '198.51.100.1' })).toEqual(Array(6).fill(200));
  });

  it('count what has the path alike, unless a condition says no', async () => {
    expect(await times(3, '/api/a', { from: '198.51.100.3' })).toEqual([200, 200, 429]);
    expect(await status('/api/a', { from: '198.51.100.4' })).toBe(429);
    expect(await times(5, '/api/a', { headers: { 'X-Key': 'trusted' } })).toEqual(Array(5).fill(200));
    expect(await status('/api/b')).toBe(200);
  });

  it('count visitors of a country alone', async () => {
    expect(await times(2, '/limited', { from: '192.0.2.129' })).toEqual([200, 429]);
    expect(await times(3, '/limited', { from: '192.0.2.1' })).toEqual([200, 200, 200]);
  });

  it('guard a sign-in against guessing', async () => {
    expect(await times(3, '/sign-in', { from: '198.51.100.5' })).toEqual([200, 200, 429]);
  });
});

describe('lists', () => {
  it('refuse black addresses, and let white ones through everything', async () => {
    expect(await status('/', { from: '203.0.113.8' })).toBe(403);
    expect(await status('/', { from: '2001:db8:bad::1' })).toBe(403);
    expect(await status('/admin', { from: '203.0.113.9' })).toBe(200);
    expect(await status('/', { from: '203.0.114.1' })).toBe(200);
  });
});

describe('what nginx itself refuses', () => {
  let asked = 0;
  /** What the event of this request says; lines of earlier ones may still be on their way. */
  const logged = async (path: string, from: string) => {
    const args = `asked=${asked++}.`;
    await ask(`${path}?${args}`, { from });
    const line = await nginx.logged('access.json', args);
    const { action, matches } = parseNginxJson(JSON.stringify(line));
    return { action, own: matches?.map(({ message }) => ownRuleOf(message)) };
  };

  it('is logged with the list that refused it', async () => {
    const own = [{ kind: 'list', id: 41, policy_id: 'p-1' }];
    expect(await logged('/', '203.0.113.8')).toEqual({ action: 'block', own });
    expect(await logged('/', '203.0.113.9')).toEqual({ action: 'pass', own: undefined });
  });

  it('is logged with the limit that refused it, where one alone counted it', async () => {
    const own = [{ kind: 'cc', id: 25, policy_id: 'p-1' }];
    expect(await logged('/limited', '192.0.2.130')).toEqual({ action: 'pass', own: undefined });
    expect(await logged('/limited', '192.0.2.130')).toEqual({ action: 'limit', own });
    for (let i = 0; i < 3; i++) await logged('/sign-in', '198.51.100.66');
    expect(await logged('/sign-in', '198.51.100.66')).toEqual({ action: 'limit', own: undefined });
  });
});

describe('WAF', () => {
  it.each<[string, string, Asked, number]>([
    ['a group of which all match', '/group?name%20of%20it=bad', {}, 403],
    ['one of them does not', '/group?name%20of%20it=good', {}, 200],
    ['one that is turned round', '/group?name%20of%20it=bad', { headers: { 'x-pass': 'yes' } }, 200],
    ['any of a group: a cookie', '/', { headers: { Cookie: 'a=evil' } }, 403],
    ['any of a group: an expression', '/?zzz', {}, 403],
    ['a group that only logs', '/', { headers: { 'X-Logged': 'a log' } }, 200],
    ['the OWASP rules', "/?id=1'%20or%20'1'='1", {}, 403],
    ['an attack in a form', '/', body(URLENCODED, "q=1' or '1'='1"), 403],
    ['an attack in JSON', '/', body('application/json; charset=utf-8', `{"a":[{"q":"1' or '1'='1"}]}`), 403],
    ['an attack in JSON of another name', '/', body('application/vnd.api+json', `{"q":"1' or '1'='1"}`), 403],
    ['an attack in XML', '/', body('application/xml', "<a><q>1' or '1'='1</q></a>"), 403],
    ['an attack in a multipart form', '/', body('multipart/form-data; boundary=b', FORM), 403],
    ['JSON', '/', body('application/json', '{"q":"a"}'), 200],
    ['JSON that is none', '/', body('application/json', '{"q":'), 400],
    ['XML', '/', body('text/xml', '<a>b</a>'), 200],
    ['long JSON', '/', body('application/json', `{"q":"${'a'.repeat(120_000)}"}`), 200],
    ['more JSON than is read', '/', body('application/json', `{"q":"${'a'.repeat(2_000_000)}"}`), 200],
    ['an attack before more than is read', '/', body(URLENCODED, `q=1' or '1'='1&p=${'a'.repeat(140_000)}`), 403],
    ['a thousand values but one', '/', body('application/json', `[${'1,'.repeat(998)}1]`), 200],
    ['more values than are inspected, in JSON', '/', body('application/json', `[${'1,'.repeat(1_500)}1]`), 400],
    ['more values than are inspected, in a form', '/', body(URLENCODED, 'a=1&'.repeat(1_500)), 400],
    ['JSON that is none, where an access rule allows it', '/open', allowed('{'), 200],
    ['a multipart form without an end', '/', body('multipart/form-data; boundary=b', FORM.slice(0, -6)), 400],
    ['JSON that an access rule finds', '/form', body('application/json', '{"a":"drop=1"}'), 403],
    [
      'JSON that is none, where protection is off',
      '/',
      { ...body('application/json', '{'), host: 'open.example.com' },
      200,
    ],
    ['a site whose protection is off', "/admin?id=1'%20or%20'1'='1", { host: 'open.example.com' }, 200],
  ])('%s', async (_, path, asked, expected) => {
    expect(await status(path, asked)).toBe(expected);
  });
});

it('what is refused for its body is a block in the events', async () => {
  await ask('/?refused=body', body('application/json', '{'));
  const line = await nginx.logged('audit.json', 'refused=body');
  const block = { action: 'block', rule_id: 200_002, attack_class: 'protocol_violation', status: 400 };
  expect(parseModSecurity(JSON.stringify(line))).toMatchObject(block);
});

describe('a node', () => {
  it('says its revision to the probe alone', async () => {
    expect((await ask('/', { headers: { 'X-Parapet-Probe': 'secret-probe' } })).headers['x-config-rev']).toBe('7');
    expect((await ask('/')).headers['x-config-rev']).toBeUndefined();
  });

  it('lets WebSockets through, and no other protocol', async () => {
    origin.on('upgrade', ({ headers: { upgrade } }, socket) =>
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${upgrade}\r\n\r\n`),
    );
    const upgraded = async (Upgrade: string) => {
      const headers = { Host: 'shop.example.com', 'User-Agent': 'test', Accept: '*/*', Connection: 'Upgrade', Upgrade };
      const sent = get({ host: '127.0.0.1', port: nginx.http, headers });
      const [{ statusCode }] = await Promise.race([once(sent, 'upgrade'), once(sent, 'response')]);
      sent.destroy();
      return statusCode;
    };
    expect(await upgraded('WebSocket')).toBe(101);
    expect(await upgraded('h2c')).toBe(200);
  });

  it('serves no host that it does not know', async () => {
    await expect(ask('/', { host: 'unknown.example.com' })).rejects.toThrow();
  });

  it('logs what the event log reads, with the client’s address', async () => {
    await ask('/logged?x=1', { from: '198.51.100.77' });
    const line = { uri: '/logged', remote_addr: '198.51.100.77', args: 'x=1', status: 200, node: 'test-1' };
    expect(await nginx.logged('access.json', '/logged')).toMatchObject(line);
  });

  it('logs what was asked for where a page of Parapet answers', async () => {
    await ask('/page?answered=1', { from: '198.51.100.78' });
    expect(await nginx.logged('access.json', 'answered=1')).toMatchObject({ uri: '/page', args: 'answered=1' });
    for (let i = 2; i < 6; i++) await ask(`/login?answered=${i}`, { from: '198.51.100.78', method: 'POST' });
    const limited = { method: 'POST', uri: '/login', args: 'answered=5', limit_req_status: 'REJECTED' };
    expect(await nginx.logged('access.json', 'answered=5')).toMatchObject(limited);
  });
});
