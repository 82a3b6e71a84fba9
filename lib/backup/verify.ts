import { readdirSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from './error';
import { verifyEvents } from './events';
import { filesOf, type Manifest, readManifest } from './manifest';
import { readLines } from './table-file';

/** Reads a whole backup. Throws BackupError where a file is missing, added, or not as it was written. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  refuseOtherFiles(folder, filesOf(manifest));
  for (const table of manifest.tables) {
    for await (const _lines of readLines(folder, table));
  }
  if (manifest.events) await verifyEvents(folder, manifest.events);
  return manifest;
}

function refuseOtherFiles(folder: string, expected: readonly string[]): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => !entry.isDirectory());
  const found = new Map(
    entries.map((entry) => [path.relative(folder, path.join(entry.parentPath, entry.name)), entry]),
  );
  const missing = expected.find((file) => !found.get(file)?.isFile());
  if (missing !== undefined) throw new BackupError(`${missing} is missing`);
  const added = [...found.keys()].find((file) => !expected.includes(file));
  if (added !== undefined) throw new BackupError(`${added} does not belong to the backup`);
}
