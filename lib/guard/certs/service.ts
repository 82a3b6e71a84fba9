import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import type { Paging } from '@/lib/db/paginate';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { normaliseDomain } from '@/lib/guard/domains/domain-name';
import { lockDomain } from '@/lib/guard/domains/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { ownership } from '@/lib/tenancy/scope';
import type { Content, Pems } from './content';
import {
  type Cert,
  type CertChange,
  type CertDetail,
  type CertDomain,
  type CertExpiry,
  type CertInput,
  type CertOverview,
  LISTED_NAMES,
} from './contract';
import { covers } from './coverage';
import * as repository from './repository';
import { openKeys, sealKeys } from './sealed-keys';
import { CERT, UNBINDING } from './vocabulary';

/** Certificates the caller sees, newest first (spec 4.6). */
export function listCerts(ctx: Ctx, query: Paging & { keyword?: string }): Promise<Page<Cert>> {
  return repository.listCerts(ctx.db, ctx.scope, query);
}

type ExpiryQuery = Paging & { keyword?: string; domain?: string; start_time?: number; end_time?: number };

/** The first to expire first: those that cover `domain`, those that end within the times, where they are given. */
export function listByExpiry(ctx: Ctx, { domain, ...query }: ExpiryQuery): Promise<Page<CertOverview>> {
  if (domain === undefined) return repository.listByExpiry(ctx.db, ctx.scope, query);
  const names = namesCovering(normaliseDomain(domain) ?? domain.toLowerCase());
  return repository.listByExpiry(ctx.runtime.store.scan, ctx.scope, { ...query, names });
}

export function countByExpiry(ctx: Ctx): Promise<CertExpiry> {
  return repository.countByExpiry(ctx.db, ctx.scope, ctx.now);
}

type Inspected = Omit<Pems, 'key'> & { key?: string; replaces?: number };

/**
 * What PEM texts say, nothing stored. Of a replacement also whether the stored key belongs to it, where none is given.
 * Throws the content errors, and not_found for a certificate to replace that the caller does not see.
 */
export async function inspectCert(ctx: Ctx, { replaces, ...given }: Inspected) {
  const { certReader } = ctx.runtime;
  if (replaces === undefined) return certReader.read(ctx.behalf, 'inspect', given);
  const stored = present(ctx, await find(ctx, String(replaces)));
  return certReader.read(ctx.behalf, 'inspectRenewal', stored, given);
}

/** The names of which a certificate must have one to cover a domain; see `covers`. */
function namesCovering(domain: string): string[] {
  return [domain, `*${domain.slice(domain.indexOf('.'))}`].filter((name) => covers([name], domain));
}

export async function readCert(ctx: Ctx, id: string): Promise<CertDetail> {
  const row = await find(ctx, id);
  return { ...repository.toCert(row), cert: row.cert, sign_cert: row.sign_cert };
}

export async function readFacts(ctx: Ctx, id: string) {
  const row = await find(ctx, id);
  return ctx.runtime.certReader.read(ctx.behalf, 'factsOf', row.cert, row.sign_cert);
}

export async function listDomains(ctx: Ctx, id: string): Promise<CertDomain[]> {
  const row = await find(ctx, id);
  return repository.listCertDomains(ctx.db, ctx.scope, row.id);
}

/** Stores a certificate of the caller's own. Throws the content errors of the contract. */
export async function createCert(ctx: Ctx, input: CertInput): Promise<Cert> {
  const content = await ctx.runtime.certReader.read(ctx.behalf, 'readContent', input);
  return change(ctx, async (tx) => {
    const row = {
      ...ownership(ctx.principal),
      name: input.name,
      ...columnsOf(content),
      auto_cert: 0,
      sealed_key: '',
      sealed_sign_key: '',
      ctime: ctx.now,
      utime: ctx.now,
    };
    const id = await repository.insertCert(tx, row);
    const stored = { ...row, id, search: '', user_name: ctx.principal.user_name };
    await repository.updateCert(tx, stored, await sealKeys(tx, ctx.runtime.seal, stored, content));
    const data = repository.toCert(stored);
    return { id: String(id), label: input.name, before: null, after: recorded(stored), data };
  });
}

/**
 * Renames a certificate or replaces what it holds. What is left out stays, so a chain can be renewed under its key.
 * Throws the content errors, not_covering when a domain it is bound to would lose its certificate, and changed when
 * what is left out was replaced meanwhile.
 */
export async function updateCert(ctx: Ctx, id: string, { name, ...pems }: CertChange): Promise<Cert> {
  const isRenewed = Object.values(pems).some((pem) => pem !== undefined);
  const seen = await find(ctx, id);
  const content = isRenewed
    ? await ctx.runtime.certReader.read(ctx.behalf, 'readRenewal', present(ctx, seen), pems)
    : undefined;
  return change(ctx, async (tx) => {
    const row = await lock(ctx, tx, id);
    if (content) {
      if (!isStillStored(row, seen, pems)) throw new AppError('err.guard.cert.changed');
      const lost = await repository.findUncovered(tx, ctx.scope, row.id, content.facts.names);
      if (lost !== undefined) throw notCovering(lost, 'cert');
    }
    const fields = { name: name ?? row.name, utime: ctx.now, ...(content && columnsOf(content)) };
    const sealed = content && (await sealKeys(tx, ctx.runtime.seal, row, content));
    await repository.updateCert(tx, row, { ...fields, ...sealed });
    const after = { ...row, ...fields };
    return {
      id,
      label: after.name,
      owner: row,
      before: recorded(row),
      after: recorded(after),
      later: content && deliver(CERT, [id]),
      data: repository.toCert(after),
    };
  });
}

/** Where the store has what a change leaves out. */
const STORED = { cert: 'cert', key: 'sealed_key', sign_cert: 'sign_cert', sign_key: 'sealed_sign_key' } as const;

/** Whether what a change left out, and was read with, is still what the store has. */
function isStillStored(row: repository.CertRow, seen: repository.CertRow, given: Partial<Pems>): boolean {
  const fields = Object.keys(STORED) as (keyof typeof STORED)[];
  return fields.every((field) => given[field] !== undefined || row[STORED[field]] === seen[STORED[field]]);
}

/** Names that a record gives, of a certificate or of its domains; how many there were it says in any case. */
const NAMED = 500;

/** Deletes a certificate; a job takes it from its domains, in parts, which are distributed anew. */
export function deleteCert(ctx: Ctx, id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const row = await lock(ctx, tx, id);
    const { total, names } = await repository.someDomains(tx, row.id, NAMED);
    await repository.deleteCert(tx, row.id);
    return {
      id,
      label: row.name,
      owner: row,
      before: { ...recorded(row), domain_count: total, domains: names },
      after: null,
      later: { kind: UNBINDING, orders: [{ object_id: id }] },
      data: null,
    };
  });
}

/** Binds a certificate to a domain. Throws not_covering and other_owner. */
export function bindCert(ctx: Ctx, id: string, domain_id: string): Promise<null> {
  return changeBinding(ctx, id, domain_id, async (tx, row, domain) => {
    requireUsable(row, domain, 'domain_id');
    const wasBound = await repository.bindCert(tx, row.id, domain_id, ctx.now);
    return { wasBound, isBound: true };
  });
}

export function unbindCert(ctx: Ctx, id: string, domain_id: string): Promise<null> {
  return changeBinding(ctx, id, domain_id, async (tx, row) => {
    if (!(await repository.unbindCert(tx, row.id, domain_id))) throw notFound();
    return { wasBound: true, isBound: false };
  });
}

type Bound = { wasBound: boolean; isBound: boolean };
type BindingWork = (tx: Tx, row: repository.StoredCert, domain: DomainRow) => Promise<Bound>;

/** Records the one domain concerned, since a wildcard may be bound to thousands. */
function changeBinding(ctx: Ctx, id: string, domain_id: string, work: BindingWork): Promise<null> {
  return change(ctx, async (tx) => {
    const row = await lock(ctx, tx, id);
    const domain = await lockDomain(tx, ctx.scope, domain_id);
    if (!domain) throw notFound();
    const { wasBound, isBound } = await work(tx, row, domain);
    return {
      id,
      label: `${row.name}, ${domain.domain}`,
      owner: row,
      also: domain_id,
      before: { domain: wasBound ? domain.domain : null },
      after: { domain: isBound ? domain.domain : null },
      later: deliver(DOMAIN, [domain_id]),
      data: null,
    };
  });
}

/** Throws where the certificate cannot serve the domain: it belongs to another account, or is for other names. */
export function requireUsable(
  row: repository.CertRow,
  domain: { root_id: string; domain: string },
  field: string,
): void {
  if (row.root_id !== domain.root_id) throw new AppError('err.guard.cert.other_owner', { field });
  if (!covers(JSON.parse(row.names), domain.domain)) throw notCovering(domain.domain, field);
}

/** An empty `domain` is one that the caller does not see. */
const notCovering = (domain: string, field: string) =>
  new AppError('err.guard.cert.not_covering', { field, values: { domain, named: domain === '' ? 0 : 1 } });

async function find(ctx: Ctx, id: string): Promise<repository.StoredCert> {
  const row = await repository.findCert(ctx.db, ctx.scope, idOf(id));
  if (!row) throw notFound();
  return row;
}

/** A certificate is locked before domains everywhere, so that no two changes wait for each other. */
async function lock(ctx: Ctx, tx: Tx, id: string): Promise<repository.StoredCert> {
  const row = await repository.lockCert(tx, ctx.scope, idOf(id));
  if (!row) throw notFound();
  return row;
}

/** What is stored, as it would be given again. */
function present(ctx: Ctx, row: repository.CertRow) {
  const { key, sign_key } = openKeys(ctx.runtime.seal, row);
  return { cert: row.cert, key, sign_cert: row.sign_cert || undefined, sign_key: sign_key || undefined };
}

function columnsOf({ facts, certificate_type, cert, sign_cert }: Content) {
  const { common_name, issuer, expired_at, names } = facts;
  return {
    ...{ certificate_type, common_name, issuer, expired_at, cert, sign_cert },
    names: JSON.stringify(names),
    listed_names: JSON.stringify(names.slice(0, LISTED_NAMES)),
    name_count: names.length,
  };
}

/** What the audit row and the revision show: everything but the keys, which are in no row but their own. */
function recorded(row: repository.StoredCert) {
  const { cert, sign_cert, name_count } = row;
  const names = JSON.parse(row.names).slice(0, NAMED);
  return { ...repository.toCert(row), names, name_count, cert, sign_cert };
}
