import type { Store, Tx } from '@/lib/db/store';
import { requireInForce } from '@/lib/seal/open';
import type { Seal } from '@/lib/seal/seal';
import type { CertRow } from './repository';

type Place = Pick<CertRow, 'id' | 'oem_id'>;
type Field = 'key' | 'sign_key';

/** Where a sealed key belongs: moved to another certificate, tenant or field it does not open. */
const bond = ({ id, oem_id }: Place, field: Field) => `certificates ${oem_id} ${id} ${field}`;

/** The columns of a certificate's private keys, for the transaction that stores them. */
export async function sealKeys(tx: Tx, seal: Seal, place: Place, keys: { key: string; sign_key: string }) {
  await requireInForce(tx, seal);
  return {
    sealed_key: seal.seal(keys.key, bond(place, 'key')),
    sealed_sign_key: keys.sign_key === '' ? '' : seal.seal(keys.sign_key, bond(place, 'sign_key')),
  };
}

/** The private keys of a certificate as PEM. Throws when they were moved or changed in the store. */
export function openKeys(seal: Seal, row: CertRow): { key: string; sign_key: string } {
  return {
    key: seal.open(row.sealed_key, bond(row, 'key')),
    sign_key: row.sealed_sign_key === '' ? '' : seal.open(row.sealed_sign_key, bond(row, 'sign_key')),
  };
}

const BATCH = 100;

/** Brings every private key under the current master key; what is there already stays. Answers how many moved. */
export async function rewrapKeys(store: Store, seal: Seal, size = BATCH): Promise<number> {
  let moved = 0;
  for (let after = 0; ; ) {
    const rows = await store.transaction(async (tx) => {
      const next = tx.selectFrom('certificates').select(['id', 'oem_id', 'sealed_key', 'sealed_sign_key']);
      const batch = await next.where('id', '>', after).orderBy('id').limit(size).execute();
      for (const row of batch) {
        const sealed_key = seal.rewrapped(row.sealed_key, bond(row, 'key'));
        const sealed_sign_key = row.sealed_sign_key && seal.rewrapped(row.sealed_sign_key, bond(row, 'sign_key'));
        if (!sealed_key && !sealed_sign_key) continue;
        const change = { ...(sealed_key && { sealed_key }), ...(sealed_sign_key && { sealed_sign_key }) };
        // Another process may have replaced the key since it was read; its seal is then a current one already.
        await tx
          .updateTable('certificates')
          .set(change)
          .where('id', '=', row.id)
          .where('sealed_key', '=', row.sealed_key)
          .execute();
        moved++;
      }
      return batch;
    });
    const last = rows.at(-1);
    if (!last) return moved;
    after = last.id;
  }
}
