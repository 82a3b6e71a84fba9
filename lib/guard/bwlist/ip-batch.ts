import type { Ctx } from '@/lib/api/context';
import { AppError } from '@/lib/api/errors';
import { change } from '@/lib/change/change';
import { chunks } from '@/lib/db/grouped';
import type { Db, Tx } from '@/lib/db/store';
import { translator } from '@/lib/i18n/translate';
import { end, goOn, type Steps } from '@/lib/jobs/steps';
import { type Refusal, readAddress } from './address';
import type { IpBatch } from './contract';
import { changeIps, recorded, requireFree } from './ip-changes';
import * as repository from './ip-repository';
import { inSteps, PIECE } from './ip-steps';
import type { StoredSet } from './repository';
import { lockSet } from './service';

/**
 * Adds addresses, all or none. What the list has already, or the call names twice, is left as it is and counted. Throws
 * addresses_refused with index and reason of what is no address, too_many_addresses, and quota_exceeded.
 */
export async function addIps(ctx: Ctx, id: string, { ips }: IpBatch): Promise<Added> {
  const given = await readAll(ctx, ips);
  const added = given.length > PIECE ? await addMany(ctx, id, given) : await addFew(ctx, id, given);
  return { ...added, duplicates: ips.length - added.ids.length };
}

type Added = { ids: number[]; duplicates: number };

function addFew(ctx: Ctx, id: string, given: readonly repository.NewIp[]): Promise<{ ids: number[] }> {
  return changeIps(ctx, id, async (tx, set) => {
    const fresh = await freshOf(tx, set, given);
    await requireFree(ctx, tx, set, fresh.length, 'ips');
    const { ids, parts } = await repository.insertIps(tx, set, fresh, ctx.now);
    return { parts, after: fresh.map((ip) => ip.ip_addr), data: { ids } };
  });
}

/**
 * The same in pieces beyond the list's last place, where nobody sees them until the last transaction moves that, with the
 * audit row and the delivery.
 */
function addMany(ctx: Ctx, id: string, given: readonly repository.NewIp[]): Promise<{ ids: number[] }> {
  const { store } = ctx.runtime;
  return inSteps(ctx, id, async (set, steps) => {
    const fresh = await freshOf(ctx.db, set, given);
    await store.transaction((tx) => requireFree(ctx, tx, set, fresh.length, 'ips'));
    const rows = repository.placed(set, fresh);
    const ids: number[] = [];
    for (const some of chunks(rows, PIECE)) {
      ids.push(...(await store.transaction((tx) => insertPiece(ctx, tx, set, steps, some))));
    }
    return change(ctx, (tx) => endFilling(ctx, tx, id, steps, { rows, ids }));
  });
}

async function insertPiece(ctx: Ctx, tx: Tx, set: StoredSet, steps: Steps, rows: readonly repository.PlacedIp[]) {
  await goOn(tx, steps);
  return repository.insertRows(tx, set.id, rows, ctx.now);
}

type Filled = { rows: repository.PlacedIp[]; ids: number[] };

async function endFilling(ctx: Ctx, tx: Tx, id: string, steps: Steps, { rows, ids }: Filled) {
  const set = await lockSet(ctx, tx, id);
  await requireFree(ctx, tx, set, rows.length, 'ips');
  const parts = await repository.showIps(tx, set, rows, ctx.now);
  await end(tx, steps);
  return recorded(ctx, tx, set, { parts, after: rows.map((ip) => ip.ip_addr), data: { ids } });
}

/** Those that the list does not have. */
async function freshOf(db: Db, set: StoredSet, given: readonly repository.NewIp[]): Promise<repository.NewIp[]> {
  const addresses = given.map((ip) => ip.ip_addr);
  const known = new Set((await repository.knownOf(db, set.id, addresses)).map((ip) => ip.ip_addr));
  return given.filter((ip) => !known.has(ip.ip_addr));
}

/** Addresses between which others may come. */
const SOME = 25;

/** Addresses that a refusal names; of more it says how many. */
const REFUSED = 20;

/** The addresses of a batch in their stored form, each once. Ten thousand take tens of milliseconds, so others come between. */
async function readAll(ctx: Ctx, ips: IpBatch['ips']): Promise<repository.NewIp[]> {
  const given = new Map<string, repository.NewIp>();
  const refused: { i: number; why: Refusal }[] = [];
  const pause = ctx.behalf.slices();
  for (const [i, { ip_addr, status }] of ips.entries()) {
    if (i % SOME === 0) await pause();
    const found = readAddress(ip_addr.trim());
    if ('key' in found) refused.push({ i, why: found });
    else if (!given.has(found.ip_addr)) given.set(found.ip_addr, { ...found, status: Number(status) });
  }
  if (refused.length > 0) throw refusalOf(ctx, refused);
  return [...given.values()];
}

function refusalOf(ctx: Ctx, refused: readonly { i: number; why: Refusal }[]): AppError {
  const t = translator(ctx.locale);
  const reasons = refused.slice(0, REFUSED).map(({ i, why: { key, ...values } }) => {
    return `ips.${i}.ip_addr: ${t(`validation.${key}`, values)}`;
  });
  return new AppError('err.guard.bwlist.addresses_refused', {
    field: `ips.${refused[0]?.i}.ip_addr`,
    values: { refused: refused.length, more: refused.length - reasons.length, reasons: reasons.join(' ') },
  });
}
