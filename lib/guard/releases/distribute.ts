import type { Ctx } from '@/lib/api/context';
import { enqueue } from '@/lib/change/outbox';
import { forUpdate } from '@/lib/db/dialect';
import type { Tx } from '@/lib/db/store';
import { APPROVED } from '@/lib/guard/domains/contract';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { type Rendered, renderDomain, renderRemoval } from './render';
import * as repository from './repository';

type Delivery = (tx: Tx, audit_id: number) => Promise<void>;

/**
 * For `deliver` of a change: one release for each of these domains whose configuration differs from its last one.
 * Domains that are not approved make none (spec 3).
 */
export function distribute(ctx: Ctx, domain_ids: readonly string[]): Delivery {
  return async (tx, audit_id) => {
    // In one order everywhere, so that two changes cannot wait for each other.
    for (const domain_id of [...new Set(domain_ids)].sort()) {
      const row = await lock(tx, domain_id);
      if (row?.audit_status === APPROVED) await release(ctx, tx, audit_id, row, await renderDomain(tx, row), 'apply');
    }
  };
}

/** For `deliver` of a deletion: tells the nodes that ever got the domain to forget it, even if it was rejected since. */
export function withdraw(ctx: Ctx, row: DomainRow): Delivery {
  return async (tx, audit_id) => {
    const isServed = await repository.lastRelease(tx, row.domain_id);
    if (isServed) await release(ctx, tx, audit_id, row, renderRemoval(row), 'remove');
  };
}

function lock(tx: Tx, domain_id: string): Promise<DomainRow | undefined> {
  const one = tx.selectFrom('domains').selectAll().where('domain_id', '=', domain_id);
  return one.modifyEnd(forUpdate(tx as never)).executeTakeFirst();
}

async function release(
  ctx: Ctx,
  tx: Tx,
  audit_id: number,
  row: DomainRow,
  { config, hash }: Rendered,
  action: 'apply' | 'remove',
): Promise<void> {
  const { domain_id, domain, oem_id, root_id, user_id } = row;
  const last = await repository.lastRelease(tx, domain_id);
  if (last?.hash === hash) return;
  const number = (last?.number ?? 0) + 1;
  await repository.insertRelease(tx, {
    domain_id,
    number,
    oem_id,
    root_id,
    user_id,
    domain,
    hash,
    config,
    cause: ctx.route.action,
    audit_id,
    actor_id: ctx.principal.user_id,
    actor_name: ctx.principal.user_name,
    ctime: ctx.now,
  });
  const payload = { domain_id, domain, action, number, hash };
  await enqueue(ctx, tx, audit_id, { topic: 'domain.distribute', object_id: domain_id, payload });
}
