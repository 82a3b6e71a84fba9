/**
 * `npm run rotate-key`: brings every sealed secret under a new master key. Interrupted, it goes on when it is called
 * again. Exit code 0 done, 2 could not.
 */
import { existsSync } from 'node:fs';
import { rewrapTargets } from '@/lib/analytics/alert-channels/sealed';
import { rewrapNoteKey } from '@/lib/audit/notes';
import { ConfigError, readConfig } from '@/lib/config/env';
import { migrate } from '@/lib/db/migrate';
import { openStore, type Store, storeFile } from '@/lib/db/store';
import { rewrapKeys } from '@/lib/guard/certs/sealed-keys';
import { forgetPrevious, replaceKey } from '@/lib/seal/key-file';
import { forgetOtherKeys, openSeal } from '@/lib/seal/open';
import type { Seal } from '@/lib/seal/seal';

/** Answers how many certificates moved. */
async function rewrap(store: Store, seal: Seal): Promise<number> {
  const moved = await rewrapKeys(store, seal);
  await rewrapTargets(store, seal);
  await rewrapNoteKey(store, seal);
  return moved;
}

async function run(): Promise<string> {
  const config = readConfig();
  const isOnFile = config.SECRET_KEY === undefined;
  if (!isOnFile && config.SECRET_KEY_PREVIOUS === undefined) {
    throw new ConfigError('SECRET_KEY_PREVIOUS: give the key in force until now there, and the new one in SECRET_KEY');
  }
  if (!config.DATABASE_URL && !existsSync(storeFile(config.DATA_DIR))) {
    throw new ConfigError(`DATA_DIR: there is no store in ${config.DATA_DIR}`);
  }
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    await migrate(store);
    // Opened first with the key as it is: a wrong one must not be replaced.
    await openSeal(store, config);
    if (isOnFile) replaceKey(config);
    const seal = await openSeal(store, config);
    const before = await rewrap(store, seal);
    await forgetOtherKeys(store, seal.current.kek_id);
    // From then on no process seals with another key; until then one that shares the store may have.
    const moved = before + (await rewrap(store, seal));
    if (isOnFile) forgetPrevious(config);
    return `${moved} certificates are sealed with the new key ${seal.current.kek_id}`;
  } finally {
    await store.close();
  }
}

run().then(
  (result) => process.stdout.write(`${result}\n`),
  (error: Error) => {
    process.stderr.write(`The key was not rotated: ${error.message}\n`);
    process.exitCode = 2;
  },
);
