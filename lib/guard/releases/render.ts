import { createHash } from 'node:crypto';
import { groupedBy } from '@/lib/db/grouped';
import type { Tx } from '@/lib/db/store';
import { rulesOf } from '@/lib/guard/brute-force/repository';
import { settingsOf } from '@/lib/guard/domains/repository';
import { readable } from '@/lib/guard/domains/settings';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { NODE_NORMAL } from '@/lib/guard/domains/tables';
import type { OriginGroup } from '@/lib/guard/origin-groups/contract';
import { groupsOf } from '@/lib/guard/origin-groups/members';

/** A configuration as text in one written form, and its SHA-256. */
export type Rendered = { config: string; hash: string };

/**
 * All that a node needs to serve each of these domains, by domain_id; private keys apart: nodes fetch those by
 * certificate id, so that no release holds one. Locked nodes are left out. Every part is read for all at once.
 */
export async function renderDomains(tx: Tx, rows: readonly DomainRow[]): Promise<Map<string, Rendered>> {
  const ids = rows.map((row) => row.domain_id);
  const settings = await settingsOf(tx, ids);
  const policies = await readPolicies(tx, rows);
  const certificates = await readCertificates(tx, ids);
  const nodes = await readNodes(tx, ids);
  const groups = await groupsOf(tx, settings);
  const rules = await rulesOf(tx, ids);
  const render = ({ domain_id, domain, cname, mode, auto_cert, policy_id }: DomainRow) => {
    const serving = nodes.get(domain_id)?.map((node) => node.node_id) ?? [];
    return rendered({
      domain_id,
      domain,
      cname,
      mode,
      auto_cert: auto_cert !== 0,
      policy: policies.get(policy_id),
      settings: readable(settings.get(domain_id) ?? {}),
      certificates: certificates.get(domain_id)?.map(({ domain_id: _, ...certificate }) => certificate) ?? [],
      nodes: serving,
      origin_groups: (groups.get(domain_id) ?? []).map((group) => toGroup(group, serving)),
      brute_force_rules: rules.get(domain_id) ?? [],
    });
  };
  return new Map(rows.map((row) => [row.domain_id, render(row)]));
}

/** What tells nodes to forget a domain. */
export const renderRemoval = ({ domain_id, domain }: DomainRow): Rendered =>
  rendered({ domain_id, domain, removed: true });

async function readPolicies(tx: Tx, rows: readonly DomainRow[]) {
  const policy_ids = [...new Set(rows.map((row) => row.policy_id))];
  const policies = await tx
    .selectFrom('policies')
    .select(['policy_id', 'name', 'default_main_rule_version'])
    .where('policy_id', 'in', policy_ids)
    .execute();
  return new Map(policies.map((policy) => [policy.policy_id, policy]));
}

/** The latest binding first. */
async function readCertificates(tx: Tx, domain_ids: readonly string[]) {
  const rows = await tx
    .selectFrom('certificate_bindings')
    .innerJoin('certificates', 'certificates.id', 'certificate_bindings.cert_id')
    .select(['certificate_bindings.domain_id', 'certificates.id', 'certificates.certificate_type'])
    .select(['certificates.expired_at', 'certificates.cert', 'certificates.sign_cert'])
    .where('certificate_bindings.domain_id', 'in', domain_ids)
    .orderBy('certificate_bindings.id', 'desc')
    .execute();
  return groupedBy(rows, (row) => row.domain_id);
}

async function readNodes(tx: Tx, domain_ids: readonly string[]) {
  const rows = await tx
    .selectFrom('domain_nodes')
    .select(['domain_id', 'node_id'])
    .where('domain_id', 'in', domain_ids)
    .where('lock_status', '=', NODE_NORMAL)
    .orderBy('node_id')
    .execute();
  return groupedBy(rows, (row) => row.domain_id);
}

const toGroup = ({ group_id, name, node_list, src_list }: OriginGroup, serving: readonly string[]) => ({
  group_id,
  name,
  node_ids: node_list.map((node) => node.node_id).filter((node_id) => serving.includes(node_id)),
  src_ips: src_list.map((source) => source.src_ip),
});

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
