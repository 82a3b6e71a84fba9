import type { Ranges } from './content';
import { rangeFiles } from './ranges';
import { aclRule, ccRule, policyOf, type TestNginx, wafGroup } from './testing';

const is = (field: string, data: string, op = 'eq') => ({ field, op, data });
const at = (path: string) => is('path', path);
/** Text with what nginx, ModSecurity and HTML each read as their own. */
export const HOSTILE = `"';}) $http_host %{REMOTE_ADDR} \\" #\t<é𠮷>`;

/** Everything that a policy may say. */
export const policy = policyOf({
  acl_rules: [
    aclRule(1, [is('path', '/admin', 'prefix')]),
    aclRule(2, [at('/page')], { action_type: 'page', content: `<h1>Closed ${HOSTILE}</h1>` }),
    aclRule(3, [at('/open'), is('user_agent', 'monitor')], { action_type: 'allow' }),
    aclRule(4, [is('path', '/open', 'prefix')]),
    aclRule(5, [at('/watched')], { action_type: 'monitor' }),
    aclRule(6, [at('/member'), is('header:x-member', 'yes', 'ne')]),
    aclRule(7, [at('/from'), is('ip', '198.51.100.0/24,2001:db8::/32', 'in')]),
    aclRule(8, [at('/not-from'), is('ip', '198.51.100.0/24', 'not_in')]),
    aclRule(9, [is('path', '^/v[0-9]+/"quoted"\\s%', 'regex')]),
    aclRule(10, [at('/form'), is('body', 'drop=1', 'contains')]),
    aclRule(11, [at('/method'), is('method', 'PUT,DELETE', 'in')]),
    aclRule(12, [at('/later')], undefined, { stime: Date.now() + 86_400_000 }),
    aclRule(13, [at('/over')], undefined, { etime: Date.now() - 86_400_000 }),
    aclRule(14, [at('/hostile'), is('header:x-text', HOSTILE.replace('\t', ' '))]),
    aclRule(15, [is('arg:q', 'x y', 'contains')]),
    aclRule(16, [is('cookie:blocked', '', 'exists')]),
    aclRule(17, [at('/agentless'), is('user_agent', '', 'not_exists')]),
    aclRule(18, [is('uri', '/uri?a=1')]),
    aclRule(20, [at('/country'), is('country', 'CN,FR', 'in')]),
    aclRule(23, [at('/not-country'), is('country', 'CN', 'ne')]),
    aclRule(24, [at('/asn'), is('asn', '64500')]),
    aclRule(19, [at('/long'), is('content_length', '5', 'gt')]),
  ] as never[],
  cc_rules: [
    ccRule(21, [at('/login')], { threshold: 3, period: 60 }, { action_type: 'page', content: 'Slow down' }),
    ccRule(25, [at('/limited'), is('country', 'FR')], { threshold: 1, period: 60 }),
    ccRule(22, [is('path', '/api/', 'prefix'), is('header:x-key', 'trusted', 'ne')], {
      threshold: 2,
      period: 60,
      scope: 'uri',
    }),
  ] as never[],
  waf_groups: [
    wafGroup(31, 0, [
      { zone: 'URL', pattern: '/group', pattern_type: 2 },
      { zone: 'ARGS', sub_field: 'name of it', pattern: 'bad' },
      { zone: 'HEADER', sub_field: 'X-Pass', pattern: 'yes', is_not: true },
    ]),
    wafGroup(32, 1, [
      { zone: 'COOKIE', sub_field: 'a', pattern: 'evil' },
      { zone: 'QUERY', pattern: '^z{3}$', pattern_type: 5 },
    ]),
    wafGroup(33, 0, [{ zone: 'URL', pattern: '/path-group', pattern_type: 2 }]),
    wafGroup(32, 1, [{ zone: 'HEADER', sub_field: 'x-logged', pattern: 'log' }], 2),
  ] as never[],
});
/** Its lists; their pieces are `aa`, `bb` and `cc`. */
export const lists = [
  { id: 41, type: 'black' as const, parts: ['aa', 'bb'] },
  { id: 42, type: 'white' as const, parts: ['cc'] },
];

/** Networks of documentation, given to two countries and a system; another country has none. */
export function rangesIn(nginx: TestNginx): Ranges[] {
  const held = [
    ['country', 'CN', ['192.0.2.0/25', '2001:db8:1::/48']],
    ['country', 'FR', ['192.0.2.128/25', '2001:db8:2::9']],
    ['country', 'LI', []],
    ['asn', '64500', ['198.51.100.0/25']],
  ] as const;
  return held.map(([kind, value, networks]) => {
    const { list, conf } = rangeFiles(networks, value);
    nginx.write(
      new Map([
        [`ranges/${value}.list`, list],
        [`ranges/${value}.conf`, conf],
      ]),
    );
    return { kind, value, file: `${nginx.settings.root}/ranges/${value}` };
  });
}
