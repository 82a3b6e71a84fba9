import { createHash } from 'node:crypto';
import { chmodSync, constants, createReadStream, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { whileUnchanged } from '@/lib/analytics/copies';
import { eventsFile } from '@/lib/analytics/open';
import { type Copied, copiedIn, copyDuckdb } from '@/lib/analytics/store/duckdb-copy';
import { SCHEMA_VERSION } from '@/lib/analytics/store/schema';
import { StoreInUse } from '@/lib/analytics/store/store';
import { BackupError } from './error';
import { FILE_MODE, makeFolder, newFile, publish, sync } from './folder';
import { EVENTS_FILE, type EventsEntry, type Manifest } from './manifest';

type Events = Pick<Manifest, 'events' | 'events_missing'>;

/** Where they are in ClickHouse; what is left in DATA_DIR of a time before that is nothing that a restore should bring back. */
export const IN_CLICKHOUSE: Events = { events: null, events_missing: 'ClickHouse has them, and tools of its own' };

/** The part of a manifest about the event store of a DATA_DIR, copied into `folder` here or by the Parapet that has it. */
export async function backUpEvents(dataDir: string, folder: string): Promise<Events> {
  const from = eventsFile(dataDir);
  if (!existsSync(from)) return { events: null, events_missing: `there are none in ${dataDir}` };
  const to = path.join(folder, EVENTS_FILE);
  const copied = await copyEvents(from, to);
  if (!copied) return { events: null, events_missing: 'another program holds them' };
  chmodSync(to, FILE_MODE);
  sync(to);
  return { events: { ...copied, ...(await factsOf(to)) }, events_missing: '' };
}

async function copyEvents(from: string, to: string): Promise<Copied | undefined> {
  try {
    return await copyDuckdb(from, to);
  } catch (error) {
    if (!(error instanceof StoreInUse)) throw error;
  }
  const isCopied = await whileUnchanged(path.dirname(from), () => copyFile(from, to, constants.COPYFILE_FICLONE)).catch(
    (error: Error) => {
      throw new BackupError(`the events of the running Parapet could not be copied: ${error.message}`);
    },
  );
  return isCopied ? await copiedIn(to) : undefined;
}

async function factsOf(file: string): Promise<Pick<EventsEntry, 'file_bytes' | 'file_sha256'>> {
  const hash = createHash('sha256');
  let file_bytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer);
    file_bytes += (chunk as Buffer).length;
  }
  return { file_bytes, file_sha256: hash.digest('hex') };
}

async function isAsWritten(file: string, entry: EventsEntry): Promise<boolean> {
  const { file_bytes, file_sha256 } = await factsOf(file);
  return file_bytes === entry.file_bytes && file_sha256 === entry.file_sha256;
}

/** Throws BackupError where the events of a backup are not as they were written. */
export async function verifyEvents(folder: string, entry: EventsEntry): Promise<void> {
  if (await isAsWritten(path.join(folder, EVENTS_FILE), entry)) return;
  throw new BackupError(`${EVENTS_FILE} is not as it was written`);
}

/** Whether a folder has just what a backup holds: a restore that died before its commit has put it there. */
async function isRestored(home: string, file: string, entry: EventsEntry): Promise<boolean> {
  const [first, ...others] = readdirSync(home);
  return first === path.basename(file) && others.length === 0 && (await isAsWritten(file, entry));
}

/** Events that lie beside their place until `place` puts them there; `remove` takes back whatever of it was done. */
export type StagedEvents = { place(): void; remove(): void };

const IN_PLACE: StagedEvents = { place: () => undefined, remove: () => undefined };

/** Copies the events of a backup beside their place, unless they are in it. Throws BackupError where others are. */
export async function stageEvents(folder: string, entry: EventsEntry, dataDir: string): Promise<StagedEvents> {
  const home = path.dirname(eventsFile(dataDir));
  if (existsSync(home) && readdirSync(home).length > 0) {
    if (await isRestored(home, eventsFile(dataDir), entry)) return IN_PLACE;
    throw new BackupError(`there are events in ${home} already; move them away, or restore with --without-events`);
  }
  if (entry.schema > SCHEMA_VERSION) {
    throw new BackupError(`the events have version ${entry.schema}; this program knows ${SCHEMA_VERSION}`);
  }
  const staged = `${home}.partial`;
  // What a restore that was broken off left there.
  rmSync(staged, { recursive: true, force: true });
  makeFolder(staged);
  const file = path.join(staged, path.basename(eventsFile(dataDir)));
  await pipeline(createReadStream(path.join(folder, EVENTS_FILE)), await newFile(file));
  return {
    place: () => publish(staged, home),
    remove() {
      if (!existsSync(staged)) renameSync(home, staged);
      rmSync(staged, { recursive: true, force: true });
    },
  };
}
