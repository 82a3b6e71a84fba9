import { Openssl } from '@/lib/guard/certs/testing';
import { ACL, CC } from '@/lib/guard/rules/testing';
import type { AnyJson } from '../json';
import type { Visitor } from './visitor';

export const SHOP = 'shop.example.com';
export const ORIGIN = { addr: '192.0.2.1', port: 443, protocol: 'https' };
const STAFF = { as: 'acme-support' };

/** A policy with rules of each kind, and one that they are moved to. */
export async function policies(v: Visitor): Promise<string> {
  const { policy_id } = await v.call('guard.policies.create', { body: { name: 'Shops', comment: 'Sites that sell' } });
  const { policy_id: other } = await v.call('guard.policies.copy', { ids: [policy_id], body: { name: 'Campaigns' } });
  await v.call('guard.policies.edit', { ids: [policy_id], body: { comment: 'Sites that sell, also abroad' } });
  for (const { kind, rule } of [CC, ACL]) {
    const at = `guard.${kind}-rules`;
    const { rule_id } = await v.call(`${at}.create`, { ids: [policy_id], body: rule });
    await v.call(`${at}.edit`, { ids: [policy_id, rule_id], body: { ...rule, describe: 'Guessed passwords' } });
    await v.call(`${at}.status`, { ids: [policy_id, rule_id], body: { status: 1 } });
    await v.call(`${at}.view`, { ids: [policy_id, rule_id] });
    const spare = await v.call(`${at}.create`, { ids: [policy_id], body: { ...rule, name: 'Spare' } });
    await v.call(`${at}.move`, { ids: [policy_id, spare.rule_id], body: { policy_id: other } });
    await v.call(`${at}.remove`, { ids: [other, spare.rule_id] });
    const { matches } = rule;
    await v.call('guard.rule-preview.read', { ids: [policy_id], body: { kind, matches, ...limitOf(rule) } });
  }
  await v.call('guard.policies.remove', { ids: [other] });
  return policy_id;
}

const limitOf = (rule: object) => ('limit' in rule ? { limit: rule.limit } : {});

export async function wafGroups(v: Visitor, policy_id: string): Promise<void> {
  const rules = [{ zone: 'ARGS', sub_field: 'q', pattern_type: 5, pattern: '(?i)union\\s+select', describe: 'SQL' }];
  const made = await v.call('guard.waf-groups.create', { body: { name: 'Injection', policy_id, rules } });
  await v.call('guard.waf-groups.edit', { ids: [made.tag], body: { describe: 'SQL in searches' } });
  await v.call('guard.waf-groups.status', { ids: [made.tag], body: { status: 2 } });
  const spare = await v.call('guard.waf-groups.create', { body: { name: 'Spare', policy_id, rules } });
  await v.call('guard.waf-groups.remove', { ids: [spare.tag] });
}

export async function lists(v: Visitor, policy_id: string): Promise<void> {
  const body = { name: 'Partners', ip_set_type: 1 };
  const { id } = await v.call('guard.bwlist.create', { body });
  await v.call('guard.bwlist.edit', { ids: [id], body: { describe: 'Offices of partners' } });
  await v.call('guard.bwlist.bind', { ids: [id], body: { policy_id } });
  const { id: ip_id } = await v.call('guard.bwlist.add', { ids: [id], body: { ip_addr: '192.0.2.77' } });
  const ips = [{ ip_addr: '198.51.100.0/24' }, { ip_addr: '203.0.113.9' }];
  await v.call('guard.bwlist.addBatch', { ids: [id], body: { ips } });
  await v.call('guard.bwlist.known', { ids: [id], body: { ips: ['192.0.2.77', '192.0.2.78'] } });
  await v.call('guard.bwlist.setStatus', { ids: [ip_id], body: { status: false } });
  await v.call('guard.bwlist.setStatuses', { ids: [id], body: { ip_ids: [ip_id], status: true } });
  await v.call('guard.bwlist.search', { query: 'ip=192.0.2.77' });
  const { list } = await v.call('guard.bwlist.ips', { ids: [id] });
  const others = list.map((one: AnyJson) => one.id).filter((one: number) => one !== ip_id);
  await v.call('guard.bwlist.removeBatch', { ids: [id], body: { ip_ids: others.slice(0, 1) } });
  await v.call('guard.bwlist.removeIp', { ids: [others[1]] });
  const spare = await v.call('guard.bwlist.create', { body: { ...body, name: 'Spare' } });
  await v.call('guard.bwlist.remove', { ids: [spare.id] });
}

/** A domain that was approved and is on two nodes; others are refused, taken back and gone. */
export async function domains(v: Visitor, policy_id: string): Promise<string> {
  const create = async (domain: string) =>
    (await v.call('guard.domains.create', { body: { domain, policy_id, src_sites: [ORIGIN] } })).domain_id as string;
  const id = await create(SHOP);
  await v.call('guard.domains.audit', { ...STAFF, ids: [id], body: { audit_status: 4 } });
  await v.call('guard.domains.edit', { ids: [id], body: { asset_name: 'Shop' } });
  const refused = await create('blog.example.com');
  const reason = { 'en-US': 'Whose site is it?', 'zh-CN': '这是谁的网站？' };
  const decide = (domain_id: string) =>
    v.call('guard.approvals.decide', { ...STAFF, body: { domain_ids: [domain_id], audit_status: 3, reason } });
  await decide(refused);
  await v.call('guard.approvals.holds', STAFF);
  await v.call('guard.approvals.undo', { ...STAFF, ids: [refused] });
  await v.call('guard.domains.audit', { ...STAFF, ids: [refused], body: { audit_status: 3 } });
  await v.call('guard.approvals.reapply', { ids: [refused] });
  await v.call('guard.approvals.probe', { ...STAFF, ids: [refused] });
  await v.call('guard.approvals.dossier', { ...STAFF, ids: [refused] });
  await v.call('guard.probes.verify', { ids: [id] });
  const target = { domain: SHOP, protocol: 'https', origin_protocol: 'https', host: '127.0.0.1', port: 9 };
  await v.call('guard.probes.precheck', { body: { targets: [target] } });
  const spare = await create('old.example.com');
  await v.call('guard.domains.remove', { ids: [spare] });
  return id;
}

/** Nodes, origins, settings and guessing of a domain. */
export async function parts(v: Visitor, id: string): Promise<void> {
  const on = (operation: string, body?: unknown, ...more: unknown[]) =>
    v.call(operation, { ids: [id, ...more], ...(body === undefined ? {} : { body }) });
  await on('guard.nodes.assign', { node_ids: ['hk-1', 'fra-1'], enable_parse: true });
  await on('guard.nodes.lock', { lock_status: 2 }, 'fra-1');
  await on('guard.nodes.lock', { lock_status: 1 }, 'fra-1');
  await on('guard.nodes.assign', { node_ids: ['hk-1', 'fra-1', 'sgp-1'], enable_parse: true });
  await on('guard.nodes.remove', undefined, 'sgp-1');
  await v.call('guard.nodes.sync');
  const group = { name: 'Asia', node_ids: ['hk-1'], src_ips: [ORIGIN.addr] };
  await on('guard.origin-groups.create', group);
  const spare = await on('guard.origin-groups.create', { ...group, name: 'Spare' });
  await on('guard.origin-groups.remove', undefined, spare.group_id);
  const rule = { name: 'Sign-in', uri: '/login', rate: 5, rate_time: 60, req_time_unit: 'ReqUnit_1_PSec', level: 'ip' };
  const action = { type: 'captcha', duration: 300 };
  const guess = await on('guard.brute-force.create', { ...rule, action });
  await on('guard.brute-force.edit', { rate: 10 }, guess.id);
  const other = await on('guard.brute-force.create', { ...rule, action, name: 'Spare' });
  await on('guard.brute-force.remove', undefined, other.id);
  await on('guard.dns-config.edit', {
    ...{ auto_switch_case: 1, auto_return_source: 'CFGOPTION_2_ENABLE' },
    ...{ src_ipv6_check: 'CFGOPTION_1_DISABLE', default_ipv6_check: 'CFGOPTION_1_DISABLE' },
  });
  const { settings } = await on('guard.settings.view');
  await on('guard.settings.edit', { settings: { cache: settings.cache } });
  const [service] = JSON.parse(settings.origin).services;
  await on('guard.origins.status', { status: 2 }, service.service_id);
}

export async function certificates(v: Visitor, domain_id: string): Promise<void> {
  const openssl = new Openssl();
  try {
    const pair = openssl.pair({ subject: `/CN=${SHOP}`, names: [SHOP] });
    await v.call('guard.certs.inspect', { body: pair });
    const { id } = await v.call('guard.certs.create', { body: { name: 'Shop', ...pair } });
    await v.call('guard.certs.edit', { ids: [id], body: { name: 'Shop 2026' } });
    await v.call('guard.certs.bind', { ids: [id], body: { domain_id } });
    await v.call('guard.certs.unbind', { ids: [id, domain_id] });
    await v.call('guard.certs.bindByPath', { ids: [id, domain_id] });
    const spare = await v.call('guard.certs.create', { body: { name: 'Spare', ...pair } });
    await v.call('guard.certs.remove', { ids: [spare.id] });
  } finally {
    openssl.close();
  }
}

/** Ports that are forwarded to a domain's origin. */
export async function forwards(v: Visitor, domain_id: string): Promise<void> {
  const body = { domain: SHOP, domain_id, port: 25_565 };
  const { id } = await v.call('guard.forwards.create', { body });
  await v.call('guard.forwards.edit', { ids: [id], body: { describe: 'Game server' } });
  const spare = await v.call('guard.forwards.create', { body: { ...body, port: 25_566 } });
  await v.call('guard.forwards.remove', { ids: [spare.id] });
}

/** DNS records of a domain, made, repaired and switched. */
export async function schedules(v: Visitor, id: string): Promise<void> {
  const domain = (operation: string, body?: unknown) => v.call(`guard.schedules.${operation}`, { ids: [id], body });
  await domain('init', {});
  await v.settled();
  await domain('repair', {});
  await v.settled();
  const { list } = await domain('records');
  const record_ids = list.map((one: AnyJson) => one.record_id).slice(0, 1);
  await v.call('guard.schedules.batchStatus', { body: { record_ids, status: 2, comment: 'Opened again' } });
  await v.settled();
  await v.call('guard.schedules.preview', { ids: [id], query: 'operation=reset' });
  await v.call('guard.failover.view', { ids: [id] });
  await domain('switchMode', { target_mode: 2, comment: 'Maintenance' });
  await v.settled();
  await domain('reset', {});
  await v.settled();
}

/** The domain's own releases, the last compared with the first. */
export async function releases(v: Visitor, id: string): Promise<void> {
  const { list } = await v.call('guard.releases.list', { ids: [id] });
  const [last] = list.filter((one: AnyJson) => one.kind === 'domain');
  await v.call('guard.releases.view', { ids: [id, last.id] });
  await v.call('guard.releases.diff', { ids: [id, last.id] });
}
