import type { ListContent, NodeSettings, PolicyContent, Ranges, SiteContent } from './content';
import { aclRule, ccRule, policyOf, siteOf, wafGroup } from './testing';

/** One kind of object, alone on a site. */
export type Kind = {
  policy?: Partial<PolicyContent>;
  site?: Partial<SiteContent>;
  node?: Partial<NodeSettings>;
  lists?: readonly ListContent[];
  ranges?: readonly Pick<Ranges, 'kind' | 'value'>[];
};

const is = (field: string, data: string, op = 'eq') => ({ field, op, data });
const at = [is('path', '/there')];
const ON = { status: 'CFGOPTION_2_ENABLE' };
const OFF = { status: 'CFGOPTION_1_DISABLE' };

const acl = (action: Parameters<typeof aclRule>[2], matches = at): Kind => ({
  policy: { acl_rules: [aclRule(1, matches, action)] },
});
const cc = (limit: object, action?: object): Kind => ({
  policy: { cc_rules: [ccRule(2, at, { threshold: 10, period: 1, ...limit }, action)] },
});
const waf = (condition: number, action: number, rules: object[]): Kind => ({
  policy: { waf_groups: [wafGroup(3, condition, rules, action)] },
});
const QUERY = { zone: 'ARGS', sub_field: 'q', pattern: 'drop' };
const POST = { zone: 'METHOD', pattern: 'POST', pattern_type: 2 };

const bruteForce = (rule: object): Kind => ({
  site: {
    brute_force_rules: [
      {
        ...{ id: 4, name: 'Sign-in', describe: '', uri: '/sign-in', rate: 5, rate_time: 1, status: true },
        ...{ req_time_unit: 'ReqUnit_2_PMin', level: 'ip', action: { type: 'block', duration: 600 } },
        ...rule,
      } as SiteContent['brute_force_rules'][number],
    ],
  },
});

const forward = (schema: number, src_setting: object, adv_settings: object = {}): Kind => ({
  site: {
    forwards: [
      {
        ...{ id: 5, schema, port: 5353, node_ipaddrs: '192.0.2.1,2001:db8::1', status: 2 },
        ...{
          src_setting: src_setting as Record<string, unknown>,
          adv_settings: adv_settings as Record<string, unknown>,
        },
      },
    ],
  },
});

const source = (ip: string, more: object = {}) => ({
  ...{ ip, port: 80, protocol: 'http', weight: 1, line: 'default', ...ON },
  ...more,
});
const settings = (switches: object, sources = [source('192.0.2.1')]) => ({
  ...{ waf: ON, cc: ON, acl: ON, ...switches },
  origin: { services: [{ service_id: 's', sources }] },
});
const origins = (sources: ReturnType<typeof source>[], more: Partial<SiteContent> = {}): Kind => ({
  site: { settings: settings({}, sources), ...more },
});
const list = (type: ListContent['type']): Kind => ({
  policy: { lists: [41] },
  lists: [{ id: 41, type, parts: ['aa'] }],
});

/** Every kind of object that nodes run, by the name of its golden file. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'acl-block': acl({ action_type: 'block' }),
  'acl-allow': acl({ action_type: 'allow' }),
  'acl-page': acl({ action_type: 'page', content: '<h1>Closed "for" {repairs}; $back soon</h1>' }),
  'acl-monitor': acl({ action_type: 'monitor' }),
  'acl-conditions': acl({ action_type: 'block' }, [
    ...[is('path', '/admin', 'prefix'), is('ip', '10.0.0.0/8,2001:db8::/32', 'not_in')],
    ...[is('user_agent', '(?i)bot$', 'regex'), is('header:x-key', '', 'not_exists'), is('method', 'PUT,DELETE', 'in')],
    ...[is('arg:q', 'x y', 'contains'), is('cookie:seen', '', 'exists'), is('body', 'drop', 'contains')],
  ]),
  'acl-times': {
    policy: { acl_rules: [aclRule(1, at, { action_type: 'block' }, { stime: 1_700_000_000_000, etime: 1.8e12 })] },
  },
  'cc-ip': cc({ scope: 'ip' }),
  'cc-ip-uri': cc({ scope: 'ip_uri' }),
  'cc-session': cc({ scope: 'session' }),
  'cc-uri': cc({ scope: 'uri' }),
  'cc-host': cc({ scope: 'host' }),
  'cc-global': cc({ scope: 'global' }),
  'cc-block': cc({}, { action_type: 'block', duration: 60 }),
  'cc-captcha': cc({}, { action_type: 'captcha' }),
  'cc-page': cc({}, { action_type: 'page', content: 'Slow down' }),
  'cc-monitor': cc({}, { action_type: 'monitor' }),
  'waf-and': waf(0, 1, [QUERY, POST]),
  'waf-or': waf(1, 1, [QUERY, POST]),
  'waf-not': waf(0, 1, [{ ...QUERY, is_not: true }]),
  'waf-monitor': waf(0, 2, [QUERY]),
  'brute-force-minute': bruteForce({}),
  'brute-force-captcha': bruteForce({ req_time_unit: 'ReqUnit_1_PSec', action: { type: 'captcha', duration: 0 } }),
  'forward-tcp': forward(3, { port: 53, balance: 'round_robin' }, { connect_timeout: 3, proxy_protocol: true }),
  'forward-udp': forward(4, { balance: 'least_conn' }, { idle_timeout: 30 }),
  'forward-limited': forward(3, { balance: 'ip_hash' }, { max_connections: 100 }),
  'origins-weighted': origins([source('192.0.2.1', { weight: 3 }), source('2001:db8::1'), source('192.0.2.3', OFF)]),
  'origins-https': origins([source('192.0.2.1', { port: 443, protocol: 'https' })]),
  'origins-group': origins([source('192.0.2.1'), source('192.0.2.2')], {
    origin_groups: [{ group_id: 6, node_ids: ['hk-1'], src_ips: ['192.0.2.2'] }],
  }),
  'origins-none': { site: { settings: {} } },
  tls: { site: { certificates: [{ id: 7, certificate_type: 1 }] } },
  'tls-sm2-beside': {
    site: {
      certificates: [
        { id: 8, certificate_type: 2 },
        { id: 7, certificate_type: 1 },
      ],
    },
  },
  'switches-off': { ...acl({ action_type: 'block' }), site: { settings: settings({ waf: OFF, cc: OFF, acl: OFF }) } },
  'list-black': list('black'),
  'list-white': list('white'),
  country: {
    ...acl({ action_type: 'block' }, [is('country', 'CN,FR', 'not_in')]),
    ranges: [
      { kind: 'country', value: 'CN' },
      { kind: 'country', value: 'FR' },
    ],
  },
  asn: {
    policy: { cc_rules: [ccRule(2, [is('asn', '64500')], { threshold: 10, period: 1 })] },
    ranges: [{ kind: 'asn', value: '64500' }],
  },
  'trusted-proxies': { node: { trusted_proxies: ['10.0.0.0/8', '2001:db8::/32'] } },
  listen: { node: { listen: ['192.0.2.7', '2001:db8::7'], http: 8080, https: 8443 } },
};

/** The site of a kind, with what else it asks for. */
export const siteOfKind = ({ site, policy }: Kind) => ({ site: siteOf(8080, site), policy: policyOf(policy) });
