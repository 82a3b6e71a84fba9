import type { Expression } from 'kysely';
import { sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains } from '@/lib/db/dialect';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db } from '@/lib/db/store';
import { ENABLED as LIST_ENABLED } from '@/lib/guard/bwlist/contract';
import { domainsById } from '@/lib/guard/domains/repository';
import { ENABLED as RULE_ENABLED } from '@/lib/guard/rules/vocabulary';
import { ENABLED as GROUP_ENABLED } from '@/lib/guard/waf-groups/vocabulary';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { PolicyContents, ProtectedDomain } from './contract';
import { POLICY } from './vocabulary';

export type ProtectedFilter = Paging & { keyword?: string; brute_force?: boolean };

const protectedBy = (db: Db, scope: Scope, policy_id: string) =>
  db.selectFrom('domains').where('domains.policy_id', '=', policy_id).where(visible(scope, 'domains'));

/** Domains in scope that a policy protects, by name, with how many brute-force rules each has. */
export async function listProtected(
  db: Db,
  scope: Scope,
  policy_id: string,
  { keyword, brute_force, ...paging }: ProtectedFilter,
): Promise<Page<ProtectedDomain>> {
  let found = protectedBy(db, scope, policy_id);
  if (keyword) found = found.where(contains('domains.search', keyword));
  if (brute_force !== undefined) {
    found = found.where((eb) => {
      const rules = eb.selectFrom('brute_force_rules').select('id');
      const has = eb.exists(rules.whereRef('brute_force_rules.domain_id', '=', 'domains.domain_id'));
      return brute_force ? has : eb.not(has);
    });
  }
  const rows = found.select('domains.domain_id').orderBy('domains.domain').orderBy('domains.domain_id');
  const page = await paginate(found, rows, paging, ({ domain_id }) => domain_id);
  const [rules, domains] = await Promise.all([rulesOf(db, page.list), domainsById(db, page.list)]);
  const list = page.list.flatMap((domain_id) => {
    const domain = domains.get(domain_id);
    return domain ? { ...domain, brute_force_count: rules.get(domain_id) ?? 0 } : [];
  });
  return { ...page, list };
}

/** How many brute-force rules these domains have; those without are left out. */
async function rulesOf(db: Db, domain_ids: readonly string[]): Promise<Map<string, number>> {
  if (domain_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('brute_force_rules')
    .select(['domain_id', (eb) => eb.fn.countAll<number>().as('n')])
    .where('domain_id', 'in', domain_ids)
    .groupBy('domain_id')
    .execute();
  return new Map(rows.map(({ domain_id, n }) => [domain_id, Number(n)]));
}

/** What a policy that the caller has already found in their scope holds and where it applies. */
export async function readContents(db: Db, scope: Scope, policy_id: string): Promise<PolicyContents> {
  const shareOf = async (table: 'waf_groups' | 'cc_rules' | 'acl_rules', enabled: number) => {
    const rows = db.selectFrom(table).where('policy_id', '=', policy_id);
    return numbers(await rows.select((eb) => counted(eb.ref('status'), enabled)).executeTakeFirstOrThrow());
  };
  const lists = db.selectFrom('ip_sets').where('policy_id', '=', policy_id);
  const inUse = sql<number>`coalesce(sum(case when status = ${LIST_ENABLED} then enable_count else 0 end), 0)`;
  const rules = protectedBy(db, scope, policy_id).innerJoin(
    'brute_force_rules',
    'brute_force_rules.domain_id',
    'domains.domain_id',
  );
  const running = db.selectFrom('desired').where('kind', '=', POLICY).where('object_id', '=', policy_id);
  const all = sql<number>`count(*)`.as('n');
  return {
    waf_groups: await shareOf('waf_groups', GROUP_ENABLED),
    cc_rules: await shareOf('cc_rules', RULE_ENABLED),
    acl_rules: await shareOf('acl_rules', RULE_ENABLED),
    lists: numbers(
      await lists
        .select((eb) => [...counted(eb.ref('status'), LIST_ENABLED), inUse.as('addresses')])
        .executeTakeFirstOrThrow(),
    ),
    brute_force: numbers(
      await rules.select((eb) => counted(eb.ref('brute_force_rules.status'), 1)).executeTakeFirstOrThrow(),
    ),
    domain_count: numbers(await protectedBy(db, scope, policy_id).select(all).executeTakeFirstOrThrow()).n,
    node_count: numbers(await running.where('number', '>', 0).select(all).executeTakeFirstOrThrow()).n,
  };
}

/** All rows, and those whose status is the one given. */
const counted = (status: Expression<number>, enabled: number) =>
  [
    sql<number>`count(*)`.as('total'),
    sql<number>`coalesce(sum(case when ${status} = ${enabled} then 1 else 0 end), 0)`.as('enabled'),
  ] as const;

/** Sums as numbers: PostgreSQL gives them as text. */
const numbers = <Row extends Record<string, number>>(row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as Row;
