import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { change } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { lockPolicy } from '@/lib/guard/policies/repository';
import { ownership } from '@/lib/tenancy/scope';
import { APPROVED, type Domain, type DomainDetail, type DomainEdit, type DomainInput, UNAUDITED } from './contract';
import * as repository from './repository';
import { newSettings, type Settings } from './settings';

/** Onboarding by a CNAME record, the one mode there is. */
const MODE_CNAME = 1;

/** Domains the caller sees, newest first (spec 4.5). */
export function listDomains(ctx: Ctx, query: repository.DomainFilter): Promise<Page<Domain>> {
  return repository.listDomains(ctx.db, ctx.scope, query);
}

export async function readDomain(ctx: Ctx, domain_id: string): Promise<DomainDetail> {
  const row = await repository.findDomain(ctx.db, ctx.scope, domain_id);
  if (!row) throw notFound();
  const settings = await repository.readSettings(ctx.db, domain_id);
  const nodes = await repository.listNodes(ctx.db, domain_id);
  return { ...repository.toDomain(row, settings), cert_id: 0, nodes };
}

/**
 * Adds a domain of the caller's own, unaudited, with its origins: all of it or nothing. Throws taken when its OEM has
 * the name, policy_unknown and cert_unknown for a reference the caller does not see.
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
      await holdPolicy(ctx, tx, input.policy_id);
      refuseCertificates(input);
      await repository.insertDomain(tx, row, settings);
      const data = repository.toDomain({ ...row, user_name: ctx.principal.user_name }, settings);
      return { id: row.domain_id, label: row.domain, before: null, after: whole(data, settings), data };
    },
    new AppError('err.guard.domain.taken', { field: 'domain' }),
  );
}

/** Changes a domain. An approved one is distributed anew. */
export function updateDomain(ctx: Ctx, domain_id: string, input: DomainEdit): Promise<Domain> {
  return change(ctx, async (tx) => {
    const { row, settings, before } = await hold(ctx, tx, domain_id);
    if (input.policy_id !== undefined && input.policy_id !== row.policy_id) await holdPolicy(ctx, tx, input.policy_id);
    const data = { ...before, ...input, utime: ctx.now };
    const { asset_name, policy_id, auto_cert, mode, utime } = data;
    await repository.updateDomain(tx, row, { asset_name, policy_id, auto_cert: Number(auto_cert), mode, utime });
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before: whole(before, settings),
      after: whole(data, settings),
      deliver: row.audit_status === APPROVED ? [distribution(row)] : [],
      data,
    };
  });
}

/** Deletes a domain with all that belongs to it, its traffic too. Nodes that serve it are told to stop. */
export async function deleteDomain(ctx: Ctx, domain_id: string): Promise<null> {
  await change(ctx, async (tx) => {
    const { row, settings, before } = await hold(ctx, tx, domain_id);
    await repository.deleteDomain(tx, row);
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before: whole(before, settings),
      after: null,
      deliver: row.audit_status === APPROVED ? [distribution(row, 'remove')] : [],
      data: null,
    };
  });
  // The events are another store's; nobody can see them once the domain is gone, so they may follow.
  await ctx.runtime.analytics.store.forgetDomain(domain_id);
  return null;
}

/** Judges a domain (spec 3). Approval distributes it, also when it was approved before. */
export function auditDomain(ctx: Ctx, domain_id: string, audit_status: number) {
  return change(ctx, async (tx) => {
    const { row, settings, before } = await hold(ctx, tx, domain_id);
    await repository.setAuditStatus(tx, row, audit_status, ctx.now);
    return {
      id: domain_id,
      label: row.domain,
      owner: row,
      before: whole(before, settings),
      after: whole({ ...before, audit_status, utime: ctx.now }, settings),
      deliver: audit_status === APPROVED ? [distribution(row)] : [],
      data: { domain_id, audit_status },
    };
  });
}

/** The domain, locked until the transaction ends. Throws not_found outside the scope. */
async function hold(ctx: Ctx, tx: Tx, domain_id: string) {
  const row = await repository.lockDomain(tx, ctx.scope, domain_id);
  if (!row) throw notFound();
  const settings = await repository.readSettings(tx, domain_id);
  return { row, settings, before: repository.toDomain(row, settings) };
}

/** Keeps the policy from being deleted before the domain refers to it. Another's policy is as unknown as none. */
async function holdPolicy(ctx: Ctx, tx: Tx, policy_id: string): Promise<void> {
  if (await lockPolicy(tx, ctx.scope, policy_id)) return;
  throw new AppError('err.guard.domain.policy_unknown', { field: 'policy_id' });
}

/** Every certificate must exist (spec 4.5); the store has none. */
function refuseCertificates({ cert_ids = [], cert_id = 0 }: DomainInput): void {
  if (cert_ids.length > 0) throw new AppError('err.guard.domain.cert_unknown', { field: 'cert_ids.0' });
  if (cert_id !== 0) throw new AppError('err.guard.domain.cert_unknown', { field: 'cert_id' });
}

/** What a revision keeps: the domain with its settings. */
const whole = (domain: Domain, settings: Settings) => ({ ...domain, settings });

/** The order to bring a domain's configuration to its nodes, or to take it from them. */
function distribution(
  { domain_id, domain }: { domain_id: string; domain: string },
  action: 'apply' | 'remove' = 'apply',
) {
  return { topic: 'domain.distribute', object_id: domain_id, payload: { domain_id, domain, action } };
}

/** 80 random bits as a DNS label. */
function randomLabel(): string {
  return `d${randomBytes(10).toString('hex')}`;
}
