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
  writeSync,
} from 'node:fs';
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

export const makeFolder = (folder: string) => mkdirSync(folder, { mode: FOLDER_MODE });

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
  mkdirSync(path.dirname(dir), { recursive: true });
  makeFolder(partial);
  try {
    await fill(partial);
    publish(partial, dir);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}
