import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { BackupError } from './error';
import { writeDurably } from './folder';

/** Raised when a program of before could not read what one of now writes. */
export const FORMAT = 1;

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.int().min(0);
const name = z.string().regex(/^[a-z][a-z0-9_]*$/);

const TableEntry = z.strictObject({
  name,
  columns: z.array(name).min(1),
  rows: count,
  /** SHA-256 of the rows as they are written: the same for the same rows, whichever store they come from. */
  sha256: hash,
  /** The file as it lies in the backup, compressed. */
  file_bytes: count,
  file_sha256: hash,
  /** The last number the store has handed out; null for a table without, and where a store of before kept none. */
  last_serial: count.nullable(),
});
export type TableEntry = z.infer<typeof TableEntry>;

const EventsEntry = z.strictObject({ schema: count, events: count, file_bytes: count, file_sha256: hash });
export type EventsEntry = z.infer<typeof EventsEntry>;

const Contents = z.strictObject({
  format: z.literal(FORMAT),
  /** Version of the Parapet that made the backup. */
  parapet: z.string(),
  /** ISO 8601, UTC: when the snapshot was taken. */
  taken_at: z.iso.datetime(),
  store: z.enum(['embedded', 'postgres']),
  /** Name of the last migration the store had seen. */
  version: z.string(),
  /** Ids of the master keys that open the sealed secrets. The keys themselves are not in a backup. */
  kek_ids: z.array(z.string()),
  tables: z.array(TableEntry),
  left_out: z.array(name),
  /** Null where the event store is not in the backup, which `events_missing` then explains. */
  events: EventsEntry.nullable(),
  events_missing: z.string(),
});
/** What a backup says about itself. */
export type Manifest = z.infer<typeof Contents>;

const FILE = 'manifest.json';
export const EVENTS_FILE = 'events.duckdb';
export const tableFile = ({ name }: Pick<TableEntry, 'name'>) => path.join('tables', `${name}.jsonl.gz`);

/** Every file of a backup, by its path inside. */
export const filesOf = (manifest: Manifest): string[] => [
  FILE,
  ...manifest.tables.map(tableFile),
  ...(manifest.events ? [EVENTS_FILE] : []),
];

/** The manifest's text ends with a hash of the rest, so that it vouches for itself as well. */
function textOf(manifest: Manifest): string {
  const contents = Contents.parse(manifest);
  const sha256 = createHash('sha256').update(JSON.stringify(contents)).digest('hex');
  return `${JSON.stringify({ ...contents, sha256 }, null, 2)}\n`;
}

export function writeManifest(folder: string, manifest: Manifest): void {
  writeDurably(path.join(folder, FILE), textOf(manifest));
}

/** Throws BackupError where there is none, it was changed, or this program cannot read its format. */
export function readManifest(folder: string): Manifest {
  const text = readText(path.join(folder, FILE));
  const { sha256: _sha256, ...contents } = objectOf(text);
  if (Number(contents.format) > FORMAT) {
    throw new BackupError(
      `the backup has format ${contents.format}, made by Parapet ${contents.parapet}; this program knows ${FORMAT}`,
    );
  }
  const parsed = Contents.safeParse(contents);
  if (!parsed.success || textOf(parsed.data) !== text) throw new BackupError(`${FILE} is not as it was written`);
  return parsed.data;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new BackupError(`there is no whole backup: ${file} cannot be read`);
  }
}

function objectOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
