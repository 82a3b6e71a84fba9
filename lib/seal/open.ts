import { sql } from 'kysely';
import { type Config, ConfigError } from '@/lib/config/env';
import { forShare, isPostgres } from '@/lib/db/dialect';
import type { Store, Tx } from '@/lib/db/store';
import { createKey, keyFileOf, readKeys } from './key-file';
import { KeyMissing, type MasterKey, Seal } from './seal';

declare module '@/lib/db/tables' {
  interface Tables {
    /** The master keys that secrets in this store are sealed with: more than one during a rotation. */
    seal_keys: { kek_id: string; ctime: number };
  }
}

/**
 * The seal of this store. Makes a key file at the very first start. Throws ConfigError, before anything is written,
 * when the key at hand is not the one the store's secrets are sealed with.
 */
export function openSeal(store: Store, config: Config): Promise<Seal> {
  return store.transaction(async (tx) => {
    // Two that start at once on an empty store would each make a key, and neither could start again.
    if (isPostgres(tx)) await sql`lock table seal_keys in share row exclusive mode`.execute(tx);
    const known = (await tx.selectFrom('seal_keys').select('kek_id').execute()).map((row) => row.kek_id);
    const keys = readKeys(config) ?? (known.length === 0 ? ([createKey(config)] as const) : undefined);
    if (!keys)
      throw new ConfigError(
        `SECRET_KEY_FILE: the key file is gone (${keyFileOf(config)}), and the store holds secrets sealed with it; put it back from where its copies are, or set SECRET_KEY to the key that Parapet runs with`,
      );
    const [current, ...previous] = keys;
    const seal = new Seal(current, previous, () => readKeys(config));
    const missing = known.find((kek_id) => !seal.kek_ids.includes(kek_id));
    if (missing !== undefined) {
      throw new ConfigError(`SECRET_KEY: not the key that the store's secrets are sealed with (${missing})`);
    }
    await noteKey(tx, current.kek_id);
    return seal;
  });
}

async function noteKey(tx: Tx, kek_id: string): Promise<void> {
  await tx
    .insertInto('seal_keys')
    .values({ kek_id, ctime: Date.now() })
    .onConflict((c) => c.doNothing())
    .execute();
}

/**
 * Call in the transaction that stores what is sealed: a rotation waits for it. Where one has replaced the key since this
 * process began, the new one is taken from its place. Throws KeyMissing where that is not there: what is sealed with
 * another would never open again.
 */
export async function requireInForce(tx: Tx, seal: Seal): Promise<void> {
  if (await isInForce(tx, seal.current)) return;
  const next = seal.readAgain();
  if (next && (await isInForce(tx, next))) return seal.use(next);
  const { kek_id } = seal.current;
  throw new KeyMissing(
    `the master key ${kek_id} was replaced by a rotation: put the new one in its place, or start this process again with it`,
  );
}

async function isInForce(tx: Tx, { kek_id }: MasterKey): Promise<boolean> {
  const named = tx.selectFrom('seal_keys').select('kek_id').where('kek_id', '=', kek_id);
  return (await named.modifyEnd(forShare(tx)).executeTakeFirst()) !== undefined;
}

/** Ends a rotation: nothing is sealed with the other keys any more. */
export async function forgetOtherKeys(store: Store, kek_id: string): Promise<void> {
  await store.transaction((tx) => tx.deleteFrom('seal_keys').where('kek_id', '!=', kek_id).execute());
}
