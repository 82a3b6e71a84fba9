import { type Generated, sql } from 'kysely';
import type { Page } from '@/lib/api/fields';
import { contains, forUpdate, positionOf, rowsOf } from '@/lib/db/dialect';
import { countedPage, countRows, nearest, type Paging } from '@/lib/db/paginate';
import type { Db, Tx } from '@/lib/db/store';
import { domainSearch } from '@/lib/guard/domains/repository';
import { type Scope, visible } from '@/lib/tenancy/scope';
import {
  type Cert,
  type CertDomain,
  type CertExpiry,
  type CertOverview,
  EXPIRY_SLOT_MS,
  EXPIRY_SLOTS,
} from './contract';

declare module '@/lib/db/tables' {
  interface Tables {
    certificates: Omit<CertRow, 'id'> & { id: Generated<number> };
    certificate_bindings: { id: Generated<number>; cert_id: number; domain_id: string; ctime: number };
  }
}

export type CertRow = {
  id: number;
  oem_id: string;
  root_id: string;
  user_id: string;
  name: string;
  search: string;
  certificate_type: number;
  common_name: string;
  issuer: string;
  expired_at: number;
  auto_cert: number;
  /** JSON array: what the certificate is for. */
  names: string;
  /** JSON array of the first LISTED_NAMES of them, and how many there are. */
  listed_names: string;
  name_count: number;
  /** Chains as PEM, leaf first; `sign_cert` empty without an SM2 pair. */
  cert: string;
  sign_cert: string;
  /** Private keys, sealed (lib/seal); `sealed_sign_key` empty without an SM2 pair. */
  sealed_key: string;
  sealed_sign_key: string;
  ctime: number;
  utime: number;
};

export type BoundDomain = { domain_id: string; domain: string };

/** A certificate as stored, with its owner's name. */
export type StoredCert = CertRow & { user_name: string };

function inScope(db: Db, scope: Scope) {
  return db.selectFrom('certificates').where(visible(scope, 'certificates'));
}

const withOwner = (query: ReturnType<typeof inScope>) =>
  query.innerJoin('users', 'users.user_id', 'certificates.user_id').selectAll('certificates').select('users.user_name');

/** All of a row but its texts, which are long, and lists show none of them. */
const LISTED = [
  'id',
  'name',
  'certificate_type',
  'common_name',
  'issuer',
  'expired_at',
  'auto_cert',
  'listed_names',
  'name_count',
  'ctime',
  'utime',
] as const;
type ListedCert = Pick<StoredCert, (typeof LISTED)[number] | 'user_name'>;

/** One page in the order of a column: its ids first, by an index alone, then those rows. */
async function readPage(
  db: Db,
  found: ReturnType<typeof inScope>,
  params: ExpiryFilter,
  by: 'ctime' | 'expired_at',
): Promise<Page<ListedCert>> {
  const first = by === 'ctime' ? 'desc' : 'asc';
  const last = by === 'ctime' ? 'asc' : 'desc';
  const rowsOn = async (total: number) => {
    const { isFromEnd, limit, offset } = nearest(params, total);
    const way = isFromEnd ? last : first;
    const ids = found.select('certificates.id').orderBy(`certificates.${by}`, way).orderBy('certificates.id', way);
    const rows = db
      .selectFrom('certificates')
      .innerJoin('users', 'users.user_id', 'certificates.user_id')
      .select([...LISTED.map((column) => `certificates.${column}` as const), 'users.user_name'])
      .where('certificates.id', 'in', ids.limit(limit).offset(offset))
      .orderBy(`certificates.${by}`, first)
      .orderBy('certificates.id', first);
    return limit > 0 ? rows.execute() : [];
  };
  const { page, size, ...filter } = params;
  const isNarrowed = Object.values(filter).some(Boolean);
  const { total, rows } = await countedPage({ paging: params, isNarrowed, count: () => countRows(found), rowsOn });
  return { list: rows, total, page, size };
}

/** Newest first. */
export async function listCerts(db: Db, scope: Scope, params: Paging & { keyword?: string }): Promise<Page<Cert>> {
  let found = inScope(db, scope);
  if (params.keyword) found = found.where(contains('certificates.search', params.keyword));
  const page = await readPage(db, found, params, 'ctime');
  return { ...page, list: page.list.map(toCert) };
}

type ExpiryFilter = Paging & { keyword?: string; names?: readonly string[]; start_time?: number; end_time?: number };

/**
 * In the order they expire. `names`, when given, are those of which a certificate must have one: all names of all certificates
 * are read then, so it belongs on `store.scan`.
 */
export async function listByExpiry(db: Db, scope: Scope, params: ExpiryFilter): Promise<Page<CertOverview>> {
  let found = inScope(db, scope);
  const { keyword, start_time, end_time } = params;
  if (keyword) found = found.where(contains('certificates.search', keyword));
  if (start_time !== undefined) found = found.where('certificates.expired_at', '>=', start_time);
  if (end_time !== undefined) found = found.where('certificates.expired_at', '<=', end_time);
  if (params.names) {
    const { names } = params;
    found = found.where((eb) => eb.or(names.map((name) => contains('certificates.names', JSON.stringify(name)))));
  }
  const page = await readPage(db, found, params, 'expired_at');
  const ids = page.list.map((row) => row.id);
  const bound = await countDomains(db, scope, ids);
  const list = page.list.map((row) => ({
    ...toCert(row),
    names: JSON.parse(row.listed_names),
    name_count: row.name_count,
    ...(bound.get(row.id) ?? { domain_count: 0, first_domain: '' }),
  }));
  return { ...page, list };
}

/** How many certificates have expired at `now`, end in each part of the time after it, or later still. */
export async function countByExpiry(db: Db, scope: Scope, now: number): Promise<CertExpiry> {
  // Written into the statement: as parameters PostgreSQL would take the two places for two expressions.
  const slot = sql<number>`case when expired_at <= ${sql.lit(now)} then -1
    else (expired_at - ${sql.lit(now)}) / ${sql.lit(EXPIRY_SLOT_MS)} end`;
  const rows = await inScope(db, scope)
    .select([slot.as('slot'), (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy(slot)
    .execute();
  const slots = Array.from({ length: EXPIRY_SLOTS }, () => 0);
  const ends = { expired: 0, later: 0 };
  for (const row of rows) {
    const [at, n] = [Number(row.slot), Number(row.n)];
    if (at < 0) ends.expired += n;
    else if (at >= EXPIRY_SLOTS) ends.later += n;
    else slots[at] = n;
  }
  return { from: now, ...ends, slots };
}

/** What these certificates are for; a certificate may name thousands, so no list reads them. */
export async function namesOf(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('certificates').select(['id', 'names']).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, JSON.parse(row.names)]));
}

type Bound = Pick<CertOverview, 'domain_count' | 'first_domain'>;

/** Bindings to domains in scope. Whoever sees a whole account sees all domains that its certificates are bound to. */
function seenBindings(db: Db, scope: Scope) {
  const all = db.selectFrom('certificate_bindings');
  if (scope.tier !== 'user') return all;
  return all.where((eb) => {
    const seen = eb.selectFrom('domains').select('domains.domain_id').where(visible(scope, 'domains'));
    return eb.exists(seen.whereRef('domains.domain_id', '=', 'certificate_bindings.domain_id'));
  });
}

/** To how many domains in scope certificates are bound, and the first of these. */
async function countDomains(db: Db, scope: Scope, ids: readonly number[]): Promise<Map<number, Bound>> {
  if (ids.length === 0) return new Map();
  const counts = await seenBindings(db, scope)
    .select(['cert_id', (eb) => eb.fn.countAll<number>().as('n'), (eb) => eb.fn.min('id').as('first')])
    .where('cert_id', 'in', ids)
    .groupBy('cert_id')
    .execute();
  if (counts.length === 0) return new Map();
  const firsts = counts.map((row) => row.first);
  const names = await db
    .selectFrom('certificate_bindings')
    .innerJoin('domains', 'domains.domain_id', 'certificate_bindings.domain_id')
    .select(['cert_id', 'domain'])
    .where('certificate_bindings.id', 'in', firsts)
    .execute();
  const nameOf = new Map(names.map((row) => [row.cert_id, row.domain]));
  const boundOf = (row: (typeof counts)[number]): Bound => ({
    domain_count: Number(row.n),
    first_domain: nameOf.get(row.cert_id) ?? '',
  });
  return new Map(counts.map((row) => [row.cert_id, boundOf(row)]));
}

export function findCert(db: Db, scope: Scope, id: number): Promise<StoredCert | undefined> {
  return withOwner(inScope(db, scope).where('certificates.id', '=', id)).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockCert(tx: Tx, scope: Scope, id: number): Promise<StoredCert | undefined> {
  await inScope(tx, scope).select('id').where('id', '=', id).modifyEnd(forUpdate(tx)).execute();
  return findCert(tx, scope, id);
}

const searchOf = ({ name, common_name }: Pick<CertRow, 'name' | 'common_name'>) => domainSearch(common_name, name);

/** Inserts a certificate without its keys, whose seals are bound to the id answered. */
export async function insertCert(tx: Tx, row: Omit<CertRow, 'id' | 'search'>): Promise<number> {
  const { id } = await tx
    .insertInto('certificates')
    .values({ ...row, search: searchOf(row) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCert(tx: Tx, row: CertRow, change: Partial<CertRow>): Promise<void> {
  const next = { ...row, ...change };
  await tx
    .updateTable('certificates')
    .set({ ...change, search: searchOf(next) })
    .where('id', '=', row.id)
    .execute();
}

/** Deletes a certificate. Its bindings, which name nothing then, are taken by `takeBindings`. */
export async function deleteCert(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('certificates').where('id', '=', id).execute();
}

/** The domains in scope a certificate is bound to, the latest binding first. Bindings change under the certificate's lock. */
export async function listCertDomains(db: Db, scope: Scope, cert_id: number): Promise<CertDomain[]> {
  return seenBindings(db, scope)
    .where('certificate_bindings.cert_id', '=', cert_id)
    .innerJoin('domains', 'domains.domain_id', 'certificate_bindings.domain_id')
    .select([
      'certificate_bindings.domain_id',
      'domains.domain',
      'certificate_bindings.cert_id',
      'certificate_bindings.ctime',
    ])
    .orderBy('certificate_bindings.id', 'desc')
    .execute();
}

/** How many domains a certificate is bound to, and the names of the first `limit`, the latest binding first. */
export async function someDomains(db: Db, cert_id: number, limit: number): Promise<{ total: number; names: string[] }> {
  const bound = db.selectFrom('certificate_bindings').where('certificate_bindings.cert_id', '=', cert_id);
  const named = bound
    .innerJoin('domains', 'domains.domain_id', 'certificate_bindings.domain_id')
    .select('domains.domain')
    .orderBy('certificate_bindings.id', 'desc');
  const names = (await named.limit(limit).execute()).map((row) => row.domain);
  return { total: await countRows(bound), names };
}

/**
 * A domain that a certificate is bound to and that none of these names covers (coverage.ts); undefined where there is none, and
 * empty where none of them is in scope.
 */
export async function findUncovered(
  db: Db,
  scope: Scope,
  cert_id: number,
  names: readonly string[],
): Promise<string | undefined> {
  const wildcard = sql<string>`'*' || substr(domains.domain, ${positionOf(db, '.', 'domains.domain')})`;
  const given = rowsOf(db, names);
  const lost = await db
    .selectFrom('certificate_bindings')
    .innerJoin('domains', 'domains.domain_id', 'certificate_bindings.domain_id')
    .select(sql<string>`case when ${visible(scope, 'domains')} then domains.domain else '' end`.as('name'))
    .where('certificate_bindings.cert_id', '=', cert_id)
    .where('domains.domain', 'not in', given)
    .where(wildcard, 'not in', given)
    .orderBy('name', 'desc')
    .limit(1)
    .executeTakeFirst();
  return lost?.name;
}

/** Deletes up to `limit` bindings of a certificate. Answers the domains concerned. */
export async function takeBindings(tx: Tx, cert_id: number, limit: number): Promise<BoundDomain[]> {
  const some = tx
    .selectFrom('certificate_bindings')
    .innerJoin('domains', 'domains.domain_id', 'certificate_bindings.domain_id')
    .select(['certificate_bindings.id', 'domains.domain_id', 'domains.domain'])
    .where('cert_id', '=', cert_id)
    .orderBy('certificate_bindings.id')
    .limit(limit);
  const taken = await some.execute();
  const ids = taken.map((row) => row.id);
  if (ids.length > 0) await tx.deleteFrom('certificate_bindings').where('id', 'in', ids).execute();
  return taken;
}

/** The certificates bound to a domain the caller has already found in their scope, the latest binding first. */
export function listDomainCerts(db: Db, domain_id: string): Promise<Omit<ListedCert, 'user_name'>[]> {
  return db
    .selectFrom('certificate_bindings')
    .innerJoin('certificates', 'certificates.id', 'certificate_bindings.cert_id')
    .select(LISTED.map((column) => `certificates.${column}` as const))
    .where('certificate_bindings.domain_id', '=', domain_id)
    .orderBy('certificate_bindings.id', 'desc')
    .execute();
}

/** Binds a certificate; bound again it becomes the latest. Answers whether it was bound before. */
export async function bindCert(tx: Tx, cert_id: number, domain_id: string, ctime: number): Promise<boolean> {
  const wasBound = await unbindCert(tx, cert_id, domain_id);
  await tx.insertInto('certificate_bindings').values({ cert_id, domain_id, ctime }).execute();
  return wasBound;
}

/** Whether there was such a binding. */
export async function unbindCert(tx: Tx, cert_id: number, domain_id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('certificate_bindings')
    .where('cert_id', '=', cert_id)
    .where('domain_id', '=', domain_id)
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** CertVO of a row. */
export function toCert(row: ListedCert): Cert {
  const { id, name, user_name, certificate_type, common_name, issuer, expired_at, ctime, utime } = row;
  return {
    id,
    name,
    user_name,
    certificate_type,
    common_name,
    issuer,
    expired_at,
    auto_cert: row.auto_cert !== 0,
    ctime,
    utime,
  };
}
