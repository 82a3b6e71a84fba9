import type { Ctx } from '@/lib/api/context';
import { AppError, notFound } from '@/lib/api/errors';
import type { Page } from '@/lib/api/fields';
import { idOf } from '@/lib/api/ids';
import { change } from '@/lib/change/change';
import { laterThan, requireUnchanged } from '@/lib/change/later-version';
import type { Tx } from '@/lib/db/store';
import { deliver } from '@/lib/delivery/deliver';
import { lockDomains } from '@/lib/guard/domains/repository';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { DOMAIN } from '@/lib/guard/domains/vocabulary';
import { isRefused } from '@/lib/guard/probes/addresses';
import { type Forward, type ForwardChange, type ForwardInput, MAX_FORWARDS } from './contract';
import { requireFreePort } from './ports';
import * as repository from './repository';
import { PROTOCOLS } from './vocabulary';

const portTaken = () => new AppError('err.guard.forward.port_taken', { field: 'port' });

/** Port forwards the caller sees, newest first (spec 4.10). */
export function listForwards(ctx: Ctx, query: repository.ForwardFilter): Promise<Page<Forward>> {
  return repository.listForwards(ctx.db, ctx.scope, query);
}

export function readForward(ctx: Ctx, id: string): Promise<Forward> {
  return find(ctx, ctx.db, id);
}

/** Forwards a port of a domain, to whose owner the forward belongs. Throws the errors of the contract. */
export function createForward(ctx: Ctx, { domain, domain_id, user_id, ...fields }: ForwardInput): Promise<Forward> {
  refuseHarmful(fields.node_ipaddrs);
  return change(
    ctx,
    async (tx) => {
      const [row] = await lockDomains(tx, ctx.scope, [domain_id]);
      const target = agreed(row, { domain, user_id });
      await requireRoom(tx, domain_id);
      await requireFreePort(tx, domain_id, fields);
      const id = await repository.insertForward(tx, target, { ...fields, ctime: ctx.now, utime: ctx.now });
      const after = await find(ctx, tx, String(id));
      return { ...reported(after, [domain_id]), before: null, after, data: after };
    },
    portTaken,
  );
}

/**
 * Changes what is given of a forward. Another `domain_id` of the same account takes it there. Throws the errors of the
 * contract, and changed where it is no longer as of `seen`.
 */
export function updateForward(ctx: Ctx, id: string, input: ForwardChange, seen?: number): Promise<Forward> {
  const { domain, domain_id: wanted, user_id, ...fields } = input;
  refuseHarmful(fields.node_ipaddrs ?? '');
  return change(
    ctx,
    async (tx) => {
      const { domain_id } = await find(ctx, tx, id);
      const ids = [...new Set([domain_id, wanted ?? domain_id])];
      const rows = new Map((await lockDomains(tx, ctx.scope, ids)).map((row) => [row.domain_id, row]));
      const before = await find(ctx, tx, id);
      // Taken to yet another domain in between, which is not locked.
      if (before.domain_id !== domain_id) throw new AppError('err.changed');
      requireUnchanged(before, seen);
      const target = agreed(rows.get(wanted ?? domain_id), { domain, user_id }, rows.get(domain_id));
      if (target.domain_id !== domain_id) await requireRoom(tx, target.domain_id);
      const next = { ...fieldsOf(before), ...fields, utime: laterThan(before, ctx.now) };
      const isMoved = target.domain_id !== domain_id || next.schema !== before.schema || next.port !== before.port;
      if (isMoved) await requireFreePort(tx, target.domain_id, next, before.id);
      await repository.updateForward(tx, before.id, target, next);
      const after = await find(ctx, tx, id);
      return { ...reported(after, ids), before, after, data: after };
    },
    portTaken,
  );
}

export function deleteForward(ctx: Ctx, id: string): Promise<null> {
  return change(ctx, async (tx) => {
    const { domain_id } = await find(ctx, tx, id);
    await lockDomains(tx, ctx.scope, [domain_id]);
    const before = await find(ctx, tx, id);
    await repository.deleteForward(tx, before.id);
    return { ...reported(before, [before.domain_id]), before, after: null, data: null };
  });
}

async function find(ctx: Ctx, db: Ctx['db'] | Tx, id: string): Promise<Forward> {
  const found = await repository.findForward(db, ctx.scope, idOf(id));
  if (!found) throw notFound();
  return found;
}

/** What every change of a forward says of itself. `domain_ids` are delivered anew. */
function reported(forward: Forward, domain_ids: readonly string[]) {
  const { id, user_id, user_name, domain, domain_id, schema, port } = forward;
  return {
    id: String(id),
    label: `${domain}, ${PROTOCOLS[schema]} ${port}`,
    owner: { user_id, user_name },
    also: domain_id,
    later: deliver(DOMAIN, domain_ids),
  };
}

/**
 * The domain that a body names, where the rest of the body agrees with it. One of another account than `from` is as unknown as
 * none, also to platform staff, who see both.
 */
function agreed(
  row: DomainRow | undefined,
  { domain, user_id }: { domain?: string; user_id?: string },
  from = row,
): DomainRow {
  if (!row || row.root_id !== from?.root_id) {
    throw new AppError('err.guard.forward.domain_unknown', { field: 'domain_id' });
  }
  if (domain !== undefined && domain !== row.domain) {
    throw new AppError('err.guard.forward.domain_mismatch', { field: 'domain', values: { domain: row.domain } });
  }
  if (user_id !== undefined && user_id !== row.user_id) {
    throw new AppError('err.guard.forward.owner_mismatch', { field: 'user_id' });
  }
  return row;
}

async function requireRoom(tx: Tx, domain_id: string): Promise<void> {
  if ((await repository.countForwards(tx, domain_id)) < MAX_FORWARDS) return;
  throw new AppError('err.guard.forward.too_many', { values: { max: MAX_FORWARDS } });
}

/** A node would open its own services, or those that only it may reach, to everybody. */
function refuseHarmful(node_ipaddrs: string): void {
  const harmful = node_ipaddrs.split(',').find((address) => address !== '' && isRefused(address));
  if (harmful === undefined) return;
  throw new AppError('err.guard.forward.address_refused', { field: 'node_ipaddrs', values: { address: harmful } });
}

function fieldsOf(forward: Forward): repository.ForwardFields {
  const { id: _id, user_id: _user, user_name: _name, domain: _domain, domain_id: _domain_id, ...fields } = forward;
  return fields;
}
