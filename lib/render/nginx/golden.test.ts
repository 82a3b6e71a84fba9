import { describe, expect, it } from 'vitest';
import type { PolicyContent } from './content';
import { renderNode } from './node';
import { renderSite, servedSite } from './site';
import { aclRule, ccRule, policyOf, siteOf, wafGroup } from './testing';
import type { Note } from './vocabulary';

const node = {
  ...{ node_id: 'hk-1', http: 80, https: 443, listen: [], root: '/etc/parapet/current', logs: '/var/log/parapet' },
  ...{ certificates: '/etc/parapet/certificates', crs: '/etc/parapet/crs', trusted_proxies: ['10.0.0.0/8'] },
  ...{ probe: 'probe', revision: 3 },
};
const is = (field: string, data: string, op = 'eq') => ({ field, op, data });
const lists = [
  { id: 41, type: 'black' as const, parts: ['aa'] },
  { id: 42, type: 'white' as const, parts: [] },
];

function rendered(policy: Partial<PolicyContent>, site: Parameters<typeof siteOf>[1] = {}) {
  return renderSite({ site: siteOf(8080, site), policy: policyOf(policy), lists: [], node });
}
const said = (notes: readonly Note[]) => notes.map(({ key }) => key).filter((key) => key !== 'no_certificate');

describe('files', () => {
  const site = siteOf(8080, {
    certificates: [{ id: 7, certificate_type: 1 }],
    brute_force_rules: [
      {
        ...{ id: 51, name: 'Sign-in', describe: '', uri: '/sign-in', rate: 5, rate_time: 1, status: true },
        ...{ req_time_unit: 'ReqUnit_2_PMin', level: 'ip', action: { type: 'block', duration: 600 } },
      },
    ],
    forwards: [
      {
        ...{ id: 3, schema: 4, port: 5353, node_ipaddrs: '192.0.2.1,2001:db8::1', status: 2 },
        ...{ src_setting: { port: 53, balance: 'least_conn' }, adv_settings: { idle_timeout: 30 } },
      },
    ],
  });
  const policy = policyOf({
    acl_rules: [
      aclRule(1, [is('path', '/admin', 'prefix'), is('ip', '10.0.0.0/8,2001:db8::/32', 'not_in')]),
      aclRule(2, [is('host', 'old.example.com')], { action_type: 'page', content: 'Moved' }),
      aclRule(4, [is('country', 'CN,FR', 'not_in'), is('asn', '13335', 'ne')]),
      aclRule(3, [is('user_agent', '(?i)monitor$', 'regex')], { action_type: 'allow' }),
    ],
    cc_rules: [
      ccRule(21, [is('path', '/login'), is('cookie:session', '', 'not_exists')], { threshold: 5, period: 60 }),
    ],
    waf_groups: [
      wafGroup(31, 0, [
        { zone: 'ARGS', sub_field: 'q', pattern: 'x' },
        { zone: 'METHOD', pattern: 'POST', pattern_type: 2 },
      ]),
    ],
  });
  const ranges = [
    { kind: 'country', value: 'CN', file: '/etc/parapet/ranges/country-CN.aa' },
    { kind: 'asn', value: '13335', file: '/etc/parapet/ranges/asn-13335.bb' },
  ] as const;
  const { files } = renderSite({ site, policy, lists, node });
  it.each([...files, ...renderNode(node, [servedSite(site, node.root)], lists, ranges)])('%s', async (name, text) => {
    await expect(text).toMatchFileSnapshot(`golden/${name}`);
  });
});

describe('what a node does otherwise than a rule says is said', () => {
  const cc = (matches: ReturnType<typeof is>[], limit: object, action?: object) => ({
    cc_rules: [ccRule(1, matches, { threshold: 10, period: 1, ...limit }, action)],
  });
  const path = [is('path', '/')];
  it.each<[string, Partial<PolicyContent>, string[]]>([
    ['the body of a limit', cc([is('body', 'x', 'contains')], {}), ['field_unsupported']],
    ['a body, asked after the rest', { acl_rules: [aclRule(1, [is('body', 'x', 'contains')])] }, ['body_later']],
    ['characters beyond ASCII', { acl_rules: [aclRule(1, [is('path', 'é+', 'regex')])] }, ['expression_bytes']],
    [
      'an expression on which PCRE may try too long',
      { acl_rules: [aclRule(1, [is('path', '(a+)+b', 'regex')])] },
      ['expression_gives_up'],
    ],
    ['the same of a limit', cc([is('path', '(a+)+b', 'regex')], {}), ['leaky_bucket', 'expression_gives_up']],
    [
      'an expression for an argument of a limit',
      cc([is('arg:q', 'a+', 'regex')], {}),
      ['leaky_bucket', 'value_as_sent'],
    ],
    ['a long argument of a limit', cc([is('arg:q', '-'.repeat(900))], {}), ['leaky_bucket', 'value_as_sent']],
    ['a value of a limit that nginx cannot read', cc([is('path', '汉'.repeat(400))], {}), ['field_unsupported']],
    ['an argument of a limit', cc([is('arg:q', 'a b')], {}), ['leaky_bucket']],
    ['any header', { acl_rules: [aclRule(1, [is('header', 'x')])] }, ['header_values']],
    [
      'a time for which a block lasts',
      { acl_rules: [aclRule(1, path, { action_type: 'block', duration: 9 })] },
      ['duration_once'],
    ],
    ['an allowed request', { acl_rules: [aclRule(1, path, { action_type: 'allow' })] }, ['allow_limited']],
    ['a limit', cc(path, {}), ['leaky_bucket']],
    ['a limit slower than one a minute', cc(path, { threshold: 1, period: 600 }), ['leaky_bucket', 'slow_rate']],
    ['a session', cc(path, { scope: 'session' }), ['leaky_bucket', 'session_as_address']],
    ['a captcha', cc(path, {}, { action_type: 'captcha' }), ['leaky_bucket', 'captcha_static']],
    [
      'a limit that is watched beside one that is not',
      {
        cc_rules: [...cc(path, {}).cc_rules, ccRule(2, path, { threshold: 1, period: 1 }, { action_type: 'monitor' })],
      },
      ['leaky_bucket', 'monitor_beside_limit'],
    ],
  ])('%s', (_, policy, expected) => {
    expect(said(rendered(policy).notes)).toEqual(expected);
  });

  it('a limit that cannot be asked counts nobody', () => {
    const { files } = rendered(cc([is('body', 'x', 'contains')], {}));
    expect([...files.values()].join('')).not.toContain('limit_req');
  });

  it('limits that are all watched let everything through', () => {
    const { files } = rendered(cc(path, {}, { action_type: 'monitor' }));
    expect([...files.values()].join('')).toContain('limit_req_dry_run on;');
  });

  it('settings that nginx has nothing for', () => {
    const on = { status: 'CFGOPTION_2_ENABLE' };
    const { settings } = siteOf(8080);
    const origin = { ...(settings.origin as object), tcp_configs: on };
    const { notes } = rendered({}, { settings: { ...settings, bot: on, guard_weak_password_setting: on, origin } });
    expect(said(notes)).toEqual([
      'bot_unsupported',
      'guard_weak_password_setting_unsupported',
      'origin_check_unsupported',
    ]);
  });

  it('a site without an origin answers 503', () => {
    const { files, notes } = rendered({}, { settings: {} });
    expect(said(notes)).toEqual(['no_origin']);
    expect([...files.values()].join('')).toContain('return 503;');
  });
});
