import { sql } from 'kysely';
import { contains } from '@/lib/db/dialect';
import type { Db } from '@/lib/db/store';
import type { RULE_KINDS } from '@/lib/guard/rule-hits/contract';
import { ENABLED } from '@/lib/guard/rules/vocabulary';
import { ENABLED as GROUP_ENABLED } from '@/lib/guard/waf-groups/vocabulary';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { FoundRule, RuleSearchQuery } from './contract';

type Kind = (typeof RULE_KINDS)[number];

/** Rules of a kind, with their policy's name, in one shape for all kinds. */
function rulesOf(db: Db, scope: Scope, kind: 'cc' | 'acl', keyword: string) {
  const table = `${kind}_rules` as const;
  const found = db
    .selectFrom(table)
    .innerJoin('policies', 'policies.policy_id', `${table}.policy_id`)
    .where(visible(scope, 'policies'))
    .select([
      sql<Kind>`${sql.lit(kind)}`.as('kind'),
      `${table}.rule_id as id`,
      `${table}.name`,
      `${table}.describe`,
      `${table}.utime`,
      'policies.policy_id',
      'policies.name as policy_name',
      sql<number>`case when ${sql.ref(`${table}.status`)} = ${sql.lit(ENABLED)} then 1 else 0 end`.as('enabled'),
    ]);
  return keyword === '' ? found : found.where(contains(`${table}.search`, keyword));
}

/** The same of WAF groups, which are found by their sub-rules, too. */
function groupsOf(db: Db, scope: Scope, keyword: string) {
  const found = db
    .selectFrom('waf_groups')
    .innerJoin('policies', 'policies.policy_id', 'waf_groups.policy_id')
    .where(visible(scope, 'policies'))
    .select([
      sql<Kind>`'waf'`.as('kind'),
      'waf_groups.tag as id',
      'waf_groups.name',
      'waf_groups.describe',
      'waf_groups.utime',
      'policies.policy_id',
      'policies.name as policy_name',
      sql<number>`case when ${sql.ref('waf_groups.status')} = ${sql.lit(GROUP_ENABLED)} then 1 else 0 end`.as(
        'enabled',
      ),
    ]);
  if (keyword === '') return found;
  return found.where((eb) =>
    eb.or([
      contains('waf_groups.search', keyword),
      eb.exists(
        eb
          .selectFrom('waf_rules')
          .select('waf_rules.tag')
          .whereRef('waf_rules.group_tag', '=', 'waf_groups.tag')
          .where(contains('waf_rules.search', keyword)),
      ),
    ]),
  );
}

/** Which rule it is, without what it says. */
export type FoundRow = Omit<FoundRule, 'rule' | 'group'>;

/** Rules with the keyword in one of their own words, the last changed first, and how many there are. */
export async function findRules(
  db: Db,
  scope: Scope,
  kinds: readonly Kind[],
  { keyword = '', enabled, policy_id, page, size }: RuleSearchQuery,
): Promise<{ list: FoundRow[]; total: number }> {
  const queries = kinds.map((kind) =>
    kind === 'waf' ? groupsOf(db, scope, keyword) : rulesOf(db, scope, kind, keyword),
  );
  // All of them answer the same; which tables they read shows in their types alone.
  const [first, ...others] = queries as unknown as ReturnType<typeof groupsOf>[];
  if (!first) return { list: [], total: 0 };
  const all = others.reduce((sum, one) => sum.unionAll(one), first).as('found');
  let found = db.selectFrom(all);
  if (enabled !== undefined) found = found.where('enabled', '=', Number(enabled));
  if (policy_id !== undefined) found = found.where('policy_id', '=', policy_id);
  const row = await found.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst();
  const list = await found
    .selectAll()
    .orderBy('utime', 'desc')
    .orderBy('kind')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  return { list: list.map((rule) => ({ ...rule, enabled: Number(rule.enabled) === 1 })), total: Number(row?.n ?? 0) };
}
