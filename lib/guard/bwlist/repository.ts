import type { Page } from '@/lib/api/fields';
import { contains, forChange, forUpdate, isOneOf, searchText } from '@/lib/db/dialect';
import { countRows, type Paging, paginate } from '@/lib/db/paginate';
import { prepared } from '@/lib/db/prepared';
import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { ENABLED, type IpSet } from './contract';
import type { IpSetRow } from './tables';

/** A list as stored, with its owner's name. */
export type StoredSet = IpSetRow & { user_name: string };

function inScope(db: Db, scope: Scope) {
  return db.selectFrom('ip_sets').where(visible(scope, 'ip_sets'));
}

const LISTED = [
  'id',
  'name',
  'policy_id',
  'ip_set_type',
  'status',
  'enable_count',
  'unable_count',
  'describe',
  'ctime',
  'utime',
] as const;
type ListedSet = Pick<StoredSet, (typeof LISTED)[number] | 'user_name'>;

export type SetFilter = { keyword?: string; ip_set_type?: number; policy_id?: string };

export function listSets(db: Db, scope: Scope, params: Paging & SetFilter): Promise<Page<IpSet>> {
  let found = inScope(db, scope);
  if (params.keyword) found = found.where(contains('ip_sets.search', params.keyword));
  if (params.ip_set_type) found = found.where('ip_sets.ip_set_type', '=', params.ip_set_type);
  if (params.policy_id) found = found.where('ip_sets.policy_id', '=', params.policy_id);
  const rows = found
    .innerJoin('users', 'users.user_id', 'ip_sets.user_id')
    .select([...LISTED.map((column) => `ip_sets.${column}` as const), 'users.user_name'])
    .orderBy('ip_sets.ctime', 'desc')
    .orderBy('ip_sets.id', 'desc');
  return paginate(found, rows, params, toSet);
}

export function findSet(db: Db, scope: Scope, id: number): Promise<StoredSet | undefined> {
  return inScope(db, scope)
    .where('ip_sets.id', '=', id)
    .innerJoin('users', 'users.user_id', 'ip_sets.user_id')
    .selectAll('ip_sets')
    .select('users.user_name')
    .executeTakeFirst();
}

/** The row, locked until the transaction ends: its addresses change under its lock. */
export async function lockSet(tx: Tx, scope: Scope, id: number): Promise<StoredSet | undefined> {
  await inScope(tx, scope).select('id').where('id', '=', id).modifyEnd(forUpdate(tx)).execute();
  return findSet(tx, scope, id);
}

/** How many lists a user has, who gets no more until the transaction ends. */
export async function countOfUser(tx: Tx, user_id: string): Promise<number> {
  const owner = tx.selectFrom('users').select('user_id').where('user_id', '=', user_id);
  await owner.modifyEnd(forChange(tx)).execute();
  return countRows(tx.selectFrom('ip_sets').where('user_id', '=', user_id));
}

export function countOfPolicy(tx: Tx, policy_id: string): Promise<number> {
  return countRows(tx.selectFrom('ip_sets').where('policy_id', '=', policy_id));
}

export async function insertSet(tx: Tx, row: Omit<IpSetRow, 'id' | 'search'>): Promise<number> {
  const { id } = await tx
    .insertInto('ip_sets')
    .values({ ...row, search: searchText(row.name, row.describe) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateSet(tx: Tx, row: IpSetRow, change: Partial<IpSetRow>): Promise<void> {
  const { name, describe } = { ...row, ...change };
  await tx
    .updateTable('ip_sets')
    .set({ ...change, search: searchText(name, describe) })
    .where('id', '=', row.id)
    .execute();
}

/** Deletes a list. Its addresses, which nobody sees then, are taken by `takeIps`. */
export async function deleteSet(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('ip_sets').where('id', '=', id).execute();
}

const enabledOf = prepared((db, { policies }: { policies: string }) =>
  db
    .selectFrom('ip_sets')
    .select(['id', 'policy_id'])
    .where(isOneOf(db, 'policy_id', 'text', policies))
    .where('status', '=', ENABLED)
    .orderBy('id'),
);

/** The lists of these policies that are in effect. */
export async function enabledIn(db: Db, policy_ids: readonly string[]): Promise<{ id: number; policy_id: string }[]> {
  const rows = await enabledOf(db, { policies: JSON.stringify(policy_ids) });
  return rows.map(({ id, policy_id }) => ({ id, policy_id: policy_id ?? '' }));
}

/** Takes the lists of a policy out of it. Answers them as they were. */
export async function unbindSets(tx: Tx, policy_id: string, utime: number): Promise<IpSet[]> {
  const rows = await tx
    .selectFrom('ip_sets')
    .innerJoin('users', 'users.user_id', 'ip_sets.user_id')
    .select([...LISTED.map((column) => `ip_sets.${column}` as const), 'users.user_name'])
    .where('policy_id', '=', policy_id)
    .orderBy('ip_sets.id')
    .execute();
  await tx.updateTable('ip_sets').set({ policy_id: null, utime }).where('policy_id', '=', policy_id).execute();
  return rows.map(toSet);
}

/** IPSetVO of a row. */
export function toSet(row: ListedSet): IpSet {
  const { id, user_name, name, policy_id, ip_set_type, status, enable_count, unable_count, describe, ctime, utime } =
    row;
  return {
    id,
    user_name,
    name,
    policy_id: policy_id ?? '',
    ip_set_type,
    status,
    count: enable_count + unable_count,
    enable_count,
    unable_count,
    describe,
    is_default: false,
    is_private: false,
    private_domain_id: '',
    ctime,
    utime,
  };
}
