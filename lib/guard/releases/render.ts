import { createHash } from 'node:crypto';
import type { Tx } from '@/lib/db/store';
import { listRules } from '@/lib/guard/brute-force/repository';
import { listDomainCerts } from '@/lib/guard/certs/repository';
import { readSettings } from '@/lib/guard/domains/repository';
import { readable, type Settings } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { NODE_NORMAL } from '@/lib/guard/domains/tables';
import { readGroups } from '@/lib/guard/origin-groups/members';

/** A configuration as text in one written form, and its SHA-256. */
export type Rendered = { config: string; hash: string };

/**
 * All that a node needs to serve a domain, private keys apart: nodes fetch those by certificate id, so that no
 * release holds one. Locked nodes are left out.
 */
export async function renderDomain(tx: Tx, row: DomainRow): Promise<Rendered> {
  const { domain_id, domain, cname, mode } = row;
  const settings = await readSettings(tx, domain_id);
  const nodes = await readNodes(tx, domain_id);
  return rendered({
    domain_id,
    domain,
    cname,
    mode,
    auto_cert: row.auto_cert !== 0,
    policy: await readPolicy(tx, row.policy_id),
    settings: readable(settings),
    certificates: await readCertificates(tx, domain_id),
    nodes,
    origin_groups: await readOriginGroups(tx, domain_id, settings, nodes),
    brute_force_rules: await listRules(tx, domain_id),
  });
}

/** What tells nodes to forget a domain. */
export const renderRemoval = ({ domain_id, domain }: DomainRow): Rendered =>
  rendered({ domain_id, domain, removed: true });

async function readPolicy(tx: Tx, policy_id: string) {
  return tx
    .selectFrom('policies')
    .select(['policy_id', 'name', 'default_main_rule_version'])
    .where('policy_id', '=', policy_id)
    .executeTakeFirstOrThrow();
}

async function readCertificates(tx: Tx, domain_id: string) {
  const rows = await listDomainCerts(tx, domain_id);
  return rows.map(({ id, certificate_type, cert, sign_cert, expired_at }) => ({
    id,
    certificate_type,
    expired_at,
    cert,
    sign_cert,
  }));
}

async function readNodes(tx: Tx, domain_id: string) {
  const rows = await tx
    .selectFrom('domain_nodes')
    .select('node_id')
    .where('domain_id', '=', domain_id)
    .where('lock_status', '=', NODE_NORMAL)
    .orderBy('node_id')
    .execute();
  return rows.map((row) => row.node_id);
}

async function readOriginGroups(tx: Tx, domain_id: string, settings: Settings, serving: readonly string[]) {
  const groups = await readGroups(tx, domain_id, settings);
  return groups.map(({ group_id, name, node_list, src_list }) => ({
    group_id,
    name,
    node_ids: node_list.map((node) => node.node_id).filter((node_id) => serving.includes(node_id)),
    src_ips: src_list.map((source) => source.src_ip),
  }));
}

function rendered(config: object): Rendered {
  const text = JSON.stringify(sorted(config));
  return { config: text, hash: createHash('sha256').update(text).digest('hex') };
}

/** Keys in one order, so that equal configurations are equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}
