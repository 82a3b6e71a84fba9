import { domainToUnicode } from 'node:url';
import type { ExpressionBuilder, InferResult } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains, forUpdate, jsonObject, searchText } from '@/lib/db/dialect';
import { listQueries } from '@/lib/db/list-queries';
import { countedPage, type Paging } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import type { Tables } from '@/lib/db/tables';
import { type Scope, visible } from '@/lib/tenancy/scope';
import { noteChange, noteRenaming } from './changes';
import { type Domain, type DomainNode, IN_REVIEW, SWITCHES, UNAUDITED } from './contract';
import type { ByScope } from './scope-cache';
import { MOST_SEARCHED, type Searchable, search } from './search';
import { originAddresses, type Settings, switchesOf } from './settings';
import { siteSkeleton } from './site';
import type { DomainRow } from './tables';
import type { DomainCounts } from './visibility';

/** A domain as stored, with its owner's name. */
export type StoredDomain = DomainRow & { user_name: string };

/** Name of the group every domain has; no other group may take it (DESIGN 5, Origin groups). */
export const DEFAULT_GROUP = 'default';

function inScope(db: Db, scope: Scope) {
  return db.selectFrom('domains').where(visible(scope, 'domains'));
}

const withOwner = (query: ReturnType<typeof inScope>) =>
  query.innerJoin('users', 'users.user_id', 'domains.user_id').selectAll('domains').select('users.user_name');

/** What lists show of a domain. */
const LISTED = [
  'domains.domain_id',
  'domains.domain',
  'domains.asset_name',
  'domains.user_id',
  'domains.policy_id',
  'domains.cname',
  'domains.auto_cert',
  'domains.mode',
  'domains.audit_status',
  'domains.ctime',
  'domains.utime',
] as const;
type ListedDomain = Omit<NewDomain, 'oem_id' | 'root_id'>;

const listed = (db: Db) =>
  db
    .selectFrom('domains')
    .innerJoin('users', 'users.user_id', 'domains.user_id')
    .select(LISTED)
    .select(['users.user_name', (eb) => switchesIn(db, eb).as('settings')]);

const toListed = ({ settings, ...row }: InferResult<ReturnType<typeof listed>>[number]) =>
  toDomain(row, JSON.parse(settings ?? '{}'));

type Narrowing = { keyword?: string; audit_status?: number };
export type DomainFilter = Paging & Narrowing;

/** A page is found by the index alone, and only what is on it is read, joined and completed. */
const queries = listQueries({
  key: 'domains.domain_id',
  order: ['domains.ctime', 'domains.domain_id'],
  way: 'desc',
  found(db, scope, { keyword, audit_status }: Narrowing) {
    let found = inScope(db, scope);
    if (audit_status !== undefined) found = found.where('domains.audit_status', '=', audit_status);
    if (keyword !== undefined) found = found.where(contains('domains.search', keyword));
    return found;
  },
  rows: listed,
});

/** What is cached of the domains a caller sees. */
type Cached = {
  domainCounts: ByScope<DomainCounts>;
  searchedDomains: ByScope<Searchable>;
};

/** Newest first. */
export async function listDomains(db: Db, scope: Scope, params: DomainFilter, cached: Cached): Promise<Page<Domain>> {
  const { keyword, audit_status, page, size } = params;
  const count = async (status?: number) => totalOf(await cached.domainCounts(db, scope), status);
  if (keyword && (await count()) <= MOST_SEARCHED) {
    const found = search(await cached.searchedDomains(db, scope), keyword, audit_status);
    const ids = found.slice((page - 1) * size, page * size).map((row) => row.domain_id);
    return { list: await domainsOf(db, ids), total: found.length, page, size };
  }
  const { tier, oem_id, user_id } = scope;
  const given = { keyword: keyword || undefined, audit_status, oem_id, user_id };
  const asked = { db, given, tier, paging: params };
  const { total, rows } = await countedPage({
    paging: params,
    isNarrowed: Boolean(keyword) || audit_status !== undefined,
    count: () => (keyword ? queries.count(asked) : count(audit_status)),
    rowsOn: (total) => queries.rowsOn(asked, total),
  });
  return { list: rows.map(toListed), total, page, size };
}

function totalOf(counts: DomainCounts, audit_status?: number): number {
  if (audit_status !== undefined) return counts.get(audit_status) ?? 0;
  return [...counts.values()].reduce((sum, n) => sum + n, 0);
}

/** Domains by their ids, as lists show them, newest first, in one query. */
async function domainsOf(db: Db, ids: readonly string[]): Promise<Domain[]> {
  if (ids.length === 0) return [];
  const rows = await listed(db)
    .where('domains.domain_id', 'in', ids)
    .orderBy('domains.ctime', 'desc')
    .orderBy('domains.domain_id', 'desc')
    .execute();
  return rows.map(toListed);
}

/** Domains as lists show them, by domain_id. */
export async function domainsById(db: Db, ids: readonly string[]): Promise<Map<string, Domain>> {
  return new Map((await domainsOf(db, ids)).map((domain) => [domain.domain_id, domain]));
}

const switchesIn = (db: Db, eb: ExpressionBuilder<Tables, 'domains'>) =>
  eb
    .selectFrom('domain_settings')
    .select(jsonObject(db, 'key', 'value').as('settings'))
    .whereRef('domain_settings.domain_id', '=', 'domains.domain_id')
    .where('key', 'in', SWITCHES);

/** Every setting of several domains by domain_id. */
export async function settingsOf(db: Db, domain_ids: readonly string[]): Promise<Map<string, Settings>> {
  const all = db.selectFrom('domain_settings').selectAll().where('domain_id', 'in', domain_ids).orderBy('key');
  const rows = await all.execute();
  const found = new Map<string, Settings>();
  for (const { domain_id, key, value } of rows) found.set(domain_id, { ...found.get(domain_id), [key]: value });
  return found;
}

export function findDomain(db: Db, scope: Scope, domain_id: string): Promise<StoredDomain | undefined> {
  return withOwner(inScope(db, scope).where('domains.domain_id', '=', domain_id)).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockDomain(tx: Tx, scope: Scope, domain_id: string): Promise<StoredDomain | undefined> {
  await inScope(tx, scope).select('domain_id').where('domain_id', '=', domain_id).modifyEnd(forUpdate(tx)).execute();
  return findDomain(tx, scope, domain_id);
}

/** Those of these domains that are in the scope, locked until the transaction ends, in the order of their ids. */
export function lockDomains(tx: Tx, scope: Scope, domain_ids: readonly string[]): Promise<DomainRow[]> {
  const rows = inScope(tx, scope).selectAll().where('domain_id', 'in', domain_ids).orderBy('domain_id');
  return rows.modifyEnd(forUpdate(tx)).execute();
}

/** Every setting of a domain the caller has already found in their scope. */
export async function readSettings(db: Db, domain_id: string): Promise<Settings> {
  return (await settingsOf(db, [domain_id])).get(domain_id) ?? {};
}

/** Nodes bound to a domain the caller has already found in their scope. */
export async function listNodes(db: Db, domain_id: string): Promise<DomainNode[]> {
  const rows = await db
    .selectFrom('domain_nodes')
    .innerJoin('nodes', 'nodes.node_id', 'domain_nodes.node_id')
    .select(['domain_nodes.id', 'nodes.ip_addr', 'domain_nodes.node_id', 'domain_nodes.enabled', 'nodes.line'])
    .where('domain_nodes.domain_id', '=', domain_id)
    .orderBy('domain_nodes.id')
    .execute();
  return rows.map((row) => ({ ...row, enabled: row.enabled !== 0 }));
}

type NewDomain = Omit<DomainRow, 'search' | 'skeleton' | 'waits_since'>;

/** Since when a domain waits for a decision, once it is what `next` says; 0 where it does not. */
function waitsSince(before: DomainRow | undefined, next: Pick<DomainRow, 'audit_status' | 'utime'>): number {
  if (next.audit_status !== UNAUDITED && next.audit_status !== IN_REVIEW) return 0;
  return before?.waits_since || next.utime;
}

/** Inserts a domain with its settings and its default origin group. */
export async function insertDomain(tx: Tx, row: NewDomain, settings: Settings): Promise<void> {
  const { domain_id, utime } = row;
  const waits_since = waitsSince(undefined, row);
  await tx
    .insertInto('domains')
    .values({ ...row, search: searchOf(row), skeleton: siteSkeleton(row.domain), waits_since })
    .execute();
  await tx
    .insertInto('domain_settings')
    .values(Object.entries(settings).map(([key, value]) => ({ domain_id, key, value })))
    .execute();
  await writeOrigins(tx, row, settings);
  await tx.insertInto('origin_groups').values({ domain_id, name: DEFAULT_GROUP, is_default: 1, utime }).execute();
  await noteChange(tx, row);
}

/** Writes these settings and leaves the others as they are. */
export async function writeSettings(tx: Tx, row: DomainRow, settings: Settings, utime: number): Promise<void> {
  const { domain_id } = row;
  for (const [key, value] of Object.entries(settings)) {
    const one = tx.updateTable('domain_settings').set({ value }).where('domain_id', '=', domain_id);
    await one.where('key', '=', key).execute();
  }
  if (settings.origin !== undefined) await writeOrigins(tx, row, settings);
  await tx.updateTable('domains').set({ utime }).where('domain_id', '=', domain_id).execute();
}

type Origined = Pick<DomainRow, 'domain_id' | 'user_id'>;

async function writeOrigins(tx: Tx, { domain_id, user_id }: Origined, settings: Settings): Promise<void> {
  await tx.deleteFrom('domain_origins').where('domain_id', '=', domain_id).execute();
  const rows = originAddresses(settings).map((ip) => ({ user_id, ip, domain_id }));
  if (rows.length > 0) await tx.insertInto('domain_origins').values(rows).execute();
}

type Editable = Pick<DomainRow, 'asset_name' | 'policy_id' | 'auto_cert' | 'mode' | 'utime'>;

export async function updateDomain(tx: Tx, row: DomainRow, change: Editable): Promise<void> {
  const search = searchOf({ ...row, ...change });
  await tx
    .updateTable('domains')
    .set({ ...change, search })
    .where('domain_id', '=', row.domain_id)
    .execute();
  if (search !== row.search) await noteRenaming(tx, row);
}

export async function setAuditStatus(tx: Tx, row: DomainRow, audit_status: number, utime: number): Promise<void> {
  const waits_since = waitsSince(row, { audit_status, utime });
  await tx
    .updateTable('domains')
    .set({ audit_status, utime, waits_since })
    .where('domain_id', '=', row.domain_id)
    .execute();
  await noteChange(tx, row);
}

/** Deletes a domain; its settings, origin groups and node bindings go with it. */
export async function deleteDomain(tx: Tx, row: DomainRow): Promise<void> {
  await tx.deleteFrom('domains').where('domain_id', '=', row.domain_id).execute();
  await noteChange(tx, row);
}

const searchOf = ({ domain, asset_name }: Pick<DomainRow, 'domain' | 'asset_name'>) => domainSearch(domain, asset_name);

/** What a search for a domain's name or a note about it finds; an international name in both its forms. */
export function domainSearch(domain: string, note: string): string {
  const unicode = domain.includes('xn--') ? domainToUnicode(domain) : '';
  return searchText(domain, unicode, note);
}

/** DomainVO of a row. */
export function toDomain(row: ListedDomain & { user_name: string }, settings: Settings): Domain {
  const { domain_id, domain, asset_name, user_id, user_name, policy_id, cname, mode, audit_status, ctime, utime } = row;
  return {
    domain_id,
    domain,
    asset_name,
    user_id,
    user_name,
    policy_id,
    cname,
    auto_cert: row.auto_cert !== 0,
    mode,
    audit_status,
    switches: switchesOf(settings),
    ctime,
    utime,
  };
}
