import type { Db } from '@/lib/db/store';
import { isBlack } from '@/lib/guard/bwlist/contract';
import { numberedGroups } from '@/lib/guard/waf-groups/repository';
import type { RuleHits } from './contract';

/** A rule, and the number by which events name it. */
export type NumberedRule = Pick<RuleHits, 'kind' | 'id'> & { number: number };

/** The black lists of a policy that the caller has already found in their scope. Whom a white list lets through no event names. */
export async function blackLists(db: Db, policy_id: string): Promise<number[]> {
  const own = db.selectFrom('ip_sets').select(['id', 'ip_set_type']).where('policy_id', '=', policy_id);
  const rows = await own.orderBy('id', 'desc').execute();
  return rows.filter(({ ip_set_type }) => isBlack(ip_set_type)).map(({ id }) => id);
}

/** All rules of a policy that the caller has already found in their scope, newest first of each kind. */
export async function numberedRules(db: Db, policy_id: string): Promise<NumberedRule[]> {
  const of = (table: 'cc_rules' | 'acl_rules') =>
    db.selectFrom(table).select('rule_id').where('policy_id', '=', policy_id).orderBy('rule_id', 'desc').execute();
  const [cc, acl, groups] = await Promise.all([of('cc_rules'), of('acl_rules'), numberedGroups(db, policy_id)]);
  return [
    ...cc.map(({ rule_id }) => ({ kind: 'cc' as const, id: rule_id, number: rule_id })),
    ...acl.map(({ rule_id }) => ({ kind: 'acl' as const, id: rule_id, number: rule_id })),
    ...groups.map(({ tag, rule_id }) => ({ kind: 'waf' as const, id: tag, number: rule_id })),
  ];
}
