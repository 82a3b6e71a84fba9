import type { Db, Tx } from '@/lib/db/store';
import { type Scope, visible } from '@/lib/tenancy/scope';
import type { DomainRow } from './tables';

/** How many changes the log keeps; whoever is half as far behind reads the domains anew. */
const KEPT_CHANGES = 20_000;

/** Bounds of what a memory has missed, or that it is better thrown away. */
export type Missed = { epoch: number; isTooMuch: boolean };

type Changed = Pick<DomainRow, 'oem_id' | 'root_id' | 'user_id' | 'domain'>;

/**
 * Notes that a domain appeared, disappeared or was judged, so that every process knows which of what it remembers is
 * stale. The counter's row stays locked until the commit: epochs become visible in their order.
 */
export async function noteChange(tx: Tx, { oem_id, root_id, user_id, domain }: Changed): Promise<void> {
  const { epoch } = await tx
    .insertInto('domain_epoch')
    .values({ one: 1, epoch: 1 })
    .onConflict((c) => c.column('one').doUpdateSet((eb) => ({ epoch: eb('domain_epoch.epoch', '+', 1) })))
    .returning('epoch')
    .executeTakeFirstOrThrow();
  await tx.insertInto('domain_changes').values({ epoch, oem_id, root_id, user_id, domain }).execute();
  await tx
    .deleteFrom('domain_changes')
    .where('epoch', '=', epoch - KEPT_CHANGES)
    .execute();
}

/** What a memory of epoch `known` has missed. Ask before reading what is to be remembered, never after. */
export async function missedSince(db: Db, known: number | undefined): Promise<Missed> {
  const row = await db.selectFrom('domain_epoch').select('epoch').where('one', '=', 1).executeTakeFirst();
  const epoch = row?.epoch ?? 0;
  return { epoch, isTooMuch: known === undefined || epoch - known > KEPT_CHANGES / 2 };
}

/** Whether a change after epoch `known` concerns what `scope` sees. */
export async function hasChanged(db: Db, scope: Scope, known: number): Promise<boolean> {
  const row = await db
    .selectFrom('domain_changes')
    .select('epoch')
    .where('epoch', '>', known)
    .where(visible(scope, 'domain_changes'))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Names of the domains that changed after epoch `known`, also of those that are gone. */
export async function changedNames(db: Db, known: number): Promise<string[]> {
  const rows = await db.selectFrom('domain_changes').select('domain').distinct().where('epoch', '>', known).execute();
  return rows.map((row) => row.domain);
}
