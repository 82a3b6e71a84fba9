import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXIT, Failure } from './failure';
import type { Say } from './texts';

type Env = Readonly<Record<string, string | undefined>>;
export type Profiles = { current?: string; profiles: Record<string, { url: string; key: string }> };

const fileOf = (env: Env) =>
  path.join(env.XDG_CONFIG_HOME || path.join(env.HOME || env.USERPROFILE || '.', '.config'), 'parapet', 'config');

/** Refuses a file with a key that others on the machine can read. */
export async function readPrivate(file: string, say: Say): Promise<string | undefined> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return undefined;
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) {
    throw new Failure(EXIT.usage, say('open_file', { name: file }));
  }
  return readFile(file, 'utf8');
}

/** The profiles kept; none where there is no file. */
export async function readProfiles(env: Env, say: Say): Promise<Profiles> {
  const text = await readPrivate(fileOf(env), say);
  if (text === undefined) return { profiles: {} };
  try {
    return JSON.parse(text) as Profiles;
  } catch {
    throw new Failure(EXIT.usage, say('unreadable', { name: fileOf(env) }));
  }
}

/** Replaces the file in one step, readable by its owner alone. */
export async function writeProfiles(env: Env, profiles: Profiles): Promise<void> {
  const file = fileOf(env);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  await writeFile(next, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 });
  await rename(next, file);
}

/** What a profile may be called. */
export const isProfileName = (name: string): boolean => /^[\w.-]{1,64}$/.test(name) && name !== '__proto__';

/** Keeps a server and its key by a name, and uses it from now on. */
export async function saveProfile(
  env: Env,
  say: Say,
  name: string,
  profile: Profiles['profiles'][string],
): Promise<void> {
  const kept = await readProfiles(env, say);
  await writeProfiles(env, { current: name, profiles: { ...kept.profiles, [name]: profile } });
}
