import type { Cascade } from '@/lib/change/change';
import type { PartTable } from '@/lib/db/part-table';
import type { Db, Tx } from '@/lib/db/store';
import { ruleTable as aclRules } from '@/lib/guard/acl-rules/table';
import { ruleTable as ccRules } from '@/lib/guard/cc-rules/table';
import { enforced, type Rule } from '@/lib/guard/rules/rule';
import * as wafGroups from '@/lib/guard/waf-groups/part';

/** A kind of rule as part of a policy; `type` is what its own endpoints record. */
function kindOf<Part extends Rule>(type: string, table: PartTable<Part, 'rule_id'>) {
  const rulesOf = async (db: Db, policy_id: string) => (await table.ofAll(db, [policy_id])).get(policy_id) ?? [];
  return {
    async ended(tx: Tx, policy_id: string): Promise<Cascade[]> {
      return (await rulesOf(tx, policy_id)).map((rule) => ({ type, id: String(rule.rule_id), before: rule }));
    },
    /** In the order in which they were made, since nodes ask the older one first. */
    async copied(tx: Tx, from: string, to: string, now: number): Promise<Cascade[]> {
      const copies: Cascade[] = [];
      for (const { rule_id: _, ...rule } of (await rulesOf(tx, from)).reverse()) {
        const after = await table.insert(tx, to, { ...rule, ctime: now, utime: now });
        copies.push({ type, id: String(after.rule_id), before: null, after });
      }
      return copies;
    },
  };
}

const KINDS = [kindOf('cc_rule', ccRules), kindOf('acl_rule', aclRules), wafGroups];

/** What ends with a policy. */
export async function partsOf(tx: Tx, policy_id: string): Promise<Cascade[]> {
  const ended: Cascade[] = [];
  for (const kind of KINDS) ended.push(...(await kind.ended(tx, policy_id)));
  return ended;
}

/** Copies what a policy holds into another one. */
export async function copyParts(tx: Tx, from: string, to: string, now: number): Promise<Cascade[]> {
  const copied: Cascade[] = [];
  for (const kind of KINDS) copied.push(...(await kind.copied(tx, from, to, now)));
  return copied;
}

/** The rules of several policies as nodes enforce them. */
export async function enforcedRules(db: Db, policy_ids: readonly string[]) {
  const [cc, acl] = await Promise.all([ccRules.ofAll(db, policy_ids), aclRules.ofAll(db, policy_ids)]);
  const groups = await wafGroups.enforcedGroups(db, policy_ids);
  return (policy_id: string) => ({
    cc_rules: enforced(cc.get(policy_id) ?? []),
    acl_rules: enforced(acl.get(policy_id) ?? []),
    waf_groups: groups(policy_id),
  });
}
