import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { FORGET_DOMAIN } from '@/lib/analytics/store/jobs';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { change } from '@/lib/change/change';
import { saysTheSame } from '@/lib/change/later-version';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { judge } from '@/lib/guard/approvals/judge';
import { bindCert, listDomainCerts, lockCert, type StoredCert } from '@/lib/guard/certs/repository';
import { requireUsable } from '@/lib/guard/certs/service';
import { lockPolicy } from '@/lib/guard/policies/repository';
import { domainDeleted } from '@/lib/guard/schedules/hooks';
import { requireQuota } from '@/lib/plan/plans/quotas';
import { ownership } from '@/lib/tenancy/scope';
import { partsOf } from './cascades';
import {
  type Domain,
  type DomainCert,
  type DomainDetail,
  type DomainEdit,
  type DomainInput,
  UNAUDITED,
} from './contract';
import { lockedDomain, withSettings } from './locked';
import * as repository from './repository';
import { newSettings } from './settings';
import type { DomainRow } from './tables';
import { DOMAIN } from './vocabulary';

/** Onboarding by a CNAME record, the one mode there is. */
const MODE_CNAME = 1;

/** Domains the caller sees, newest first (spec 4.5). */
export function listDomains(ctx: Ctx, query: repository.DomainFilter): Promise<Page<Domain>> {
  return repository.listDomains(ctx.db, ctx.scope, query, ctx.runtime);
}

export async function readDomain(ctx: Ctx, domain_id: string): Promise<DomainDetail> {
  const row = await repository.findDomain(ctx.db, ctx.scope, domain_id);
  if (!row) throw notFound();
  const settings = await repository.readSettings(ctx.db, domain_id);
  const nodes = await repository.listNodes(ctx.db, domain_id);
  const certs: DomainCert[] = (await listDomainCerts(ctx.db, domain_id)).map(
    ({ id, name, certificate_type, common_name, issuer, expired_at, auto_cert }) => {
      return { id, name, certificate_type, common_name, issuer, expired_at, auto_cert: auto_cert !== 0 };
    },
  );
  const bound = certs.length > 0 ? { certs } : {};
  const { SHADOW_CACHE_ADDR } = ctx.runtime.config;
  const cache = SHADOW_CACHE_ADDR ? { shadow_cache_addr: SHADOW_CACHE_ADDR } : {};
  return { ...repository.toDomain(row, settings), cert_id: certs[0]?.id ?? 0, ...bound, nodes, ...cache };
}

/**
 * Adds a domain of the caller's own, unaudited, with its origins: all of it or nothing. Throws taken when its OEM has
 * the name, policy_unknown and cert_unknown for a reference the caller does not see, quota_exceeded, and for
 * certificates cert_same_class, other_owner and not_covering.
 */
export function createDomain(ctx: Ctx, input: DomainInput): Promise<Domain> {
  const settings = newSettings(input.src_sites);
  const row = {
    domain_id: uuid(),
    ...ownership(ctx.principal),
    domain: input.domain,
    asset_name: input.asset_name ?? '',
    policy_id: input.policy_id,
    cname: `${randomLabel()}.${ctx.runtime.config.CNAME_ZONE}`,
    auto_cert: 0,
    mode: MODE_CNAME,
    audit_status: UNAUDITED,
    ctime: ctx.now,
    utime: ctx.now,
  };
  return change(
    ctx,
    async (tx) => {
      const cert_ids = await lockCertificates(ctx, tx, row, input);
      await lockPolicyOf(ctx, tx, row, input.policy_id);
      await requireQuota(ctx, tx, { root_id: row.root_id, quota: 'max_domains', requested: 1, field: 'domain' });
      await repository.insertDomain(tx, row, settings);
      for (const cert_id of cert_ids) await bindCert(tx, cert_id, row.domain_id, ctx.now);
      const data = repository.toDomain({ ...row, user_name: ctx.principal.user_name }, settings);
      const after = { ...withSettings(data, settings), ...(cert_ids.length > 0 && { cert_ids }) };
      return { id: row.domain_id, label: row.domain, before: null, after, data };
    },
    () => new AppError('err.guard.domain.taken', { field: 'domain' }),
  );
}

/** Changes a domain. An approved one is distributed anew. Where nothing changes it stays the version that somebody may judge. */
export function updateDomain(ctx: Ctx, domain_id: string, input: DomainEdit): Promise<Domain> {
  return change(ctx, async (tx) => {
    const { row, settings, before } = await lockedDomain(ctx, tx, domain_id);
    const { policy_id: wanted = row.policy_id } = input;
    if (wanted !== row.policy_id) await lockPolicyOf(ctx, tx, row, wanted);
    const data = { ...before, ...input, utime: ctx.now };
    if (saysTheSame(before, data)) return { id: domain_id, label: row.domain, owner: row, data: before };
    const { asset_name, policy_id, auto_cert, mode, utime } = data;
    const written = { asset_name, policy_id, auto_cert: Number(auto_cert), mode, utime };
    await repository.updateDomain(tx, row, written);
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before: withSettings(before, settings),
      after: withSettings(data, settings),
      later: deliver(DOMAIN, [domain_id]),
      data,
    };
  });
}

/** Deletes a domain with all that belongs to it, its traffic too. Nodes that serve it stop. */
export function deleteDomain(ctx: Ctx, domain_id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const { row, settings, before } = await lockedDomain(ctx, tx, domain_id);
    const cascades = await partsOf(tx, domain_id, settings);
    const dns = await domainDeleted(ctx, tx, row);
    await repository.deleteDomain(tx, row);
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before: withSettings(before, settings),
      after: null,
      cascades,
      // The events are another store's; nobody can see them once the domain is gone, so they may follow.
      later: [deliver(DOMAIN, [domain_id]), { kind: FORGET_DOMAIN, orders: [{ object_id: domain_id }] }, ...dns],
      data: null,
    };
  });
}

/** Judges a domain (spec 3). Approval distributes it, also when it was approved before and something has changed. */
export function auditDomain(ctx: Ctx, domain_id: string, audit_status: number) {
  return change(ctx, (tx) => judge(ctx, tx, domain_id, audit_status));
}

/**
 * Keeps the policy from being deleted before the domain refers to it. Another account's is as unknown as none, also to
 * platform staff, who see both.
 */
async function lockPolicyOf(ctx: Ctx, tx: Tx, { root_id }: { root_id: string }, policy_id: string): Promise<void> {
  const policy = await lockPolicy(tx, ctx.scope, policy_id);
  if (policy?.root_id === root_id) return;
  throw new AppError('err.guard.domain.policy_unknown', { field: 'policy_id' });
}

/**
 * The certificates a new domain names, held until it has them. Each must be the caller's and cover the domain, and
 * there is at most one of a class (spec 4.5).
 */
async function lockCertificates(
  ctx: Ctx,
  tx: Tx,
  domain: Pick<DomainRow, 'root_id' | 'domain'>,
  { cert_ids = [], cert_id = 0 }: DomainInput,
): Promise<number[]> {
  const fields = new Map(cert_ids.map((id, i) => [id, `cert_ids.${i}`]));
  if (cert_id !== 0 && !fields.has(cert_id)) fields.set(cert_id, 'cert_id');
  const rows = new Map<number, StoredCert | undefined>();
  // In one order whatever the body's, so that two changes cannot wait for each other.
  for (const id of [...fields.keys()].sort((a, b) => a - b)) rows.set(id, await lockCert(tx, ctx.scope, id));
  const classes = new Set<number>();
  for (const [id, field] of fields) {
    const row = rows.get(id);
    if (!row) throw new AppError('err.guard.domain.cert_unknown', { field });
    requireUsable(row, domain, field);
    if (classes.has(row.certificate_type)) throw new AppError('err.guard.domain.cert_same_class', { field });
    classes.add(row.certificate_type);
  }
  return [...fields.keys()];
}

/** 80 random bits as a DNS label. */
function randomLabel(): string {
  return `d${randomBytes(10).toString('hex')}`;
}
