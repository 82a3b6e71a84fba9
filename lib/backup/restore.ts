import { sql } from 'kysely';
import type { Config } from '@/lib/config/env';
import { inOrderOfReference, type StoredTable, tablesOf } from '@/lib/db/catalogue';
import { MIGRATIONS, migrateWithin } from '@/lib/db/migrate';
import { type Db, openStore, type Store } from '@/lib/db/store';
import { BackupError } from './error';
import { type StagedEvents, stageEvents } from './events';
import { fillTable } from './fill';
import type { Manifest, TableEntry } from './manifest';
import { verifyBackup } from './verify';

const LATEST = MIGRATIONS.at(-1) ?? '';

export type Restored = { manifest: Manifest; withEvents: boolean };

/**
 * Fills empty stores from a backup that was verified as a whole before. All of the configuration comes in one
 * transaction: broken off, it has not happened, and can be begun again. Throws BackupError or ConfigError.
 */
export async function restore(config: Config, dir: string, withoutEvents = false): Promise<Restored> {
  const manifest = await verifyBackup(dir);
  refuseUnknown(manifest);
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  let events: StagedEvents | undefined;
  try {
    await refuseFilled(store.writer, config);
    if (manifest.events && !withoutEvents) events = await stageEvents(dir, manifest.events, config.DATA_DIR);
    await inOneTransaction(store, async (db) => {
      await refuseFilled(db, config);
      await fill(db, dir, manifest);
      events?.place();
    });
    // What was restored stays, whatever becomes of this; PostgreSQL does it by itself in a while.
    if (store.kind === 'postgres') await sql`analyze`.execute(store.writer).catch(() => undefined);
    return { manifest, withEvents: events !== undefined };
  } catch (error) {
    events?.remove();
    throw error;
  } finally {
    await store.close();
  }
}

function refuseUnknown({ version, parapet }: Manifest): void {
  if (MIGRATIONS.includes(version)) return;
  throw new BackupError(
    `the backup has the store's version ${version} (Parapet ${parapet}); this program knows up to ${LATEST}`,
  );
}

async function refuseFilled(db: Db, { DATABASE_URL, DATA_DIR }: Config): Promise<void> {
  const tables = await tablesOf(db);
  if (tables.length === 0) return;
  const place = DATABASE_URL ? 'DATABASE_URL: the database' : `DATA_DIR: the store in ${DATA_DIR}`;
  throw new BackupError(`${place} is not empty (${tables.length} tables); restore into a new one`);
}

/** Raw, because the migrations want the connection itself. */
function inOneTransaction(store: Store, work: (db: Db) => Promise<void>): Promise<void> {
  return store.writer.connection().execute(async (db) => {
    await sql.raw(store.kind === 'embedded' ? 'begin immediate' : 'begin').execute(db);
    try {
      if (store.kind === 'postgres') await sql`set local statement_timeout = 0`.execute(db);
      await work(db);
      await sql`commit`.execute(db);
    } catch (error) {
      await sql`rollback`.execute(db).catch(() => undefined);
      throw error;
    }
  });
}

/** Makes the tables as they were when the backup was taken, fills them, and only then brings them to this version. */
async function fill(db: Db, dir: string, manifest: Manifest): Promise<void> {
  const ran = await migrateWithin(db, manifest.version);
  if (ran.length !== MIGRATIONS.indexOf(manifest.version) + 1) {
    throw new BackupError('another Parapet has just begun to use the store; stop it first');
  }
  const stored = await tablesOf(db);
  const entries = entriesFor(stored, manifest);
  for (const table of inOrderOfReference(stored)) {
    const entry = entries.get(table.name);
    if (entry) await fillTable(db, dir, entry, table);
  }
  await migrateWithin(db, LATEST);
}

/** What the backup has for each table of its version. Throws BackupError unless that is all of them, and whole. */
function entriesFor(stored: readonly StoredTable[], { tables, left_out }: Manifest): Map<string, TableEntry> {
  const shape = (name: string, columns: readonly string[]) => `${name} (${[...columns].sort().join(', ')})`;
  const wanted = stored.filter(({ name }) => !left_out.includes(name));
  const expected = new Set(
    wanted.map(({ name, columns }) =>
      shape(
        name,
        columns.map((column) => column.name),
      ),
    ),
  );
  const found = new Set(tables.map(({ name, columns }) => shape(name, columns)));
  const missing = [...expected].find((table) => !found.has(table));
  if (missing !== undefined) throw new BackupError(`the backup does not hold ${missing}`);
  const added = [...found].find((table) => !expected.has(table));
  if (added !== undefined) throw new BackupError(`the store has no ${added}`);
  return new Map(tables.map((entry) => [entry.name, entry]));
}
