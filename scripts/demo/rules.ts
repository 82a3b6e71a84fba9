/** What decides about the company's traffic: rules, lists with their addresses, WAF rule groups and port forwards. */

type Match = { field: string; op: string; data: string };

const path = (data: string, op = 'prefix'): Match => ({ field: 'path', op, data });

/** By which of the rate limits the captured traffic was limited. */
export const LIMITED_BY = { policy: 'API baseline', name: 'API quota' };

export const CC_RULES = [
  {
    policy: 'Strict retail',
    name: 'Storefront rate',
    matches: [path('/')],
    limit: { threshold: 120, period: 60, scope: 'ip' },
    action: { action_type: 'limit', duration: 60 },
  },
  {
    policy: 'Strict retail',
    name: 'Sign-in attempts',
    describe: 'More than a person makes',
    matches: [path('/login'), { field: 'method', op: 'eq', data: 'POST' }],
    limit: { threshold: 10, period: 60, scope: 'ip' },
    action: { action_type: 'captcha', duration: 600 },
  },
  {
    ...LIMITED_BY,
    matches: [path('/')],
    limit: { threshold: 600, period: 60, scope: 'ip' },
    action: { action_type: 'limit', duration: 60 },
  },
  {
    policy: 'Content sites',
    name: 'Search pages',
    matches: [path('/search')],
    limit: { threshold: 30, period: 60, scope: 'ip_uri' },
    action: { action_type: 'monitor' },
  },
];

/** In this order none has the number of a rate limit of its policy, by which events name either. */
export const ACL_RULES = [
  {
    policy: 'API baseline',
    name: 'No browsers',
    matches: [{ field: 'header:sec-fetch-mode', op: 'exists', data: '' }],
    action: { action_type: 'monitor' },
  },
  {
    policy: 'Content sites',
    name: 'Old tools',
    matches: [{ field: 'user_agent', op: 'regex', data: '(?i)(sqlmap|nikto|masscan)' }],
    action: { action_type: 'block', content: 'Not here.' },
  },
  {
    policy: 'Content sites',
    name: 'Uptime monitor',
    matches: [{ field: 'ip', op: 'in', data: '192.0.2.80, 2001:db8:80::/64' }],
    action: { action_type: 'allow' },
  },
  {
    policy: 'Strict retail',
    name: 'Admin only from the office',
    describe: '办公网络以外不可访问',
    matches: [path('/admin'), { field: 'ip', op: 'not_in', data: '203.0.113.0/24' }],
    action: { action_type: 'block' },
  },
];

/** Their numbers are those of the rule set, by which the captured events name what matched. */
export const WAF_GROUPS = [
  {
    policy: 'Strict retail',
    name: 'SQL injection',
    rule_id: 942_100,
    describe: 'Forms and search',
    rules: [{ zone: 'ARGS', pattern_type: 5, pattern: '(?i)union\\s+(all\\s+)?select' }],
  },
  {
    policy: 'Strict retail',
    name: 'Java classes',
    rule_id: 944_130,
    sub_rule_condition: 1,
    rules: [
      { zone: 'ARGS', pattern: 'java.lang.' },
      { zone: 'HEADER', sub_field: 'Content-Type', pattern: 'ognl' },
    ],
  },
  {
    policy: 'API baseline',
    name: 'Script in parameters',
    rule_id: 941_100,
    action: 2,
    rules: [{ zone: 'ARGS', pattern_type: 5, pattern: '(?i)<script' }],
  },
  {
    policy: 'Content sites',
    name: 'Commands in parameters',
    rule_id: 932_140,
    action: 3,
    rules: [{ zone: 'ARGS', pattern_type: 5, pattern: '(?i)\\bfor\\b.+\\bdo\\b' }],
  },
];

/** Addresses of the networks reserved for examples and benchmarks, so that no list names anybody. */
const benchmark = (from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `198.18.${(from + i) >> 8}.${(from + i) & 255}`);

export const LISTS = [
  {
    policy: 'Strict retail',
    name: 'Known scanners',
    ip_set_type: 1,
    describe: 'From the feed',
    ips: benchmark(0, 4_000),
  },
  { policy: 'Strict retail', name: '办公网络', ip_set_type: 2, ips: ['203.0.113.0/24', '2001:db8:40::/48'] },
  { policy: 'API baseline', name: 'Partners', ip_set_type: 2, ips: ['192.0.2.0/28', '192.0.2.64', '192.0.2.65'] },
  { policy: '', name: 'Suspicious, under review', ip_set_type: 3, ips: benchmark(20_000, 300) },
];

export const FORWARDS = [
  {
    domain: 'shop.example.com',
    port: 25_565,
    node_ipaddrs: '198.51.100.11,198.51.100.12',
    describe: 'Stock terminals',
    src_setting: { port: 9100, balance: 'least_conn' },
    adv_settings: { connect_timeout: 3, idle_timeout: 600, proxy_protocol: true },
  },
  { domain: 'api.example.com', schema: 4, port: 5060, node_ipaddrs: '198.51.100.21', describe: '电话' },
  {
    domain: 'www.example.com',
    port: 2222,
    node_ipaddrs: '198.51.100.31',
    status: 1,
    describe: 'Editors, switched off',
  },
];

/** Brute-force rules of domains. */
export const SIGN_INS = [
  {
    domain: 'shop.example.com',
    name: 'Shop sign-in',
    uri: '/login',
    rate: 10,
    action: { type: 'block', duration: 600 },
  },
  {
    domain: 'api.example.com',
    name: 'Token',
    uri: '/oauth/token',
    rate: 30,
    action: { type: 'monitor', duration: 60 },
  },
];

/** What is to be told; without a domain, of all of them. */
export const ALERT_RULES = [
  {
    domain: 'shop.example.com',
    name: 'Shop answers with errors',
    metric: 'share_5xx',
    threshold: 5,
    min_volume: 10,
    window_minutes: 30,
  },
  {
    domain: 'api.example.com',
    name: 'API is slow',
    metric: 'latency_mean',
    threshold: 100,
    min_volume: 5,
    window_minutes: 30,
  },
  { name: 'Errors anywhere', metric: 'share_5xx', threshold: 3, min_volume: 10, window_minutes: 60 },
  { name: 'Attack wave', metric: 'blocked', threshold: 50, window_minutes: 15 },
  { name: 'Unusual traffic', policy_type: 'spike', metric: 'requests', deviations: 4, window_minutes: 30 },
];
