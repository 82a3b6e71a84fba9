import type { Store, Tx } from '@/lib/db/store';
import { requireInForce } from '@/lib/seal/open';
import type { Seal } from '@/lib/seal/seal';

/** Where a channel goes and what it signs with. */
export type Target = { url: string; secret: string };

/** Moved to another channel or tenant it does not open. */
const bond = ({ id, oem_id }: { id: number; oem_id: string }) => `alert_channels ${oem_id} ${id}`;

/** For the transaction that stores it. */
export async function sealTarget(
  tx: Tx,
  seal: Seal,
  place: { id: number; oem_id: string },
  target: Target,
): Promise<string> {
  await requireInForce(tx, seal);
  return seal.seal(JSON.stringify(target), bond(place));
}

/** Throws where it was moved or changed in the store. */
export const openTarget = (seal: Seal, row: { id: number; oem_id: string; sealed: string }): Target =>
  JSON.parse(seal.open(row.sealed, bond(row)));

const BATCH = 100;

/** Brings every channel's secrets under the current master key; what is there already stays. */
export async function rewrapTargets(store: Store, seal: Seal): Promise<void> {
  for (let after = 0; ; ) {
    const last = await store.transaction(async (tx) => {
      const next = tx.selectFrom('alert_channels').select(['id', 'oem_id', 'sealed']).where('id', '>', after);
      const rows = await next.orderBy('id').limit(BATCH).execute();
      for (const row of rows) {
        const sealed = seal.rewrapped(row.sealed, bond(row));
        // Another process may have replaced it since it was read; its seal is a current one then.
        const same = tx.updateTable('alert_channels').where('id', '=', row.id).where('sealed', '=', row.sealed);
        if (sealed !== undefined) await same.set({ sealed }).execute();
      }
      return rows.at(-1);
    });
    if (!last) return;
    after = last.id;
  }
}
