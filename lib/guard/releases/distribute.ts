import type { Ctx } from '@/lib/api/context';
import { enqueue } from '@/lib/change/outbox';
import { forUpdate } from '@/lib/db/dialect';
import { chunks } from '@/lib/db/grouped';
import type { Tx } from '@/lib/db/store';
import { APPROVED } from '@/lib/guard/domains/contract';
import type { DomainRow } from '@/lib/guard/domains/tables';
import { type Rendered, renderDomains, renderRemoval } from './render';
import * as repository from './repository';

type Delivery = (tx: Tx, audit_id: number) => Promise<void>;

/** Domains taken at a time: what is read and written for each of them together is some megabytes at most. */
const CHUNK = 100;

/**
 * For `deliver` of a change: one release for each of these domains whose configuration differs from its last one.
 * Domains that are not approved make none (spec 3).
 */
export function distribute(ctx: Ctx, domain_ids: readonly string[]): Delivery {
  return async (tx, audit_id) => {
    // In one order everywhere, so that two changes cannot wait for each other.
    for (const some of chunks([...new Set(domain_ids)].sort(), CHUNK)) {
      const approved = (await lock(tx, some)).filter((row) => row.audit_status === APPROVED);
      if (approved.length === 0) continue;
      await release(ctx, tx, audit_id, approved, await renderDomains(tx, approved), 'apply');
    }
  };
}

/** For `deliver` of a deletion: tells the nodes that ever got the domain to forget it, even if it was rejected since. */
export function withdraw(ctx: Ctx, row: DomainRow): Delivery {
  return async (tx, audit_id) => {
    const isServed = (await repository.lastReleases(tx, [row.domain_id])).size > 0;
    const rendered = new Map([[row.domain_id, renderRemoval(row)]]);
    if (isServed) await release(ctx, tx, audit_id, [row], rendered, 'remove');
  };
}

function lock(tx: Tx, domain_ids: readonly string[]): Promise<DomainRow[]> {
  const rows = tx.selectFrom('domains').selectAll().where('domain_id', 'in', domain_ids).orderBy('domain_id');
  return rows.modifyEnd(forUpdate(tx as never)).execute();
}

async function release(
  ctx: Ctx,
  tx: Tx,
  audit_id: number,
  rows: readonly DomainRow[],
  rendered: ReadonlyMap<string, Rendered>,
  action: 'apply' | 'remove',
): Promise<void> {
  const last = await repository.lastReleases(
    tx,
    rows.map((row) => row.domain_id),
  );
  const cause = { cause: ctx.route.action, actor_id: ctx.principal.user_id, actor_name: ctx.principal.user_name };
  const releases = rows.flatMap((row) => {
    const { domain_id, domain, oem_id, root_id, user_id } = row;
    const [before, next] = [last.get(domain_id), rendered.get(domain_id)];
    if (!next || next.hash === before?.hash) return [];
    const owned = { domain_id, domain, oem_id, root_id, user_id };
    return [{ ...owned, ...cause, ...next, number: (before?.number ?? 0) + 1, audit_id, ctime: ctx.now }];
  });
  if (releases.length === 0) return;
  await repository.insertReleases(tx, releases);
  const messages = releases.map(({ domain_id, domain, number, hash }) => ({
    ...{ topic: 'domain.distribute', object_id: domain_id },
    payload: { domain_id, domain, action, number, hash },
  }));
  await enqueue(ctx, tx, audit_id, messages);
}
