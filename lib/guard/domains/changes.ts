import { planned } from '@/lib/db/prepared';
import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { DomainRow } from './tables';

/** How many changes the log keeps; whoever is half as far behind reads the domains anew. */
const KEPT_CHANGES = 20_000;

/** Bounds of what a cache has missed, or that it is better thrown away. */
export type Missed = { epoch: number; isTooMuch: boolean };

type Changed = Pick<DomainRow, 'oem_id' | 'root_id' | 'user_id' | 'domain_id' | 'domain'>;

/**
 * Notes that a domain appeared, disappeared or was judged, so that every process knows which of what it cached is
 * stale. The counter's row stays locked until the commit: epochs become visible in their order.
 */
export const noteChange = (tx: Tx, domain: Changed) => note(tx, domain, 0);

/** Notes that a domain has another asset name, which concerns only who cached what to search. */
export const noteRenaming = (tx: Tx, domain: Changed) => note(tx, domain, 1);

async function note(tx: Tx, domain: Changed, is_renaming: number): Promise<void> {
  const { oem_id, root_id, user_id, domain_id } = domain;
  const { epoch } = await tx
    .insertInto('domain_epoch')
    .values({ one: 1, epoch: 1 })
    .onConflict((c) => c.column('one').doUpdateSet((eb) => ({ epoch: eb('domain_epoch.epoch', '+', 1) })))
    .returning('epoch')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('domain_changes')
    .values({ epoch, oem_id, root_id, user_id, domain_id, domain: domain.domain, is_renaming })
    .execute();
  await tx
    .deleteFrom('domain_changes')
    .where('epoch', '=', epoch - KEPT_CHANGES)
    .execute();
}

const counted = planned((db) => db.selectFrom('domain_epoch').select('epoch').where('one', '=', 1));

/** What a cache of epoch `known` has missed. Ask before reading what is to be cached, never after. */
export async function missedSince(db: Db, known: number | undefined): Promise<Missed> {
  const [row] = await counted(db, {});
  const epoch = row?.epoch ?? 0;
  return { epoch, isTooMuch: known === undefined || epoch - known > KEPT_CHANGES / 2 };
}

const changesAfter = (db: Db, known: number) => db.selectFrom('domain_changes').where('epoch', '>', known);

/** Whether another than a renaming after epoch `known` concerns what `scope` sees. */
export async function hasChanged(db: Db, scope: Scope, known: number): Promise<boolean> {
  const found = changesAfter(db, known).where('is_renaming', '=', 0).where(visible(scope, 'domain_changes'));
  return (await found.select('epoch').limit(1).executeTakeFirst()) !== undefined;
}

/** Ids of the domains that changed after epoch `known`, also of those that are gone, as far as `scope` sees them. */
export async function changedIds(db: Db, scope: Scope, known: number): Promise<string[]> {
  const changes = changesAfter(db, known).where(visible(scope, 'domain_changes'));
  const rows = await changes.select('domain_id').distinct().execute();
  return rows.map((row) => row.domain_id);
}
