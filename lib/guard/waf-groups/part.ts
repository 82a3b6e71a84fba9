import type { Cascade } from '@/lib/change/change';
import type { Db, Tx } from '@/lib/db/store';
import type { WafGroup } from './contract';
import { givenNumber, groupsOf, insertGroup, ownerOf, writeRules } from './repository';
import { ENABLED, WAF_GROUP } from './vocabulary';

const ofPolicy = async (db: Db, policy_id: string) => (await groupsOf(db, [policy_id])).get(policy_id) ?? [];

/** The groups that end with a policy, sub-rules in them. */
export async function ended(tx: Tx, policy_id: string): Promise<Cascade[]> {
  return (await ofPolicy(tx, policy_id)).map((group) => ({ type: WAF_GROUP, id: String(group.tag), before: group }));
}

/** Copies the groups of a policy into another one that has none, in their order; numbers that were generated are generated anew. */
export async function copied(tx: Tx, from: string, to: string, now: number): Promise<Cascade[]> {
  const owner = await ownerOf(tx, to);
  const stamps = { ctime: now, utime: now };
  const groups = (await ofPolicy(tx, from)).reverse();
  const given = new Set(groups.flatMap((group) => givenNumber(group) ?? []));
  for (const { tag, rules, ...group } of groups) {
    const rule_id = givenNumber({ tag, rule_id: group.rule_id });
    const copy = await insertGroup(tx, owner, { ...group, rule_id, ...stamps }, given);
    const fresh = rules.map(({ group_id: _group_id, tag: of, ...rule }) => {
      return { ...rule, rule_id: givenNumber({ tag: of, rule_id: rule.rule_id }), ...stamps };
    });
    await writeRules(tx, copy, fresh);
  }
  const copies = await ofPolicy(tx, to);
  return copies.map((group) => ({ type: WAF_GROUP, id: String(group.tag), before: null, after: group }));
}

/** The groups of policies as nodes enforce them, by policy_id: the enabled ones, the oldest first, without what concerns people alone. */
export async function enforcedGroups(db: Db, policy_ids: readonly string[]) {
  const groups = await groupsOf(db, policy_ids);
  return (policy_id: string) =>
    (groups.get(policy_id) ?? [])
      .filter((group) => group.status === ENABLED)
      .reverse()
      .map(toEnforced);
}

function toEnforced({ tag, rule_id, name, waf_type, sub_rule_condition, scope, action, ...group }: WafGroup) {
  const rules = group.rules.map(({ rule_id, zone, sub_field, pattern_type, pattern, is_not }) => {
    return { rule_id, zone, sub_field, pattern_type, pattern, is_not };
  });
  return { tag, rule_id, name, waf_type, sub_rule_condition, scope, action, rules };
}
