import { groupedBy } from '@/lib/db/grouped';
import type { Db } from '@/lib/db/store';
import type { Delivered, Rendering } from '@/lib/delivery/artefact';
import { ruleTable } from '@/lib/guard/brute-force/table';
import { CERT } from '@/lib/guard/certs/vocabulary';
import type { Forward } from '@/lib/guard/forwards/contract';
import { forwardsOf } from '@/lib/guard/forwards/repository';
import type { OriginGroup } from '@/lib/guard/origin-groups/contract';
import { groupsOf, settled } from '@/lib/guard/origin-groups/members';
import { POLICY } from '@/lib/guard/policies/vocabulary';
import { APPROVED } from './contract';
import { settingsOf } from './repository';
import { readable } from './settings';
import { type DomainRow, NODE_NORMAL } from './tables';
import { DOMAIN } from './vocabulary';

/**
 * A domain as nodes serve it. Its policy and certificates are named, not copied, so that a change of theirs is rendered once. A locked node is left out, and keeps what it has. Only approved domains are delivered (spec 3).
 */
export const artefact: Delivered = {
  kind: DOMAIN,
  async render(db, domain_ids) {
    const rows = await db.selectFrom('domains').selectAll().where('domain_id', 'in', domain_ids).execute();
    const renderings = new Map<string, Rendering | 'unready'>(rows.map((row) => [row.domain_id, 'unready']));
    const approved = rows.filter((row) => row.audit_status === APPROVED);
    if (approved.length === 0) return renderings;
    const parts = await readParts(db, approved);
    for (const row of approved) renderings.set(row.domain_id, render(row, parts));
    return renderings;
  },
};

/** What belongs to these domains, each part read for all at once. */
async function readParts(db: Db, rows: readonly DomainRow[]) {
  const ids = rows.map((row) => row.domain_id);
  const settings = await settingsOf(db, ids);
  const [certificates, nodes] = await Promise.all([readCertificates(db, ids), readNodes(db, ids)]);
  const [rules, forwards] = [await ruleTable.ofAll(db, ids), await forwardsOf(db, ids)];
  return { settings, certificates, nodes, groups: await groupsOf(db, settings), rules, forwards };
}

function render(row: DomainRow, parts: Awaited<ReturnType<typeof readParts>>): Rendering {
  const { domain_id, domain, cname, mode, auto_cert, policy_id } = row;
  const bound = parts.nodes.get(domain_id) ?? [];
  const nodes = bound.filter((node) => node.lock_status === NODE_NORMAL).map((node) => node.node_id);
  const locked = bound.filter((node) => node.lock_status !== NODE_NORMAL).map((node) => node.node_id);
  const certificates = parts.certificates.get(domain_id) ?? [];
  const content = {
    domain_id,
    domain,
    cname,
    mode,
    auto_cert: auto_cert !== 0,
    policy_id,
    settings: readable(parts.settings.get(domain_id) ?? {}),
    certificates: certificates.map(({ id, certificate_type }) => ({ id, certificate_type })),
    nodes,
    origin_groups: settled(parts.groups.get(domain_id) ?? []).map((group) => toGroup(group, nodes)),
    brute_force_rules: parts.rules.get(domain_id) ?? [],
    forwards: (parts.forwards.get(domain_id) ?? []).map(toListener),
  };
  const refers = [
    { kind: POLICY, object_id: policy_id },
    ...certificates.map(({ id }) => ({ kind: CERT, object_id: String(id) })),
  ];
  return { label: domain, content, refers, nodes, locked };
}

/** The latest binding first. */
async function readCertificates(db: Db, domain_ids: readonly string[]) {
  const rows = await db
    .selectFrom('certificate_bindings')
    .innerJoin('certificates', 'certificates.id', 'certificate_bindings.cert_id')
    .select(['certificate_bindings.domain_id', 'certificates.id', 'certificates.certificate_type'])
    .where('certificate_bindings.domain_id', 'in', domain_ids)
    .orderBy('certificate_bindings.id', 'desc')
    .execute();
  return groupedBy(rows, (row) => row.domain_id);
}

async function readNodes(db: Db, domain_ids: readonly string[]) {
  const rows = await db
    .selectFrom('domain_nodes')
    .select(['domain_id', 'node_id', 'lock_status'])
    .where('domain_id', 'in', domain_ids)
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

/** What nodes listen on. A note about it is not theirs to know. */
function toListener(forward: Forward) {
  const { id, schema, port, node_ipaddrs, status, src_setting, adv_settings, node_setting, dev_setting } = forward;
  return { id, schema, port, node_ipaddrs, status, src_setting, adv_settings, node_setting, dev_setting };
}
