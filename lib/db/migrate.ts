import { type Migration, Migrator } from 'kysely';
import { ConfigError } from '@/lib/config/env';
import { migrations } from '@/lib/generated/migrations';
import type { Logger } from '@/lib/log/logger';
import { isLockTimeout } from './dialect';
import type { Db, Store } from './store';

const known = migrations as Record<string, Migration>;

/** Names of the migrations this program knows, in their order; each is a version of the store. */
export const MIGRATIONS: readonly string[] = Object.keys(known).sort();

/** A start that waits longer than this for another one says so. */
const SILENT_MS = 1_000;

/** Says that another process is waited for, until the answer is called. The embedded store belongs to one process, however slow. */
function sayingWhatItWaitsFor({ kind }: Store, log?: Logger): () => void {
  if (kind === 'embedded') return () => {};
  const waits = setTimeout(
    () => log?.warn('another process brings the store up to date, and this one waits until that is done'),
    SILENT_MS,
  );
  return () => clearTimeout(waits);
}

/**
 * Brings the store to this program's version, all steps in one transaction, after any other process that does so. A store
 * that has seen a newer program is refused untouched. Throws ConfigError.
 */
export async function migrate(store: Store, log?: Logger): Promise<void> {
  const isFree = sayingWhatItWaitsFor(store, log);
  // They are asked for once no other process migrates.
  const getMigrations = async () => {
    isFree();
    return known;
  };
  const { error } = await new Migrator({ db: store.writer, provider: { getMigrations } }).migrateToLatest();
  isFree();
  if (error === undefined) return;
  if (isLockTimeout(error)) {
    throw new ConfigError(
      `DATABASE_URL: the store is in use and cannot be brought up to date; stop every other process on it, and start again (${(error as Error).message})`,
    );
  }
  if (error instanceof Error && error.message.startsWith('corrupted migrations')) {
    throw new ConfigError(`The store was written by a newer Parapet; start that version (${error.message})`);
  }
  throw error;
}

/**
 * Brings a store as far as the migration `to`, in the transaction that is open on the one connection of `db`. Answers
 * which migrations ran.
 */
export async function migrateWithin(db: Db, to: string): Promise<string[]> {
  let cause: unknown;
  const note = ({ up }: Migration): Migration => ({
    up: (tx) =>
      up(tx).catch((error: unknown) => {
        cause = error;
        throw error;
      }),
  });
  const noted = Object.fromEntries(Object.entries(known).map(([name, migration]) => [name, note(migration)]));
  const provider = { getMigrations: async () => noted };
  const { error, results } = await new Migrator({ db, provider, disableTransactions: true }).migrateTo(to);
  // PostgreSQL refuses everything after an error in a transaction, so that what arrives here is not the cause.
  if (cause ?? error) throw cause ?? error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}

/** The last migration a store has seen; undefined where it has seen none. */
export async function versionOf(db: Db): Promise<string | undefined> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return undefined;
  const notes = db as unknown as import('kysely').Kysely<{ kysely_migration: { name: string } }>;
  const { last } = await notes
    .selectFrom('kysely_migration')
    .select((eb) => eb.fn.max('name').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}
