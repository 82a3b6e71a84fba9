import type { Generated, Selectable } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains } from '@/lib/db/dialect';
import { groupedBy } from '@/lib/db/grouped';
import { countRows, type Paging, paginate } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { domainSearch } from '@/lib/guard/domains/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { Forward } from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    forwards: ForwardTable;
  }
}

type ForwardTable = {
  id: Generated<number>;
  /** The owner of the domain. */
  oem_id: string;
  root_id: string;
  user_id: string;
  domain_id: string;
  schema: number;
  port: number;
  node_ipaddrs: string;
  describe: string;
  status: number;
  /** JSON objects. */
  src_setting: string;
  adv_settings: string;
  node_setting: string;
  dev_setting: string;
  search: string;
  ctime: number;
  utime: number;
};

const SHOWN = [
  'id',
  'user_id',
  'domain_id',
  'schema',
  'port',
  'node_ipaddrs',
  'describe',
  'status',
  'src_setting',
  'adv_settings',
  'node_setting',
  'dev_setting',
  'ctime',
  'utime',
] as const;
type ShownRow = Pick<Selectable<ForwardTable>, (typeof SHOWN)[number]> & Pick<Forward, 'user_name' | 'domain'>;

const inScope = (db: Db, scope: Scope) => db.selectFrom('forwards').where(visible(scope, 'forwards'));

/** With the names of their owners and domains. */
const named = (query: ReturnType<typeof inScope>) =>
  query
    .innerJoin('users', 'users.user_id', 'forwards.user_id')
    .innerJoin('domains', 'domains.domain_id', 'forwards.domain_id')
    .select([...SHOWN.map((column) => `forwards.${column}` as const), 'users.user_name', 'domains.domain'])
    .orderBy('forwards.id', 'desc');

export type ForwardFilter = Paging & { user_id?: string; domain_id?: string; status?: number; keyword?: string };

/** Newest first. */
export function listForwards(db: Db, scope: Scope, filter: ForwardFilter): Promise<Page<Forward>> {
  const { user_id, domain_id, status, keyword } = filter;
  let found = inScope(db, scope);
  if (user_id !== undefined) found = found.where('forwards.user_id', '=', user_id);
  if (domain_id !== undefined) found = found.where('forwards.domain_id', '=', domain_id);
  if (status !== undefined) found = found.where('forwards.status', '=', status);
  if (keyword) found = found.where(contains('forwards.search', keyword));
  return paginate(found, named(found), filter, toForward);
}

export async function findForward(db: Db, scope: Scope, id: number): Promise<Forward | undefined> {
  const row = await named(inScope(db, scope).where('forwards.id', '=', id)).executeTakeFirst();
  return row && toForward(row);
}

/** The forwards of domains the caller has already found in their scope, newest first, by domain_id. */
export async function forwardsOf(db: Db, domain_ids: readonly string[]): Promise<Map<string, Forward[]>> {
  const rows = await named(db.selectFrom('forwards').where('forwards.domain_id', 'in', domain_ids)).execute();
  return groupedBy(rows.map(toForward), (forward) => forward.domain_id);
}

export const countForwards = (db: Db, domain_id: string): Promise<number> =>
  countRows(db.selectFrom('forwards').where('domain_id', '=', domain_id));

/** What a forward is, beside whose and which it is. */
export type ForwardFields = Omit<Forward, 'id' | 'user_id' | 'user_name' | 'domain' | 'domain_id'>;

/** A broken unique constraint is a port that the domain forwards already. */
export async function insertForward(tx: Tx, domain: DomainRow, fields: ForwardFields): Promise<number> {
  const row = toRow(domain, fields);
  const { id } = await tx.insertInto('forwards').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The same, of a forward that there is; `domain` may be another one than before. */
export async function updateForward(tx: Tx, id: number, domain: DomainRow, fields: ForwardFields): Promise<void> {
  await tx.updateTable('forwards').set(toRow(domain, fields)).where('id', '=', id).execute();
}

export async function deleteForward(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('forwards').where('id', '=', id).execute();
}

function toRow(domain: DomainRow, fields: ForwardFields): Omit<ForwardTable, 'id'> {
  const { oem_id, root_id, user_id, domain_id } = domain;
  const { src_setting, adv_settings, node_setting, ...plain } = fields;
  return {
    ...{ oem_id, root_id, user_id, domain_id },
    ...plain,
    src_setting: JSON.stringify(src_setting),
    adv_settings: JSON.stringify(adv_settings),
    node_setting: JSON.stringify(node_setting),
    search: domainSearch(domain.domain, fields.describe),
  };
}

/** ForwardVO of a row. */
const toForward = (row: ShownRow): Forward => ({
  ...row,
  src_setting: JSON.parse(row.src_setting),
  adv_settings: JSON.parse(row.adv_settings),
  node_setting: JSON.parse(row.node_setting),
});
