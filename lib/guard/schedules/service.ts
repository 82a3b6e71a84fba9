import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import { change } from '@/lib/change/change';
import type { Tx } from '@/lib/db/store';
import { DnsError } from '@/lib/guard/dns/fault';
import { textsOf } from '@/lib/guard/dns/provider';
import { lockedDomain, requireDomain } from '@/lib/guard/domains/locked';
import { lockDomains } from '@/lib/guard/domains/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { forget } from '@/lib/guard/failover/repository';
import { ownerOf } from '@/lib/queues/owner';
import { type Asked, askedBy, type Changed, callerAsOwner, writeAffair } from './affairs';
import type { AffairsQuery, BatchInput, Connection, Drift, ScheduleAffair, ScheduleDomain } from './contract';
import { asTheyAre, type Operation, rebuilt, switchedTo, takenBack } from './operations';
import { answersOf, remembered } from './records';
import * as repository from './repository';
import type { RecordRow } from './tables';
import { ENABLED, type Mode, SCHEDULE, switchTo } from './vocabulary';

/** Domains the caller sees with their records. `user_id` counts for who sees several users' (spec 4.11). */
export function listDomains(ctx: Ctx, query: repository.DomainsFilter) {
  return repository.listDomains(ctx.db, ctx.scope, ofUser(ctx, query));
}

/** One of them. Throws not_found. */
export async function viewDomain(ctx: Ctx, domain_id: string): Promise<ScheduleDomain> {
  const [domain] = await repository.complete(ctx.db, [await requireDomain(ctx, domain_id)]);
  if (!domain) throw notFound();
  return domain;
}

/** Whether records get into DNS at all. */
export const readConnection = (ctx: Ctx): Connection => ({ connected: ctx.runtime.dns.provider !== undefined });

function ofUser<T extends { user_id?: string }>(ctx: Ctx, query: T): T {
  return ctx.scope.tier === 'user' ? { ...query, user_id: undefined } : query;
}

export async function listRecords(ctx: Ctx, domain_id: string, query: repository.RecordsFilter) {
  await requireDomain(ctx, domain_id);
  return repository.pageOfRecords(ctx.db, domain_id, query);
}

export function listAffairs(ctx: Ctx, query: AffairsQuery) {
  return repository.listAffairs(ctx.db, ctx.scope, ofUser(ctx, query));
}

export async function readAffair(ctx: Ctx, affairs_id: string): Promise<ScheduleAffair> {
  const affair = await repository.findAffair(ctx.db, ctx.scope, affairs_id);
  if (!affair) throw notFound();
  return affair;
}

/** What is to be answered for a domain beside what its server answers now. Throws dns_unavailable, and as `FairQueue.run` does. */
export async function readDrift(ctx: Ctx, domain_id: string): Promise<Drift> {
  const { cname: name } = await requireDomain(ctx, domain_id);
  const wanted = textsOf(answersOf(await repository.ofDomain(ctx.db, domain_id)));
  const { provider } = ctx.runtime.dns;
  if (!provider) return { domain_id, name, connected: false, wanted, found: [], missing: [], unexpected: [] };
  try {
    const signal = ctx.request.signal() ?? new AbortController().signal;
    const found = textsOf(
      await ctx.runtime.queues.probes.run(ownerOf(ctx), () => provider.verify(name, signal), signal),
    );
    const missing = wanted.filter((one) => !found.includes(one));
    const unexpected = found.filter((one) => !wanted.includes(one));
    return { domain_id, name, connected: true, wanted, found, missing, unexpected };
  } catch (error) {
    if (!(error instanceof DnsError)) throw error;
    throw new AppError('err.guard.schedule.dns_unavailable', {
      values: { fault: error.fault, detail: error.detail, said: error.message },
    });
  }
}

/**
 * Has the origins, or the nodes, of a domain answer for it. Its records of them are made where there are none. Throws
 * no_record where nothing would answer any more.
 */
export const switchMode = (ctx: Ctx, domain_id: string, mode: Mode, comment: string) =>
  schedule(ctx, domain_id, askedBy(ctx, switchTo(mode), comment), switchedTo(mode));

/** Makes the records of a domain anew; who answers for it stays. */
export const init = (ctx: Ctx, domain_id: string, comment: string) =>
  schedule(ctx, domain_id, askedBy(ctx, 'init', comment), rebuilt);

/** Takes the last change of the records of a domain back. */
export const reset = (ctx: Ctx, domain_id: string, comment: string) =>
  schedule(ctx, domain_id, askedBy(ctx, 'reset', comment), takenBack);

/** Brings the records as they are into DNS once more, whatever somebody made of them there. */
export const repair = (ctx: Ctx, domain_id: string, comment: string) =>
  schedule(ctx, domain_id, askedBy(ctx, 'repair', comment), asTheyAre);

function schedule(ctx: Ctx, domain_id: string, asked: Asked, operation: Operation): Promise<ScheduleAffair> {
  return change(ctx, async (tx) => {
    const { row, settings } = await lockedDomain(ctx, tx, domain_id);
    const before = await repository.ofDomain(tx, domain_id);
    const after = await operation(tx, { row, settings, records: before }, ctx.now);
    // Whoever changes records by hand decides; automatic switching begins anew.
    await forget(tx, [domain_id]);
    const changes = [{ domain: row, before, after }];
    const { affair, later } = await writeAffair(tx, changes, asked, callerAsOwner(ctx));
    return {
      ...{ id: domain_id, label: row.domain, owner: row },
      ...{ before: recorded(before), after: recorded(after) },
      ...{ later, data: repository.toAffair(affair) },
    };
  });
}

/** What a revision keeps. */
function recorded(records: readonly RecordRow[]) {
  const entries = records.map(({ value, node_id, status, group_type, switch_state }) => {
    return [node_id === '' ? value : `${node_id} ${value}`, { status, group_type, switch_state }] as const;
  });
  return { records: Object.fromEntries(entries) };
}

/**
 * Switches records on or off, all or none. Throws not_found where the caller sees none of them, and record_unknown where
 * some are not theirs. Those that stay remember what they were as well, so that a reset takes exactly this change back.
 */
export function setStatus(ctx: Ctx, { record_ids, status, comment }: BatchInput): Promise<ScheduleAffair> {
  return change(ctx, async (tx) => {
    const domains = await lockedDomains(ctx, tx, record_ids);
    const records = await repository.recordsOf(tx, [...domains.keys()]);
    const wanted = new Set(record_ids);
    const present = new Set([...records.values()].flat().map((record) => record.record_id));
    const unknown = record_ids.findIndex((record_id) => !present.has(record_id));
    if (unknown >= 0) throw new AppError('err.guard.schedule.record_unknown', { field: `record_ids.${unknown}` });
    const changes: Changed[] = [...domains].map(([domain_id, domain]) => {
      const before = records.get(domain_id) ?? [];
      const after = before.map((record) =>
        wanted.has(record.record_id) ? turned(record, status, ctx.now) : remembered(record),
      );
      return { domain, before, after };
    });
    const asked = askedBy(ctx, status === ENABLED ? 'enable' : 'disable', comment);
    const { affair, later } = await writeAffair(tx, changes, asked, callerAsOwner(ctx));
    const done = { later, data: repository.toAffair(affair) };
    const parts = changes.map(({ domain, before, after }) => ({
      ...{ id: domain.domain_id, label: domain.domain },
      ...{ before: recorded(before), after: recorded(after ?? []) },
    }));
    const [one] = parts;
    if (one && parts.length === 1) return { ...one, owner: affair, ...done };
    const cascades = parts.map(({ id, before, after }) => ({ type: SCHEDULE, id, before, after }));
    return { id: '', label: parts.map(({ label }) => label).join(', '), cascades, ...done };
  });
}

const turned = (record: RecordRow, status: number, utime: number): RecordRow => ({
  ...remembered(record),
  ...{ status, wanted: Number(status === ENABLED), utime },
});

/** The domains of these records, locked in one order. */
async function lockedDomains(ctx: Ctx, tx: Tx, record_ids: readonly string[]): Promise<Map<string, DomainRow>> {
  const found = await repository.domainsOfRecords(tx, ctx.scope, record_ids);
  if (found.size === 0) throw notFound();
  const rows = await lockDomains(tx, ctx.scope, [...new Set(found.values())]);
  return new Map(rows.map((row) => [row.domain_id, row]));
}
