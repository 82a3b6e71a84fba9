import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '@/lib/config/env';
import { type MasterKey, type MasterKeys, masterKey } from './seal';

const MIN_LENGTH = 32;

/** Where the master key is, unless SECRET_KEY has it. */
export const keyFileOf = (config: Config) => config.SECRET_KEY_FILE ?? path.join(config.DATA_DIR, 'secret.key');

/** Where a rotation keeps the key it comes from, and the key it goes to until that is in place. */
const previousFile = (file: string) => `${file}.previous`;
const nextFile = (file: string) => `${file}.next`;

/** The master key in force first, then those that may still have sealed something; undefined where there is none yet. */
export function readKeys(config: Config): MasterKeys | undefined {
  if (config.SECRET_KEY !== undefined) {
    const previous = config.SECRET_KEY_PREVIOUS;
    return [masterKey(config.SECRET_KEY), ...(previous === undefined ? [] : [masterKey(previous)])];
  }
  const file = keyFileOf(config);
  if (!existsSync(file)) {
    if (config.SECRET_KEY_FILE !== undefined) throw new ConfigError(`SECRET_KEY_FILE: there is no file ${file}`);
    return undefined;
  }
  const previous = previousFile(file);
  return [readKey(file), ...(existsSync(previous) ? [readKey(previous)] : [])];
}

/** Makes the first master key, readable by its owner alone. */
export function createKey(config: Config): MasterKey {
  const file = keyFileOf(config);
  mkdirSync(path.dirname(file), { recursive: true });
  writeKey(file, randomBytes(48).toString('base64url'));
  return readKey(file);
}

/**
 * Puts a new key in the place of the one in force, which stays beside it until `forgetPrevious`. Called again after
 * a crash it goes on where it stopped: at no moment is the key in force missing.
 */
export function replaceKey(config: Config): void {
  const file = keyFileOf(config);
  if (existsSync(previousFile(file)) && !existsSync(nextFile(file))) return;
  if (!existsSync(nextFile(file))) writeKey(nextFile(file), randomBytes(48).toString('base64url'), file);
  writeKey(previousFile(file), readFileSync(file, 'utf8'), file);
  renameSync(nextFile(file), file);
}

/** Removes the key a finished rotation came from. */
export function forgetPrevious(config: Config): void {
  rmSync(previousFile(keyFileOf(config)), { force: true });
}

function readKey(file: string): MasterKey {
  const secret = readable(file).trim();
  if (secret.length < MIN_LENGTH)
    throw new ConfigError(`SECRET_KEY_FILE: ${file} has less than ${MIN_LENGTH} characters`);
  return masterKey(secret);
}

function readable(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`SECRET_KEY_FILE: user ${process.getuid?.()} cannot read ${file} (${code})`);
  }
}

/** Whole and on the disk before the first secret depends on it. */
function writeKey(file: string, secret: string, like = path.dirname(file)): void {
  const draft = `${file}.draft`;
  const handle = openSync(draft, 'w', 0o600);
  // Whoever Parapet runs as keeps the key when root rotates it.
  const { uid, gid } = statSync(like);
  if (process.getuid?.() === 0) fchownSync(handle, uid, gid);
  writeSync(handle, secret);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(draft, file);
}
