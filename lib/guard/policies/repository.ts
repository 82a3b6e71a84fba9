import type { ExpressionBuilder } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains, forUpdate, searchText } from '@/lib/db/dialect';
import { pagedList } from '@/lib/db/paged-list';
import type { Paging } from '@/lib/db/paginate';
import { planned } from '@/lib/db/prepared';
import type { Db, Tx } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Policy, PolicyOverview } from './contract';
import { POLICY } from './vocabulary';

declare module '@/lib/db/tables' {
  interface Tables {
    policies: PolicyRow;
  }
}

export type PolicyRow = {
  policy_id: string;
  oem_id: string;
  root_id: string;
  user_id: string;
  name: string;
  comment: string;
  search: string;
  default_main_rule_version: string;
  is_default: number;
  schema_id: string;
  ctime: number;
  utime: number;
};

/** A policy as stored, with its owner's name and how many rules and lists are in it. */
export type StoredPolicy = PolicyRow & { user_name: string } & Counts;
type Counts = { cc_rule_count: number; acl_rule_count: number; bwl_rule_count: number };

/** How many rules of each kind, and how many black and white lists, are in a policy. */
const counts = (eb: ExpressionBuilder<Tables, 'policies'>) => {
  const count = (table: 'cc_rules' | 'acl_rules' | 'ip_sets') =>
    eb
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('n'))
      .whereRef(`${table}.policy_id`, '=', 'policies.policy_id')
      .$asScalar()
      .$notNull();
  return [
    count('cc_rules').as('cc_rule_count'),
    count('acl_rules').as('acl_rule_count'),
    count('ip_sets').as('bwl_rule_count'),
  ] as const;
};

function inScope(db: Db, scope: Scope) {
  return db.selectFrom('policies').where(visible(scope, 'policies'));
}

const withOwner = (query: ReturnType<typeof inScope>) =>
  query
    .innerJoin('users', 'users.user_id', 'policies.user_id')
    .selectAll('policies')
    .select('users.user_name')
    .select(counts);

const LISTED = [
  'policy_id',
  'name',
  'comment',
  'user_id',
  'default_main_rule_version',
  'is_default',
  'schema_id',
  'ctime',
  'utime',
] as const;
type ListedPolicy = Pick<StoredPolicy, (typeof LISTED)[number] | 'user_name' | keyof Counts>;

/** Newest first. */
const paged = pagedList({
  key: 'policies.policy_id',
  order: ['policies.ctime', 'policies.policy_id'],
  way: 'desc',
  found(db, scope, { keyword }: { keyword?: string }) {
    const found = inScope(db, scope);
    return keyword === undefined ? found : found.where(contains('policies.search', keyword));
  },
  rows: (db) =>
    db
      .selectFrom('policies')
      .innerJoin('users', 'users.user_id', 'policies.user_id')
      .select([...LISTED.map((column) => `policies.${column}` as const), 'users.user_name'])
      .select(counts),
  show: toPolicy,
});

export function listPolicies(db: Db, scope: Scope, params: Paging & { keyword?: string }): Promise<Page<Policy>> {
  return paged(db, scope, { keyword: params.keyword }, params);
}

export function findPolicy(db: Db, scope: Scope, policy_id: string): Promise<StoredPolicy | undefined> {
  return withOwner(inScope(db, scope).where('policies.policy_id', '=', policy_id)).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockPolicy(tx: Tx, scope: Scope, policy_id: string): Promise<StoredPolicy | undefined> {
  await inScope(tx, scope).select('policy_id').where('policy_id', '=', policy_id).modifyEnd(forUpdate(tx)).execute();
  return findPolicy(tx, scope, policy_id);
}

const insertRow = planned((db, row: PolicyRow) => db.insertInto('policies').values(row));

export async function insertPolicy(tx: Tx, row: Omit<PolicyRow, 'search'>): Promise<void> {
  await insertRow(tx, { ...row, search: searchText(row.name, row.comment) });
}

export async function updatePolicy(
  tx: Tx,
  policy_id: string,
  change: Pick<PolicyRow, 'name' | 'comment' | 'utime'>,
): Promise<void> {
  await tx
    .updateTable('policies')
    .set({ ...change, search: searchText(change.name, change.comment) })
    .where('policy_id', '=', policy_id)
    .execute();
}

export async function deletePolicy(tx: Tx, policy_id: string): Promise<void> {
  await tx.deleteFrom('policies').where('policy_id', '=', policy_id).execute();
}

/** How many domains the policy protects. */
export async function countDomains(db: Db, policy_id: string): Promise<number> {
  const row = await db
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('policy_id', '=', policy_id)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** Names of some of these domains, of those in scope. */
export async function someDomains(db: Db, scope: Scope, policy_id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('domain')
    .where('policy_id', '=', policy_id)
    .where(visible(scope, 'domains'))
    .orderBy('domain')
    .limit(limit)
    .execute();
  return rows.map((row) => row.domain);
}

/** Ids of the domains that the policy protects, of those in scope. */
export async function domainIdsOf(db: Db, scope: Scope, policy_id: string): Promise<string[]> {
  const found = db.selectFrom('domains').select('domain_id').where('policy_id', '=', policy_id);
  const rows = await found.where(visible(scope, 'domains')).orderBy('domain_id').execute();
  return rows.map((row) => row.domain_id);
}

type Protected = Pick<PolicyOverview, 'domain_count' | 'first_domain'>;

/** The domains of these policies that are in scope: how many, and the first by name. */
export async function protectedBy(
  db: Db,
  scope: Scope,
  policy_ids: readonly string[],
): Promise<Map<string, Protected>> {
  if (policy_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('domains')
    .select(['policy_id', (eb) => eb.fn.countAll<number>().as('n'), (eb) => eb.fn.min('domain').as('first')])
    .where('policy_id', 'in', policy_ids)
    .where(visible(scope, 'domains'))
    .groupBy('policy_id')
    .execute();
  return new Map(rows.map(({ policy_id, n, first }) => [policy_id, { domain_count: Number(n), first_domain: first }]));
}

/** Who changed each of these policies last, as far as the audit log still has it. */
export async function lastChangedBy(db: Db, policy_ids: readonly string[]): Promise<Map<string, string>> {
  if (policy_ids.length === 0) return new Map();
  const latest = db
    .selectFrom('revisions')
    .select(['object_id', (eb) => eb.fn.max('audit_id').as('audit_id')])
    .where('object_type', '=', POLICY)
    .where('object_id', 'in', policy_ids)
    .groupBy('object_id');
  const rows = await db
    .selectFrom(latest.as('latest'))
    .innerJoin('audit_logs', 'audit_logs.id', 'latest.audit_id')
    .select(['latest.object_id', 'audit_logs.actor_name'])
    .execute();
  return new Map(rows.map((row) => [row.object_id, row.actor_name]));
}

/** PolicyVO of a row. */
export function toPolicy(row: ListedPolicy): Policy {
  const { policy_id, name, comment, user_id, user_name, default_main_rule_version, schema_id, ctime, utime } = row;
  return {
    policy_id,
    name,
    comment,
    user_id,
    user_name,
    default_main_rule_version,
    is_default: row.is_default !== 0,
    schema_id,
    cc_rule_count: Number(row.cc_rule_count),
    bwl_rule_count: Number(row.bwl_rule_count),
    acl_rule_count: Number(row.acl_rule_count),
    ctime,
    utime,
  };
}
