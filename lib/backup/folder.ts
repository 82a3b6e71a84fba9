import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  type WriteStream,
  writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { BackupError } from './error';

/** Modes of what only its owner may read. */
const FOLDER_MODE = 0o700;
export const FILE_MODE = 0o600;

/** Waits until the disk has a file, or what a folder lists. */
export function sync(file: string): void {
  const handle = openSync(file, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a new file that is on the disk when this returns. */
export function writeDurably(file: string, text: string): void {
  const handle = openSync(file, 'wx', FILE_MODE);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * A stream into a new file, which the disk has once the stream is closed. The file is there before the first byte, so
 * that whoever clears up after a failure meets no file that is still to come.
 */
export async function newFile(file: string): Promise<WriteStream> {
  const handle = await open(file, 'wx', FILE_MODE);
  return handle.createWriteStream({ flush: true });
}

/** Makes a folder that must not be there yet, in one that may be missing as well. */
export function makeFolder(folder: string): void {
  mkdirSync(path.dirname(folder), { recursive: true, mode: FOLDER_MODE });
  mkdirSync(folder, { mode: FOLDER_MODE });
}

/** Gives a finished folder its name, which no unfinished one ever has. */
export function publish(from: string, to: string): void {
  sync(from);
  renameSync(from, to);
  sync(path.dirname(to));
}

function refuseUsed(dir: string): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new BackupError(`${dir} is not a folder`);
  if (found && readdirSync(dir).length > 0) throw new BackupError(`${dir} is not empty`);
}

/**
 * Has `fill` write a folder that appears at `dir` whole or not at all: until then it is called `dir`.partial. Throws
 * BackupError where `dir` holds something, or another one is being written there.
 */
export async function newFolder(dir: string, fill: (partial: string) => Promise<void>): Promise<void> {
  refuseUsed(dir);
  const partial = `${dir}.partial`;
  if (existsSync(partial)) {
    throw new BackupError(`${partial} is there: another backup is writing it, or was broken off; then remove it`);
  }
  makeFolder(partial);
  try {
    await fill(partial);
    publish(partial, dir);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}
