/** The company of the demonstration: two brands, users of each role, domains in each audit state. */

export const ACCOUNTS = [
  { oem_id: 'acme', user_name: 'acme-root', role_ids: [10], is: 'tenant administrator' },
  { oem_id: 'acme', user_name: 'acme-child', role_ids: [11], parent: 'acme-root', is: 'tenant operator' },
  { oem_id: 'acme', user_name: 'acme-viewer', role_ids: [12], parent: 'acme-root', is: 'tenant viewer' },
  { oem_id: 'acme', user_name: 'acme-support', role_ids: [2], is: 'platform operations: approves domains' },
  { oem_id: 'acme', user_name: 'acme-auditor', role_ids: [3], is: 'platform auditor' },
  { oem_id: 'borealis', user_name: 'borealis-root', role_ids: [10], is: 'tenant administrator of another brand' },
  { oem_id: 'borealis', user_name: 'borealis-support', role_ids: [2], is: 'platform operations of that brand' },
];

/** Accounts that the tenant makes itself. */
export const COLLEAGUES = [
  { user_name: 'acme-oncall', nick_name: 'On call', role_ids: [11], locked: 0 },
  { user_name: 'acme-reports', nick_name: '报表', role_ids: [12], locked: 0 },
  { user_name: 'acme-agency', nick_name: 'Agency of last year', role_ids: [12], locked: 1 },
] as const;

/** Keys of the tenant's administrator, and what is called with them; one call of the second is beyond its scopes. */
export const KEYS = [
  {
    name: 'Deployment pipeline',
    scopes: ['guard.domain.list', 'guard.domain.view', 'guard.policy.list'],
    expires_in_days: 365,
    calls: ['/api/guard/domains', '/api/guard/policies', '/api/guard/domains?size=5'],
  },
  {
    name: 'Certificate watch',
    scopes: ['guard.cert.list'],
    expires_in_days: 20,
    calls: ['/api/guard/certs', '/api/guard/certs/expiring', '/api/guard/domains'],
  },
  { name: 'Reports', scopes: ['analytics.overview.view'], expires_in_days: 90, calls: ['/api/analytics/overview'] },
  { name: 'Migration, finished', scopes: ['guard.domain.list'], expires_in_days: 30, calls: [], revoked: true },
] as const;

export function provision(password: string) {
  return {
    oems: [
      { oem_id: 'acme', name: 'Acme Cloud', hostnames: ['acme.localhost'] },
      { oem_id: 'borealis', name: 'Borealis', hostnames: ['borealis.localhost'] },
    ],
    users: ACCOUNTS.map(({ is: _is, ...user }) => ({ ...user, password })),
    nodes: [
      { node_id: 'hk-1', name: 'Hong Kong 1', machine_room: 'hk', ip_addr: '203.0.113.10', ipv6: false, line: 1 },
      { node_id: 'sg-1', name: 'Singapore 1', machine_room: 'sg', ip_addr: '203.0.113.20', ipv6: true, line: 1 },
      { node_id: 'fra-1', name: 'Frankfurt 1', machine_room: 'fra', ip_addr: '203.0.113.30', ipv6: true, line: 2 },
    ],
    allocations: [
      { oem_id: 'acme', user_name: 'acme-root', node_ids: ['hk-1', 'sg-1', 'fra-1'] },
      { oem_id: 'borealis', user_name: 'borealis-root', node_ids: ['fra-1'] },
    ],
    plans: PLANS,
    subscriptions: [
      { oem_id: 'acme', user_name: 'acme-root', plan_id: PLAN_IDS.business },
      { oem_id: 'borealis', user_name: 'borealis-root', plan_id: PLAN_IDS.starter },
    ],
  };
}

const PLAN_IDS = {
  starter: '0d3c5f8e-0a44-4c57-9d0e-6a3c1b2f7a10',
  business: '6f1c27ab-93d5-4e0b-8a1d-2f70c4d95b33',
  enterprise: 'c2b7e5d1-4f3a-4b86-9e0c-7d15a8f60b24',
};

/** The tenant's own has little room for domains left. */
const PLANS = [
  {
    ...{ plan_id: PLAN_IDS.starter, name: 'Starter', scene: 'One site', prod_type: 2, price: 29, valid: 30, level: 1 },
    ...{ open_status: true, content: { max_domains: 3, max_rules: 20, max_list_entries: 1_000, event_days: 7 } },
  },
  {
    ...{
      plan_id: PLAN_IDS.business,
      name: 'Business',
      scene: 'Shops and APIs',
      prod_type: 2,
      price: 199,
      valid: 30,
      level: 2,
    },
    ...{ open_status: true, content: { max_domains: 10, max_rules: 200, max_list_entries: 50_000, event_days: 30 } },
  },
  {
    ...{
      plan_id: PLAN_IDS.enterprise,
      name: 'Enterprise',
      scene: 'Whole companies',
      prod_type: 2,
      price: 1_990,
      valid: 365,
    },
    ...{ level: 3, content: { max_list_entries: 1_000_000, event_days: 90 } },
  },
];

export const POLICIES = [
  { by: 'acme-root', name: 'Strict retail', comment: 'Shop and checkout: block first, ask later' },
  { by: 'acme-root', name: 'API baseline', comment: 'Machine clients, no captcha' },
  { by: 'acme-root', name: 'Content sites', comment: 'Mostly static pages' },
  { by: 'acme-child', name: 'Login guard', comment: 'Sign-in pages' },
  { by: 'borealis-root', name: 'Payments', comment: '' },
];

const origin = (addr: string, port = 443, weight = 1) => ({
  addr,
  port,
  protocol: port === 443 ? 'https' : 'http',
  weight,
});

export const DOMAINS = [
  {
    by: 'acme-root',
    domain: 'shop.example.com',
    asset_name: 'Storefront',
    policy: 'Strict retail',
    audit_status: 4,
    node_ids: ['hk-1', 'sg-1'],
    src_sites: [origin('198.51.100.11'), origin('198.51.100.12', 443, 2)],
  },
  {
    by: 'acme-root',
    domain: 'api.example.com',
    asset_name: 'Public API',
    policy: 'API baseline',
    audit_status: 4,
    node_ids: ['hk-1', 'fra-1'],
    src_sites: [origin('198.51.100.21')],
  },
  {
    by: 'acme-root',
    domain: 'www.example.com',
    asset_name: 'Corporate site',
    policy: 'Content sites',
    audit_status: 4,
    node_ids: ['sg-1'],
    src_sites: [origin('198.51.100.31', 80)],
  },
  {
    by: 'acme-child',
    domain: 'blog.example.org',
    asset_name: 'Engineering blog',
    policy: 'Login guard',
    audit_status: 4,
    node_ids: ['fra-1'],
    src_sites: [origin('origin.example.org')],
  },
  {
    by: 'acme-child',
    domain: 'login.example.org',
    asset_name: 'Single sign-on',
    policy: 'Login guard',
    audit_status: 2,
    src_sites: [origin('198.51.100.7'), origin('198.51.100.8')],
  },
  {
    by: 'acme-root',
    domain: '例子.example.com',
    asset_name: '中文站点',
    policy: 'Content sites',
    audit_status: 2,
    src_sites: [origin('198.51.100.41')],
  },
  {
    by: 'acme-root',
    domain: 'docs.example.net',
    asset_name: 'Documentation',
    policy: 'Content sites',
    audit_status: 1,
    src_sites: [origin('198.51.100.51', 80)],
  },
  {
    by: 'acme-child',
    domain: '*.campaign.example.net',
    asset_name: 'Campaign sites',
    policy: 'Login guard',
    audit_status: 1,
    src_sites: [origin('198.51.100.61')],
  },
  {
    by: 'acme-root',
    domain: 'intl.example.org',
    asset_name: 'International site',
    policy: 'Strict retail',
    audit_status: 3,
    reason: {
      'zh-CN': '源站 2001:db8:40::1f 无法连接。请对节点开放 443 端口后重新提交。',
      'en-US': 'The origin 2001:db8:40::1f takes no connections. Open port 443 to the nodes, then apply again.',
    },
    src_sites: [origin('2001:db8:40::1f')],
  },
  {
    by: 'borealis-root',
    domain: 'pay.example.net',
    asset_name: 'Payments',
    policy: 'Payments',
    audit_status: 4,
    node_ids: ['fra-1'],
    src_sites: [origin('192.0.2.11')],
  },
  {
    by: 'borealis-root',
    domain: 'status.example.net',
    asset_name: 'Status page',
    policy: 'Payments',
    audit_status: 1,
    src_sites: [origin('192.0.2.21', 80)],
  },
];

/** Certificates of the company: one that ends soon, one that has ended, one for browsers that speak SM2. */
export const CERTS = [
  {
    by: 'acme-root',
    name: 'Storefront and API',
    kind: 'ec',
    names: ['shop.example.com', 'api.example.com'],
    starts: -350,
    ends: 15,
    bind: ['shop.example.com'],
  },
  {
    by: 'acme-root',
    name: 'Corporate site, last year',
    kind: 'ec',
    names: ['www.example.com', 'example.com'],
    starts: -400,
    ends: -35,
    bind: [],
  },
  {
    by: 'acme-root',
    name: '国密站点',
    kind: 'sm2',
    names: ['www.example.com'],
    starts: -30,
    ends: 335,
    bind: ['www.example.com'],
  },
] as const;
