import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import type { Paging } from '@/lib/db/paginate';
import { protectedBy } from '@/lib/guard/policies/repository';
import type { Containing, Ip, IpInput, KnownIp } from './contract';
import { changeIps, requireFree } from './ip-changes';
import * as repository from './ip-repository';
import { changeAll, changeRows, requireIps, toChange } from './ip-steps';
import { oneForm } from './one-form';
import { findSet } from './service';
import { GONE } from './tables';

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
  const page = await repository.containing(ctx.runtime.store.scan, ctx.scope, oneForm(ctx, 'ip', ip), paging);
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
    const known = await repository.knownOf(tx, set.id, [ip_addr]);
    if (known.length > 0) {
      throw new AppError('err.guard.bwlist.address_taken', { field: 'ip_addr', values: { ip_addr } });
    }
    await requireFree(ctx, tx, set, 1, 'ip_addr');
    const ip = { ip_addr, status: Number(status) };
    const { ids, parts } = await repository.insertIps(tx, set, [ip], ctx.now);
    const data = { id: ids[0] ?? 0, ipset_id: set.id, ip_addr, status, ctime: ctx.now, utime: ctx.now };
    return { parts, after: [ip_addr], data };
  });
}

/** Enables or disables those of the ids that are in the list. Throws not_found where none is. */
export async function setStatuses(ctx: Ctx, id: string, { ip_ids, status }: { ip_ids: number[]; status: boolean }) {
  return { changed: await changeAll(ctx, id, ip_ids, Number(status)) };
}

/** Deletes those of the ids that are in the list. Throws not_found where none is. */
export async function deleteIps(ctx: Ctx, id: string, ip_ids: readonly number[]): Promise<{ deleted: number }> {
  return { deleted: await changeAll(ctx, id, ip_ids, GONE) };
}

export async function setStatus(ctx: Ctx, id: string, status: boolean): Promise<Ip> {
  return changeIps(ctx, await setOf(ctx, id), async (tx, set) => {
    const [row] = await requireIps(tx, set, [idOf(id)]);
    if (!row) throw notFound();
    const next = Number(status);
    const rows = toChange([row], next);
    const changed = await changeRows(tx, set, rows, { next, now: ctx.now });
    const { place: _, ...ip } = row;
    return { ...changed, data: { ...ip, status, utime: rows.length > 0 ? ctx.now : row.utime } };
  });
}

export async function deleteIp(ctx: Ctx, id: string): Promise<null> {
  await deleteIps(ctx, await setOf(ctx, id), [idOf(id)]);
  return null;
}

/** The list that has an address. Throws not_found outside the caller's scope. */
async function setOf(ctx: Ctx, id: string): Promise<string> {
  const ipset_id = await repository.setOfIp(ctx.db, ctx.scope, idOf(id));
  if (ipset_id === undefined) throw notFound();
  return String(ipset_id);
}
