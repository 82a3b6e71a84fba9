import { EXIT, Failure } from '../client/failure';
import { send, type Target, textOf } from '../client/server';
import { call, rowsOf } from './api';
import { fieldsOf, keyOf } from './documents';
import type { Addresses, Entry, Fields, Kind, Live, PartKind } from './entry';
import { applySayIn } from './texts';

/** Which objects are meant where a key sees those of several users: those of these; all of them where there are none. */
export type Owners = readonly string[];

/** What is there, and the ids of all policies that may be referred to by name. */
export type Existing = { entries: Entry[]; policies: Map<string, string> };

/** What a server has, of all kinds. Throws Failure where a policy or a domain is not known by its name alone. */
export async function readServer(target: Target, owners: Owners): Promise<Existing> {
  const isMeant = ({ user_name }: Fields) => owners.length === 0 || owners.includes(String(user_name));
  const all = async (path: string) => (await rowsOf(target, path)).reverse();
  const policies = await all('/api/guard/policies');
  const names = new Map(policies.map(({ policy_id, name }) => [policy_id, String(name)]));
  const groups = by(await all('/api/guard/waf/rules'), 'policy_id');
  const forwards = by(await all('/api/guard/forwards'), 'domain_id');
  const entries: Entry[] = [];

  for (const policy of policies.filter(isMeant)) {
    const at = `/api/guard/policies/${policy.policy_id}`;
    const parts = {
      cc_rule: partsFrom('cc_rule', await all(`${at}/cc/rules`), 'rule_id', policy),
      acl_rule: partsFrom('acl_rule', await all(`${at}/acl/rules`), 'rule_id', policy),
      waf_group: partsFrom('waf_group', groups.get(policy.policy_id) ?? [], 'tag', policy),
    };
    entries.push(entryOf('policy', policy, 'policy_id', policy, parts));
  }
  for (const list of (await all('/api/guard/bwlist/sets')).filter((one) => isMeant(one) && !one.is_private)) {
    const said = { ...list, policy: names.get(list.policy_id) ?? '' };
    entries.push({ ...entryOf('list', said, 'id', list), addresses: await addressesOf(target, list) });
  }
  for (const domain of (await all('/api/guard/domains')).filter(isMeant)) {
    const parts = { forward: partsFrom('forward', forwards.get(domain.domain_id) ?? [], 'id', domain) };
    const { settings, services } = await settingsOf(target, String(domain.domain_id));
    const said = { ...domain, policy: names.get(domain.policy_id) ?? '', settings };
    const entry = entryOf('domain', said, 'domain_id', domain, parts);
    entries.push({ ...entry, live: { ...(entry.live as Live), services } });
  }
  refuseSeveral(entries, target);
  return { entries, policies: new Map([...names].map(([id, name]) => [name, String(id)])) };
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
