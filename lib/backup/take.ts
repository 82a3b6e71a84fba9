import path from 'node:path';
import type { Config } from '@/lib/config/env';
import { type StoredTable, tablesOf } from '@/lib/db/catalogue';
import { MIGRATIONS, versionOf } from '@/lib/db/migrate';
import { lastSerial } from '@/lib/db/serial';
import { openSnapshot, type Snapshot } from '@/lib/db/snapshot';
import packageJson from '@/package.json' with { type: 'json' };
import { BackupError } from './error';
import { backUpEvents, IN_CLICKHOUSE } from './events';
import { makeFolder, newFolder, sync } from './folder';
import { LEFT_OUT } from './left-out';
import { FORMAT, type Manifest, type TableEntry, writeManifest } from './manifest';
import { writeTable } from './table-file';
import { verifyBackup } from './verify';

/** The part of a manifest that comes from the configuration store. */
type Configuration = Pick<Manifest, 'taken_at' | 'store' | 'version' | 'kek_ids' | 'tables' | 'left_out'>;

/**
 * Writes what the stores hold at one moment into the new folder `dir`, beside whoever serves from them. Throws
 * BackupError or ConfigError, and leaves nothing behind then.
 */
export async function backUp(config: Config, dir: string): Promise<Manifest> {
  let manifest: Manifest | undefined;
  await newFolder(dir, async (partial) => {
    const configuration = await backUpConfiguration(config, partial);
    const events = config.CLICKHOUSE_URL ? IN_CLICKHOUSE : await backUpEvents(config.DATA_DIR, partial);
    manifest = { format: FORMAT, parapet: packageJson.version, ...configuration, ...events };
    writeManifest(partial, manifest);
    await verifyBackup(partial);
  });
  return manifest as Manifest;
}

async function backUpConfiguration(config: Config, folder: string): Promise<Configuration> {
  const snapshot = await openSnapshot({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    const taken_at = new Date().toISOString();
    const version = await knownVersion(snapshot);
    const stored = await tablesOf(snapshot.db);
    const tables: TableEntry[] = [];
    makeFolder(path.join(folder, 'tables'));
    for (const table of stored) {
      if (!LEFT_OUT.has(table.name)) tables.push(await backUpTable(snapshot, table, folder));
    }
    sync(path.join(folder, 'tables'));
    const left_out = stored.map(({ name }) => name).filter((name) => LEFT_OUT.has(name));
    return { taken_at, store: snapshot.kind, version, kek_ids: await kekIds(snapshot, stored), tables, left_out };
  } finally {
    await snapshot.close();
  }
}

async function knownVersion({ db }: Snapshot): Promise<string> {
  const version = await versionOf(db);
  if (version === undefined) throw new BackupError('the store is empty: there is nothing to back up');
  if (MIGRATIONS.includes(version)) return version;
  throw new BackupError(`the store was written by a newer Parapet (${version}); back it up with that one`);
}

async function backUpTable(snapshot: Snapshot, table: StoredTable, folder: string): Promise<TableEntry> {
  const columns = table.columns.map((column) => column.name);
  const written = await writeTable(folder, table.name, snapshot.rows(selectAll(snapshot, table)));
  const last_serial = table.serial === null ? null : await lastSerial(snapshot.db, table.name, table.serial);
  return { name: table.name, columns, ...written, last_serial };
}

/** Both stores in one order, so that the same rows give the same hash: text by its bytes. */
function selectAll({ kind }: Snapshot, { name, columns, key }: StoredTable): string {
  if (key.length === 0) throw new Error(`${name} has no primary key to be read in the order of`);
  const textual = new Set(columns.filter(({ type }) => type === 'text').map((column) => column.name));
  const byBytes = (column: string) => (kind === 'postgres' && textual.has(column) ? ' collate "C"' : '');
  const list = columns.map((column) => `"${column.name}"`).join(', ');
  return `select ${list} from "${name}" order by ${key.map((column) => `"${column}"${byBytes(column)}`).join(', ')}`;
}

async function kekIds({ db }: Snapshot, stored: readonly StoredTable[]): Promise<string[]> {
  if (!stored.some(({ name }) => name === 'seal_keys')) return [];
  const rows = await db.selectFrom('seal_keys').select('kek_id').orderBy('kek_id').execute();
  return rows.map((row) => row.kek_id);
}
