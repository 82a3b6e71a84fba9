import type { Db } from '@/lib/db/store';
import type { AclRule } from '@/lib/guard/acl-rules/contract';
import { ruleTable as aclRules } from '@/lib/guard/acl-rules/table';
import type { CcRule } from '@/lib/guard/cc-rules/contract';
import { ruleTable as ccRules } from '@/lib/guard/cc-rules/table';
import type { WafGroup } from '@/lib/guard/waf-groups/contract';
import { taggedGroups } from '@/lib/guard/waf-groups/repository';
import { type FoundRule, SHOWN_SUB_RULES } from './contract';
import type { FoundRow } from './repository';

function saidByRule({ matches, action, ...more }: CcRule | AclRule): FoundRule['rule'] {
  const { action_type, duration = 0 } = action;
  const said = { matches, action: { action_type, duration } };
  if (!('limit' in more)) return said;
  const { threshold, period, scope = 'ip' } = more.limit;
  return { ...said, limit: { threshold, period, scope } };
}

const saidByGroup = ({ sub_rule_condition, rules }: WafGroup): FoundRule['group'] => ({
  sub_rule_condition,
  rule_count: rules.length,
  rules: rules.slice(0, SHOWN_SUB_RULES).map(({ zone, sub_field, pattern_type, is_not, pattern }) => ({
    ...{ zone, sub_field, pattern_type, is_not, pattern },
  })),
});

/** Found rules with what they say, in the same order. */
export async function withWords(db: Db, rows: readonly FoundRow[]): Promise<FoundRule[]> {
  const idsOf = (kind: FoundRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const cc = await ccRules.numbered(db, idsOf('cc'));
  const acl = await aclRules.numbered(db, idsOf('acl'));
  const groups = await taggedGroups(db, idsOf('waf'));
  const said = new Map<string, Pick<FoundRule, 'rule' | 'group'>>([
    ...cc.map((one) => [`cc ${one.rule_id}`, { rule: saidByRule(one) }] as const),
    ...acl.map((one) => [`acl ${one.rule_id}`, { rule: saidByRule(one) }] as const),
    ...groups.map((one) => [`waf ${one.tag}`, { group: saidByGroup(one) }] as const),
  ]);
  return rows.map((row) => ({ ...row, ...said.get(`${row.kind} ${row.id}`) }));
}
