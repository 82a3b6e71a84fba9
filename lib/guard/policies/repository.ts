import type { Page } from '@/lib/api/fields';
import { contains, forUpdate, searchText } from '@/lib/db/dialect';
import { type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Policy } from './contract';

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

/** A policy as stored, with its owner's name. */
export type StoredPolicy = PolicyRow & { user_name: string };

function inScope(db: Db, scope: Scope) {
  return db.selectFrom('policies').where(visible(scope, 'policies'));
}

const withOwner = (query: ReturnType<typeof inScope>) =>
  query.innerJoin('users', 'users.user_id', 'policies.user_id').selectAll('policies').select('users.user_name');

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
type ListedPolicy = Pick<StoredPolicy, (typeof LISTED)[number] | 'user_name'>;

export function listPolicies(db: Db, scope: Scope, params: Paging & { keyword?: string }): Promise<Page<Policy>> {
  let found = inScope(db, scope);
  if (params.keyword) found = found.where(contains('policies.search', params.keyword));
  const rows = found
    .innerJoin('users', 'users.user_id', 'policies.user_id')
    .select([...LISTED.map((column) => `policies.${column}` as const), 'users.user_name'])
    .orderBy('policies.ctime', 'desc')
    .orderBy('policies.policy_id', 'desc');
  return paginate(found, rows, params, toPolicy);
}

export function findPolicy(db: Db, scope: Scope, policy_id: string): Promise<StoredPolicy | undefined> {
  return withOwner(inScope(db, scope).where('policies.policy_id', '=', policy_id)).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockPolicy(tx: Tx, scope: Scope, policy_id: string): Promise<StoredPolicy | undefined> {
  await inScope(tx, scope)
    .select('policy_id')
    .where('policy_id', '=', policy_id)
    .modifyEnd(forUpdate(tx as never))
    .execute();
  return findPolicy(tx, scope, policy_id);
}

export async function insertPolicy(tx: Tx, row: Omit<PolicyRow, 'search'>): Promise<void> {
  await tx
    .insertInto('policies')
    .values({ ...row, search: searchText(row.name, row.comment) })
    .execute();
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

/** PolicyVO of a row. The rule kinds bring their own counts when they exist. */
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
    cc_rule_count: 0,
    bwl_rule_count: 0,
    acl_rule_count: 0,
    ctime,
    utime,
  };
}
