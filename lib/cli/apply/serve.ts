import type { Target } from '../client/server';
import { call, permitted, type Unread } from './api';
import type { Certificates } from './certificates';
import type { Serving } from './serving';

type Dns = Serving['dns'];
type Group = Serving['origin_groups'][number];
type ServerGroup = {
  group_id: number;
  name: string;
  is_default: boolean;
  node_list: { node_id: string }[];
  src_list: { src_ip: string }[];
};

const UNLOCKED = 1;
const LOCKED = 2;
/** Nodes that one request assigns. */
const MAX_NODES = 100;

const pathOf = (domain_id: string) => `/api/guard/domains/${domain_id}`;

/** What a domain is served with, as far as the key may read it. Who answers in DNS lists tell of all domains at once. */
export async function readServing(
  target: Target,
  certificates: Certificates,
  domain_id: string,
  unread: Unread,
): Promise<Partial<Serving>> {
  const [names, locks, groups, config] = await Promise.all([
    permitted(unread, 'certificates', async () => {
      const bound = certificates.isEmpty ? [] : await boundTo(target, domain_id);
      return Promise.all(bound.map((id) => certificates.nameOf(id)));
    }),
    permitted(unread, 'nodes', () => locksOf(target, domain_id)),
    permitted(unread, 'origin_groups', () => groupsOf(target, domain_id)),
    permitted(unread, 'dns', () => configOf(target, domain_id)),
  ]);
  const idsOf = (isLocked: boolean) => [...(locks ?? [])].filter((one) => one[1] === isLocked).map(([id]) => id);
  return {
    ...(names && { certificates: names }),
    ...(locks && { nodes: idsOf(false).sort(), locked_nodes: idsOf(true).sort() }),
    ...(groups && { origin_groups: groups.map(({ group }) => group).sort((a, b) => (a.name < b.name ? -1 : 1)) }),
    ...(config && { dns: config }),
  };
}

/** How DNS of a domain switches, without what only the operator sets. */
async function configOf(target: Target, domain_id: string): Promise<Dns> {
  const config = (await call(target, 'GET', `${pathOf(domain_id)}/dns/advance/config`)) as Required<Dns>;
  const { auto_switch_case, auto_return_source, src_ipv6_check, default_ipv6_check } = config;
  return { auto_switch_case, auto_return_source, src_ipv6_check, default_ipv6_check };
}

/** Certificates of a domain, the one bound last first. */
async function boundTo(target: Target, domain_id: string): Promise<number[]> {
  const { certs = [] } = (await call(target, 'GET', pathOf(domain_id))) as { certs?: { id: number }[] };
  return certs.map(({ id }) => id);
}

/** Nodes of a domain, and whether they are locked. */
async function locksOf(target: Target, domain_id: string): Promise<Map<string, boolean>> {
  const { list } = (await call(target, 'GET', `${pathOf(domain_id)}/nodes`)) as {
    list: { node_id: string; lock_status: number }[];
  };
  return new Map(list.map(({ node_id, lock_status }) => [node_id, lock_status !== UNLOCKED]));
}

/** Origin groups of a domain that somebody made. */
async function groupsOf(target: Target, domain_id: string): Promise<{ group_id: number; group: Group }[]> {
  const { list } = (await call(target, 'GET', `${pathOf(domain_id)}/origin-groups`)) as { list: ServerGroup[] };
  return list
    .filter(({ is_default }) => !is_default)
    .map(({ group_id, name, node_list, src_list }) => ({
      group_id,
      group: {
        name,
        node_ids: node_list.map(({ node_id }) => node_id).sort(),
        src_ips: src_list.map(({ src_ip }) => src_ip).sort(),
      },
    }));
}

/**
 * Serves a domain with what its file says. Nodes go last, once neither a group nor DNS needs them any more, since those that leave
 * a group or an answer empty are refused.
 */
export async function serve(
  target: Target,
  all: Certificates,
  domain_id: string,
  { certificates, nodes, locked_nodes, origin_groups, dns }: Partial<Serving>,
): Promise<void> {
  if (certificates) await bind(target, domain_id, await Promise.all(certificates.map((name) => all.find(name))));
  if (dns) await configure(target, domain_id, dns);
  const before = nodes ? await locksOf(target, domain_id) : new Map<string, boolean>();
  const given = [
    ...(nodes ?? []).map((id) => [id, false] as const),
    ...(locked_nodes ?? []).map((id) => [id, true] as const),
  ];
  const wanted = new Map(given);
  await assign(target, domain_id, before, wanted);
  if (origin_groups) await regroup(target, domain_id, origin_groups);
  if (dns?.target_mode !== undefined) await switchTo(target, domain_id, dns.target_mode);
  for (const node_id of before.keys()) {
    if (!wanted.has(node_id)) await call(target, 'DELETE', `${pathOf(domain_id)}/nodes/${encodeURIComponent(node_id)}`);
  }
}

/** The certificates of a domain in this order, the one bound last first. Those that stay are not bound anew. */
async function bind(target: Target, domain_id: string, wanted: readonly number[]): Promise<void> {
  const before = await boundTo(target, domain_id);
  const oldest = before.toReversed();
  let after = 0;
  let isAnew = false;
  for (const id of wanted.toReversed()) {
    const place = oldest.indexOf(id, after);
    isAnew ||= place < 0;
    after = place + 1;
    if (isAnew) await call(target, 'POST', `/api/guard/certs/${id}/bind`, { domain_id });
  }
  for (const id of before) {
    if (!wanted.includes(id)) await call(target, 'DELETE', `/api/guard/certs/${id}/bind/${domain_id}`);
  }
}

/** All four settings are sent; of those that a file leaves out what is there. */
async function configure(target: Target, domain_id: string, { target_mode: _, ...dns }: Dns): Promise<void> {
  const before = await configOf(target, domain_id);
  const wanted = { ...before, ...dns };
  const isSame = JSON.stringify(wanted) === JSON.stringify(before);
  if (!isSame) await call(target, 'PUT', `${pathOf(domain_id)}/dns/advance/config`, wanted);
}

/** Nodes that come, and who is locked. What a file gives a domain answers for it where its nodes do. */
async function assign(
  target: Target,
  domain_id: string,
  before: ReadonlyMap<string, boolean>,
  wanted: ReadonlyMap<string, boolean>,
): Promise<void> {
  const at = `${pathOf(domain_id)}/nodes`;
  const come = [...wanted.keys()].filter((node_id) => !before.has(node_id));
  for (let i = 0; i < come.length; i += MAX_NODES) {
    await call(target, 'PUT', at, { node_ids: come.slice(i, i + MAX_NODES), enable_parse: true });
  }
  const turned = [...wanted].filter(([node_id, isLocked]) => isLocked !== (before.get(node_id) ?? false));
  // Somebody must always be there to answer.
  for (const [node_id, isLocked] of turned.sort((a, b) => Number(a[1]) - Number(b[1]))) {
    const lock_status = isLocked ? LOCKED : UNLOCKED;
    await call(target, 'PATCH', `${at}/${encodeURIComponent(node_id)}/lock`, { lock_status });
  }
}

/** A group cannot change, and takes its members from others: those that are not wanted as they are go before any is made. */
async function regroup(target: Target, domain_id: string, wanted: readonly Group[]): Promise<void> {
  const at = `${pathOf(domain_id)}/origin-groups`;
  const textOf = ({ name, node_ids, src_ips }: Group) => JSON.stringify([name, node_ids, src_ips]);
  const texts = new Set(wanted.map(textOf));
  const there = await groupsOf(target, domain_id);
  const stay = new Set(there.map(({ group }) => textOf(group)).filter((text) => texts.has(text)));
  for (const { group, group_id } of there) {
    if (!stay.has(textOf(group))) await call(target, 'DELETE', `${at}/${group_id}`);
  }
  for (const group of wanted.filter((one) => !stay.has(textOf(one)))) await call(target, 'POST', at, group);
}

/** Who answers in DNS: the origins, or the nodes. */
async function switchTo(target: Target, domain_id: string, target_mode: number): Promise<void> {
  const at = `/api/guard/schedules/domains/${domain_id}`;
  const { dns_group_type } = (await call(target, 'GET', at)) as { dns_group_type: number };
  if (dns_group_type !== target_mode) await call(target, 'POST', `${at}/switch-mode`, { target_mode });
}
