import { type Migration, Migrator } from 'kysely';
import { ConfigError } from '@/lib/config/env';
import { migrations } from '@/lib/generated/migrations';
import type { Store } from './store';

/**
 * Brings the store to this program's version, all steps in one transaction. A store that has seen a newer program
 * is refused untouched. Throws ConfigError.
 */
export async function migrate(store: Store): Promise<void> {
  const provider = { getMigrations: async () => migrations as Record<string, Migration> };
  const { error } = await new Migrator({ db: store.writer, provider }).migrateToLatest();
  if (error === undefined) return;
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new ConfigError(`The store was written by a newer Parapet; start that version (${error.message})`);
  }
  throw error;
}
