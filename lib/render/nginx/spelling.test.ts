import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseModSecurity } from '@/lib/analytics/ingest/modsecurity';
import { aclRule, policyOf, startSite, type TestNginx, wafGroup } from './testing';

/** One request spelled in other ways, which an origin reads alike: none of them passes a rule that the plain one does not. */
const is = (field: string, data: string, op = 'eq') => ({ field, op, data });
const policy = policyOf({
  acl_rules: [
    aclRule(1, [is('path', '/admin', 'prefix')]),
    aclRule(2, [is('path', '/hosted'), is('host', 'shop.example.com')]),
    aclRule(3, [is('path', '/elsewhere'), is('host', 'shop.example.com', 'ne')]),
    aclRule(4, [is('path', '/only', 'ne'), is('query', 'only', 'contains')]),
    aclRule(5, [is('uri', '/as%20asked')]),
    aclRule(8, [is('uri', '/decoded')]),
    aclRule(9, [is('path', '/back\\slash')]),
    aclRule(10, [is('path', '^/back\\\\sl[a]nt\\.x$', 'regex')]),
  ],
  waf_groups: [
    wafGroup(6, 0, [{ zone: 'URL', pattern: '/group', pattern_type: 2 }]),
    wafGroup(7, 0, [{ zone: 'URL', pattern: '/up/../' }]),
  ],
});
const HOST = 'shop.example.com';

let nginx: TestNginx;
let stop: (() => Promise<void>) | undefined;
beforeAll(async () => {
  ({ nginx, stop } = await startSite({ policy, coreRules: false }));
}, 120_000);
afterAll(() => stop?.());

/** The status of a request of which these are the first line and the hosts. */
async function asked(target: string, hosts: readonly string[] = [HOST], version = '1.1'): Promise<number> {
  const socket = connect({ host: '127.0.0.1', port: nginx.http });
  const named = hosts.map((host) => `Host: ${host}\r\n`).join('');
  socket.write(`GET ${target} HTTP/${version}\r\n${named}User-Agent: test\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  await once(socket, 'close');
  return Number(answer.split(' ')[1] ?? 0);
}

describe('a rule on a path', () => {
  it.each([
    ...['/admin', '//admin', '/./admin', '/x/../admin', '/x/%2e%2e/admin', '/%61dmin', '/%2fadmin', '/x/..%2Fadmin/'],
    ...[`http://${HOST}//admin`, '/admin%3Fx'],
    ...['/\\admin', '/%5Cadmin', '/x\\..\\admin', '/x/..%5cadmin', '/x%5c..%5cadmin/'],
  ])('has %s', async (target) => {
    expect(await asked(target)).toBe(403);
  });

  it.each([
    ...['/x%3f/../admin', '/x%3F%2f%2e./admin', '/x/..;/admin', '/x/..;y=z/admin', '/.;/admin', '/x%2f%2e.%3b/admin'],
    ...['/x\\..;/admin', '/x%5c.%2e;/admin'],
  ])('is not passed by %s', async (target) => {
    expect(await asked(target)).toBe(400);
  });

  it.each(['/%2561dmin', '/x?/../admin', '/what%3F', '/a..b%3F', '/x?/..;/', '/;id=1', '/a..;b'])(
    'does not have %s',
    async (target) => {
      expect(await asked(target)).toBe(200);
    },
  );

  it('that is turned round has what only looks like it', async () => {
    expect(await asked('/x/../only?only')).toBe(200);
    expect(await asked('/only/..?only')).toBe(403);
  });

  it.each(['/back\\slash', '/back%5Cslash', '/back%5cslant.x'])(
    'has the backslash of its own in %s',
    async (target) => {
      expect(await asked(target)).toBe(403);
    },
  );

  it.each(['/group', '//group', '/./group', '/up/../x', '/x\\..\\group', '/%5cgroup'])(
    'is asked by a WAF group for %s',
    async (target) => {
      expect(await asked(target)).toBe(403);
    },
  );
});

it('a rule on path and query has them as they are asked for, and percent-decoded', async () => {
  expect(await asked('/as%20asked')).toBe(403);
  expect(await asked('/d%65coded')).toBe(403);
});

describe('a rule on a host', () => {
  it.each([HOST, 'SHOP.example.com', `${HOST}.`, `${HOST}:80`, 'Shop.Example.Com.:8080'])('has %s', async (host) => {
    expect(await asked('/hosted', [host])).toBe(403);
    expect(await asked('/elsewhere', [host])).toBe(200);
    expect(await asked(`http://${HOST}/hosted`, [host])).toBe(403);
  });

  it.each([[['other.example.com']], [[`${HOST}:x`]], [[`${HOST}:999999`]], [[]]])(
    'is not passed by a host in the first line beside %j',
    async (hosts) => {
      const version = hosts.length === 0 ? '1.0' : '1.1';
      expect(await asked(`http://${HOST}/hosted`, hosts, version)).toBe(400);
    },
  );

  it.each([`${HOST}:x`, `${HOST}:999999`])('and the event log know one host, so that %s is refused', async (host) => {
    expect(await asked('/admin', [host])).toBe(400);
    expect(await asked('/admin?spelled', [`${HOST.toUpperCase()}.:80`])).toBe(403);
    expect(parseModSecurity(JSON.stringify(await nginx.logged('audit.json', 'spelled'))).host).toBe(HOST);
  });
});
