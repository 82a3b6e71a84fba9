import { rulesOf } from '@/lib/analytics/alert-rules/repository';
import { ALERT_RULE } from '@/lib/analytics/alert-rules/vocabulary';
import type { Cascade } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { findHold } from '@/lib/guard/approvals/repository';
import { ruleTable } from '@/lib/guard/brute-force/table';
import { forwardsOf } from '@/lib/guard/forwards/repository';
import { FORWARD } from '@/lib/guard/forwards/vocabulary';
import { listAssigned } from '@/lib/guard/nodes/repository';
import { readGroups } from '@/lib/guard/origin-groups/members';
import type { Settings } from './settings';

/** What ends with a domain beside its own columns and settings, under the types and ids its own endpoints record. */
export async function partsOf(tx: Tx, domain_id: string, settings: Settings): Promise<Cascade[]> {
  const rules = (await ruleTable.ofAll(tx, [domain_id])).get(domain_id) ?? [];
  const forwards = (await forwardsOf(tx, [domain_id])).get(domain_id) ?? [];
  const alertRules = (await rulesOf(tx, [domain_id])).get(domain_id) ?? [];
  const nodes = await listAssigned(tx, domain_id);
  const groups = await readGroups(tx, domain_id, settings);
  const decision = await findHold(tx, domain_id);
  return [
    ...rules.map((rule) => ({ type: 'brute_force_rule', id: String(rule.id), before: rule })),
    ...forwards.map((forward) => ({ type: FORWARD, id: String(forward.id), before: forward })),
    ...alertRules.map((rule) => ({ type: ALERT_RULE, id: String(rule.id), before: rule })),
    { type: 'origin_group', id: domain_id, before: { groups } },
    ...(nodes.length > 0
      ? [{ type: 'domain_nodes', id: domain_id, before: { nodes: nodes.map(({ node_id }) => node_id) } }]
      : []),
    ...(decision ? [{ type: 'approval', id: domain_id, before: decision }] : []),
  ];
}
