import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import type { Paging } from '@/lib/db/paginate';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { protectedBy } from '@/lib/guard/policies/repository';
import { translator } from '@/lib/i18n/translate';
import { requireQuota } from '@/lib/plan/plans/quotas';
import { type Refusal, readAddress } from './address';
import { type Containing, type Ip, type IpBatch, type IpInput, type KnownIp, MAX_IPS } from './contract';
import * as repository from './ip-repository';
import { oneForm } from './one-form';
import { findSet as findStored, type StoredSet, toSet } from './repository';
import { findSet, lockSet } from './service';
import type { IpRow } from './tables';
import { LIST } from './vocabulary';

/** Addresses of a list, the one added last first (spec 4.9). */
export async function listIps(ctx: Ctx, id: string, query: repository.IpFilter & Paging): Promise<Page<Ip>> {
  const set = await findSet(ctx, id);
  if (!query.keyword && query.status === undefined) return repository.pageOfIps(ctx.db, set, query);
  return repository.searchIps(ctx.runtime.store.scan, set.id, query);
}

/** Those of these addresses that a list has; one that is not written as it is stored is in none. */
export async function knownIps(ctx: Ctx, id: string, addresses: readonly string[]): Promise<KnownIp[]> {
  const set = await findSet(ctx, id);
  return repository.knownOf(ctx.db, set.id, [...new Set(addresses)]);
}

/** The lists that contain an address, with the domains on which that has an effect where list and address are enabled. */
export async function searchLists(ctx: Ctx, { ip, ...paging }: Paging & { ip: string }): Promise<Page<Containing>> {
  const page = await repository.containing(ctx.db, ctx.scope, oneForm(ctx, 'ip', ip), paging);
  const policy_ids = [...new Set(page.list.map((row) => row.policy_id))].filter((id) => id !== '');
  const domains = await protectedBy(ctx.db, ctx.scope, policy_ids);
  const list = page.list.map((row) => ({ ...row, ...(domains.get(row.policy_id) ?? NO_DOMAINS) }));
  return { ...page, list };
}

const NO_DOMAINS = { domain_count: 0, first_domain: null };

/** Adds one address. Throws what `oneForm` does, address_taken where the list has it, too_many_addresses, and quota_exceeded. */
export async function addIp(ctx: Ctx, id: string, { ip_addr: written, status }: IpInput): Promise<Ip> {
  const ip_addr = oneForm(ctx, 'ip_addr', written);
  return changeIps(ctx, id, async (tx, set) => {
    requireRoom(set, 1);
    const known = await repository.knownOf(tx, set.id, [ip_addr]);
    if (known.length > 0) {
      throw new AppError('err.guard.bwlist.address_taken', { field: 'ip_addr', values: { ip_addr } });
    }
    await requireEntries(ctx, tx, set, 1, 'ip_addr');
    const ip = { ip_addr, status: Number(status) };
    const { ids, parts } = await repository.insertIps(tx, set, [ip], ctx.now);
    const data = { id: ids[0] ?? 0, ipset_id: set.id, ip_addr, status, ctime: ctx.now, utime: ctx.now };
    return { parts, after: [ip_addr], data };
  });
}

/**
 * Adds addresses, all or none. What the list has already, or the call names twice, is left as it is and counted. Throws
 * addresses_refused with index and reason of what is no address, too_many_addresses, and quota_exceeded.
 */
export function addIps(ctx: Ctx, id: string, { ips }: IpBatch): Promise<{ ids: number[]; duplicates: number }> {
  const given = readAll(ctx, ips);
  return changeIps(ctx, id, async (tx, set) => {
    const known = new Set((await repository.knownOf(tx, set.id, [...given.keys()])).map((ip) => ip.ip_addr));
    const fresh = [...given.values()].filter((ip) => !known.has(ip.ip_addr));
    requireRoom(set, fresh.length);
    await requireEntries(ctx, tx, set, fresh.length, 'ips');
    const { ids, parts } = await repository.insertIps(tx, set, fresh, ctx.now);
    const data = { ids, duplicates: ips.length - fresh.length };
    return { parts, after: fresh.map((ip) => ip.ip_addr), data };
  });
}

/** Enables or disables those of the ids that are in the list. Throws not_found where none is. */
export function setStatuses(ctx: Ctx, id: string, { ip_ids, status }: { ip_ids: number[]; status: boolean }) {
  return changeIps(ctx, id, async (tx, set) => {
    const { changed, parts } = await switched(ctx, tx, set, await requireIps(tx, set, ip_ids), status);
    return { parts, ...(status ? { after: changed } : { before: changed }), data: { changed: changed.length } };
  });
}

/** Deletes those of the ids that are in the list. Throws not_found where none is. */
export function deleteIps(ctx: Ctx, id: string, ip_ids: readonly number[]): Promise<{ deleted: number }> {
  return changeIps(ctx, id, async (tx, set) => {
    const rows = await requireIps(tx, set, ip_ids);
    const parts = await repository.deleteIps(tx, set, rows, ctx.now);
    return { parts, before: rows.map((row) => row.ip_addr), data: { deleted: rows.length } };
  });
}

export async function setStatus(ctx: Ctx, id: string, status: boolean): Promise<Ip> {
  return changeIps(ctx, await setOf(ctx, id), async (tx, set) => {
    const [row] = await requireIps(tx, set, [idOf(id)]);
    if (!row) throw notFound();
    const { changed, parts } = await switched(ctx, tx, set, [row], status);
    const { place: _, ...ip } = row;
    const data = { ...ip, status, utime: changed.length > 0 ? ctx.now : row.utime };
    return { parts, ...(status ? { after: changed } : { before: changed }), data };
  });
}

export async function deleteIp(ctx: Ctx, id: string): Promise<null> {
  await deleteIps(ctx, await setOf(ctx, id), [idOf(id)]);
  return null;
}

/** Enables or disables those of these addresses that are not yet. */
async function switched(ctx: Ctx, tx: Tx, set: StoredSet, rows: readonly IpRow[], status: boolean) {
  const changed = rows.filter((row) => (row.status !== 0) !== status);
  const parts = await repository.setStatuses(tx, set, changed, status, ctx.now);
  return { parts, changed: changed.map((row) => row.ip_addr) };
}

async function requireIps(tx: Tx, set: StoredSet, ids: readonly number[]): Promise<IpRow[]> {
  const rows = await repository.findIps(tx, set.id, ids);
  if (rows.length === 0) throw notFound();
  return rows;
}

/** The list that has an address. Throws not_found outside the caller's scope. */
async function setOf(ctx: Ctx, id: string): Promise<string> {
  const ipset_id = await repository.setOfIp(ctx.db, ctx.scope, idOf(id));
  if (ipset_id === undefined) throw notFound();
  return String(ipset_id);
}

/** What a change of addresses reports: the parts to deliver, and addresses that were, or are, in effect. */
type Done<T> = { parts: readonly number[]; before?: readonly string[]; after?: readonly string[]; data: T };

/** Addresses that a record names; how many there were its counts say. */
const NAMED = 100;

/** Changes addresses of a list, which is locked: its counts are always right. Delivers the parts concerned. */
function changeIps<T>(ctx: Ctx, id: string, work: (tx: Tx, set: StoredSet) => Promise<Done<T>>): Promise<T> {
  return change(ctx, async (tx) => {
    const set = await lockSet(ctx, tx, id);
    const { parts, before = [], after = [], data } = await work(tx, set);
    const changed = (await findStored(tx, ctx.scope, set.id)) ?? set;
    const recorded = (row: StoredSet, addresses: readonly string[]) => {
      return { ...toSet(row), addresses: addresses.slice(0, NAMED) };
    };
    return {
      id,
      label: set.name,
      owner: set,
      before: recorded(set, before),
      after: recorded(changed, after),
      later: deliver(LIST, [id], parts),
      data,
    };
  });
}

function requireRoom(set: StoredSet, more: number): void {
  if (set.enable_count + set.unable_count + more <= MAX_IPS) return;
  throw new AppError('err.guard.bwlist.too_many_addresses', { values: { max: MAX_IPS } });
}

const requireEntries = (ctx: Ctx, tx: Tx, { root_id }: StoredSet, requested: number, field: string) =>
  requireQuota(ctx, tx, { root_id, quota: 'max_list_entries', requested, field });

/** Addresses that a refusal names; of more it says how many. */
const REFUSED = 20;

/** The addresses of a batch by their stored form, each once. */
function readAll(ctx: Ctx, ips: IpBatch['ips']): Map<string, repository.NewIp> {
  const given = new Map<string, repository.NewIp>();
  const refused: { i: number; why: Refusal }[] = [];
  for (const [i, { ip_addr, status }] of ips.entries()) {
    const found = readAddress(ip_addr.trim());
    if ('key' in found) refused.push({ i, why: found });
    else if (!given.has(found.ip_addr)) given.set(found.ip_addr, { ...found, status: Number(status) });
  }
  const [first] = refused;
  if (!first) return given;
  const t = translator(ctx.locale);
  const reasons = refused.slice(0, REFUSED).map(({ i, why: { key, ...values } }) => {
    return `ips.${i}.ip_addr: ${t(`validation.${key}`, values)}`;
  });
  throw new AppError('err.guard.bwlist.addresses_refused', {
    field: `ips.${first.i}.ip_addr`,
    values: { refused: refused.length, more: refused.length - reasons.length, reasons: reasons.join(' ') },
  });
}
