/**
 * The stores that test files start from, made once in a run and copied for each file: migrated and provisioned with
 * `people`, every one of whom is signed in already.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { inject } from 'vitest';
import { findSession, insertSession } from '@/lib/auth/session/repository';
import { tokenHash } from '@/lib/auth/tokens';
import { readConfig } from '@/lib/config/env';
import { openRuntime, type Runtime } from '@/lib/runtime/runtime';
import { createDatabase, type Database, templateName } from './database';
import { PASSWORD, people } from './people';

const DAY_MS = 24 * 3_600_000;

/** The token of the session in which one of `people` is signed in from the start; as long as a real one. */
const tokenOf = (user_name: string): string =>
  createHash('sha256').update(`session of ${user_name}`).digest('hex').slice(0, 32);

/** The token of the session that the prepared store brought for this user, while there is one. */
export async function savedToken({ store }: Runtime, user_name: string): Promise<string | undefined> {
  const token = tokenOf(user_name);
  const { length } = await findSession(store.read, { token_hash: tokenHash(token) });
  return length > 0 ? token : undefined;
}

/** Settings that decide what the first start writes: a Parapet that is given one of them makes its own store. */
const DECIDING = ['DATABASE_URL', 'DATA_DIR', 'ADMIN_USER', 'ADMIN_PASSWORD', 'SECRET_KEY', 'SECRET_KEY_FILE'];

/** Whether a Parapet with these settings and this provisioning would have begun as the prepared store did. */
export function canStartPrepared(env: Record<string, string>, provision: object): boolean {
  if (DECIDING.some((name) => name in env)) return false;
  const given = provision as Record<string, readonly unknown[]>;
  return Object.entries(people).every(([list, rows]) =>
    rows.every((row) => given[list]?.some((other) => isDeepStrictEqual(row, other))),
  );
}

async function signInEverybody({ store }: Runtime): Promise<void> {
  const now = Date.now();
  await store.transaction(async (tx) => {
    const names = people.users.map(({ user_name }) => user_name);
    const users = await tx
      .selectFrom('users')
      .select(['user_id', 'user_name', 'oem_id'])
      .where('user_name', 'in', names)
      .execute();
    for (const { user_id, user_name, oem_id } of users) {
      const token_hash = tokenHash(tokenOf(user_name));
      await insertSession(tx, { token_hash, user_id, oem_id, ctime: now, seen_at: now, expires_at: now + DAY_MS / 2 });
    }
  });
}

async function prepare(folder: string, database: Database | undefined): Promise<void> {
  const provision = path.join(folder, 'provision.json');
  writeFileSync(provision, JSON.stringify(people));
  const runtime = await openRuntime(
    readConfig({
      NODE_ENV: 'test',
      DATA_DIR: path.join(folder, 'data'),
      PROVISION_FILE: provision,
      ADMIN_PASSWORD: PASSWORD,
      LOG_LEVEL: 'fatal',
      ...(database ? { DATABASE_URL: database.url } : {}),
    }),
  );
  await signInEverybody(runtime);
  await runtime.close();
}

/** The first to ask prepares the store; everybody else waits until it is there. */
async function prepared(root: string, serverUrl: string | undefined): Promise<{ folder: string; template?: string }> {
  const kind = serverUrl ? 'postgres' : 'embedded';
  const folder = path.join(root, kind);
  const template = serverUrl && templateName(root);
  try {
    mkdirSync(path.join(root, `${kind}.claim`));
  } catch {
    while (!existsSync(folder)) {
      if (existsSync(path.join(root, `${kind}.failed`))) throw new Error('the prepared store could not be made');
      await sleep(20);
    }
    return { folder, template };
  }
  try {
    const part = path.join(root, `${kind}.part`);
    mkdirSync(part);
    await prepare(part, serverUrl && template ? await createDatabase(serverUrl, template) : undefined);
    renameSync(part, folder);
  } catch (error) {
    writeFileSync(path.join(root, `${kind}.failed`), '');
    throw error;
  }
  return { folder, template };
}

/** Fills `dataDir` from the prepared store; answers the database that belongs to it, on PostgreSQL. */
export async function copyPrepared(dataDir: string, serverUrl: string | undefined): Promise<Database | undefined> {
  const { folder, template } = await prepared(inject('preparedStores'), serverUrl);
  cpSync(path.join(folder, 'data'), dataDir, { recursive: true });
  // The file that is locked while a store is open says nothing.
  rmSync(path.join(dataDir, 'lock.db'), { force: true });
  return serverUrl ? createDatabase(serverUrl, undefined, template) : undefined;
}
