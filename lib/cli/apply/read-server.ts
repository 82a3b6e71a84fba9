import { EXIT, Failure } from '../client/failure';
import { send, type Target, textOf } from '../client/server';
import { call, permitted, rowsOf, type Tell, type Unread } from './api';
import { type Certificates, certificatesOn } from './certificates';
import { fieldsOf, keyOf } from './documents';
import type { Addresses, Entry, Fields, Kind, Live, PartKind } from './entry';
import { readServing } from './serve';
import { AT_FIRST } from './serving';
import { applySayIn } from './texts';

/** Which objects are meant where a key sees those of several users: those of these; all of them where there are none. */
export type Owners = readonly string[];

/** What is there, and what may be referred to by name: the ids of all policies, and certificates. */
export type Existing = {
  entries: Entry[];
  policies: Map<string, string>;
  certificates: Certificates;
  /** What of domains is in no entry, since the key may not read it. */
  unread: Unread;
};

/** What a server has, of all kinds. Throws Failure where a policy or a domain is not known by its name alone. */
export async function readServer(target: Target, owners: Owners, tell: Tell): Promise<Existing> {
  const isMeant = ({ user_name }: Fields) => owners.length === 0 || owners.includes(String(user_name));
  const all = async (path: string) => (await rowsOf(target, path)).reverse();
  const policies = await all('/api/guard/policies');
  const lists = (await all('/api/guard/bwlist/sets')).filter((one) => !one.is_private);
  const domains = await all('/api/guard/domains');
  const unread: Unread = new Set();
  const schedules = await permitted(unread, 'dns', () => all('/api/guard/schedules/domains'));
  const certs = await permitted(unread, 'certificates', () => all('/api/guard/certs'));
  const listed: Listed = {
    target,
    unread,
    names: new Map(policies.map(({ policy_id, name }) => [policy_id, String(name)])),
    groups: by(await all('/api/guard/waf/rules'), 'policy_id'),
    forwards: by(await all('/api/guard/forwards'), 'domain_id'),
    certificates: certificatesOn(target, certs ?? []),
    modes: new Map(schedules?.map(({ domain_id, dns_group_type }) => [domain_id, dns_group_type])),
  };
  const reads = [
    ...policies.filter(isMeant).map((one) => () => readPolicy(listed, one)),
    ...lists.filter(isMeant).map((one) => () => readList(listed, one)),
    ...domains.filter(isMeant).map((one) => () => readDomain(listed, one)),
  ];
  const entries: Entry[] = [];
  for (const read of reads) {
    entries.push(await read());
    tell(entries.length, reads.length);
  }
  refuseSeveral(entries, target);
  const { names, certificates } = listed;
  return { entries, certificates, unread, policies: new Map([...names].map(([id, name]) => [name, String(id)])) };
}

/** What lists tell of all objects at once. */
type Listed = {
  target: Target;
  unread: Unread;
  /** Of policies by their ids. */
  names: ReadonlyMap<unknown, string>;
  groups: ReadonlyMap<unknown, Fields[]>;
  forwards: ReadonlyMap<unknown, Fields[]>;
  certificates: Certificates;
  /** Who answers for domains in DNS. */
  modes: ReadonlyMap<unknown, unknown>;
};

async function readPolicy({ target, groups }: Listed, policy: Fields): Promise<Entry> {
  const at = `/api/guard/policies/${policy.policy_id}`;
  const parts = {
    cc_rule: partsFrom('cc_rule', await rowsOf(target, `${at}/cc/rules`), 'rule_id', policy),
    acl_rule: partsFrom('acl_rule', await rowsOf(target, `${at}/acl/rules`), 'rule_id', policy),
    waf_group: partsFrom('waf_group', groups.get(policy.policy_id) ?? [], 'tag', policy),
  };
  return entryOf('policy', policy, 'policy_id', policy, parts);
}

async function readList({ target, names }: Listed, list: Fields): Promise<Entry> {
  const said = { ...list, policy: names.get(list.policy_id) ?? '' };
  return { ...entryOf('list', said, 'id', list), addresses: await addressesOf(target, list) };
}

async function readDomain(listed: Listed, domain: Fields): Promise<Entry> {
  const { target, unread, names, forwards, certificates, modes } = listed;
  const id = String(domain.domain_id);
  const [{ settings, services }, serving, brute_force_rules] = await Promise.all([
    settingsOf(target, id),
    readServing(target, certificates, id, unread),
    permitted(unread, 'brute_force_rules', () => rulesOf(target, id)),
  ]);
  const parts = {
    ...(brute_force_rules && {
      brute_force_rule: partsFrom('brute_force_rule', brute_force_rules, 'id', domain),
    }),
    forward: partsFrom('forward', forwards.get(domain.domain_id) ?? [], 'id', domain),
  };
  const target_mode = modes.get(domain.domain_id) ?? AT_FIRST.dns.target_mode;
  const dns = serving.dns && { dns: { ...serving.dns, target_mode } };
  const said = { ...domain, policy: names.get(domain.policy_id) ?? '', settings, ...serving, ...dns };
  const entry = entryOf('domain', said, 'domain_id', domain, parts);
  return { ...entry, live: { ...(entry.live as Live), services } };
}

/** Brute-force rules of a domain, which have no pages. */
async function rulesOf(target: Target, domain_id: string): Promise<Fields[]> {
  const answer = await call(target, 'GET', `/api/guard/domains/${domain_id}/brute-force/rules`);
  return (answer as { list: Fields[] }).list;
}

/** Settings of a domain as a file has them, and the ids of its services in their order. */
export async function settingsOf(target: Target, domain_id: string) {
  const { settings } = (await call(target, 'GET', `/api/guard/domains/${domain_id}/settings`)) as {
    settings: Record<string, string>;
  };
  const said = Object.fromEntries(Object.entries(settings).map(([key, text]) => [key, JSON.parse(text) as Fields]));
  const { services = [] } = (said.origin ?? {}) as { services?: Fields[] };
  const nameless = services.map(({ service_id: _id, ...rest }) => rest);
  return {
    settings: { ...said, origin: { ...said.origin, services: nameless } },
    services: services.map(({ service_id }) => String(service_id)),
  };
}

function entryOf(kind: Kind, said: Fields, id: string, owner: Fields, parts: Entry['parts'] = {}): Entry {
  const fields = fieldsOf(kind, said);
  const live: Live = { id: String(said[id]), owner: String(owner.user_name), utime: Number(said.utime) };
  return { kind, key: keyOf(kind, fields), fields, parts, live };
}

const partsFrom = (kind: PartKind, rows: Fields[], id: string, owner: Fields): Entry[] =>
  rows.map((row) => entryOf(kind, row, id, owner)).sort((a, b) => Number(a.live?.id) - Number(b.live?.id));

function by(rows: readonly Fields[], id: string): Map<unknown, Fields[]> {
  const groups = new Map<unknown, Fields[]>();
  for (const row of rows) {
    const own = groups.get(row[id]);
    if (own) own.push(row);
    else groups.set(row[id], [row]);
  }
  return groups;
}

/** All addresses of a list, from its CSV, which is one request however many they are. */
async function addressesOf(target: Target, { id, count }: Fields): Promise<Addresses> {
  const found = new Map<string, boolean>();
  if (count === 0) return found;
  const response = await send(target, 'GET', `/api/guard/bwlist/sets/${id}/ips/export?format=csv`, undefined, true);
  if (!response.ok) await call(target, 'GET', `/api/guard/bwlist/sets/${id}`);
  const [, ...rows] = (await textOf(target, response)).split('\n');
  for (const row of rows) {
    const [, address, status] = /^"([^"]+)","(true|false)"/.exec(row) ?? [];
    if (address !== undefined) found.set(address, status === 'true');
  }
  return found;
}

function refuseSeveral(entries: readonly Entry[], { language }: Target): void {
  const seen = new Set<string>();
  for (const { kind, key } of entries) {
    const name = `${kind} ${key}`;
    if (kind !== 'list' && seen.has(name)) throw new Failure(EXIT.usage, applySayIn(language)('several', { name }));
    seen.add(name);
  }
}
