import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findByName, rolesOf } from '@/lib/auth/identity';
import { fitsPassword } from '@/lib/auth/password';
import { DEFAULT_OEM } from '@/lib/tenancy/oem';
import { type Parapet, startParapet } from '@/test/parapet';
import { provision } from './provision';

/** Of a process that says nothing else. */
const THREADS = 4;
const NAMES = ['anna', 'boris', 'chen'];

let parapet: Parapet;
let folder: string;
beforeAll(async () => {
  parapet = await startParapet();
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-hashing-'));
});
afterAll(async () => {
  await parapet.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Keeps every thread that hashes from doing so, as one that waits for a pipe does nothing else; answers how to let them go on. */
function haltThreads(): () => Promise<void> {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const waiting = Array.from({ length: THREADS }, () => open(pipe, 'r'));
  return async () => {
    const writer = openSync(pipe, 'r+');
    for (const file of await Promise.all(waiting)) await file.close();
    closeSync(writer);
  };
}

/** Writes the row that provisioning locks first. */
const rename = (name: string) =>
  parapet.runtime.store.transaction((tx) =>
    tx.updateTable('oems').set({ name }).where('oem_id', '=', DEFAULT_OEM).execute(),
  );

it('has passwords hashed before its transaction, so that nobody waits for them and the store does not end it', async () => {
  const { store, config } = parapet.runtime;
  const file = path.join(folder, 'provision.json');
  const users = NAMES.map((user_name) => ({ user_name, password: `secret of ${user_name}`, oem_id: 'acme' }));
  writeFileSync(file, JSON.stringify({ users }));
  await Promise.all([rename('One'), rename('Two')]);
  const letGo = haltThreads();
  const provided = provision(store, { ...config, PROVISION_FILE: file });
  await sleep(300);
  const first = await Promise.race([rename('Three').then(() => 'written'), sleep(3_000, 'kept waiting')]);
  await letGo();
  await provided;
  expect(first).toBe('written');
  for (const { user_name, password } of users) {
    const user = await findByName(store.read, 'acme', user_name);
    expect(await fitsPassword(user?.password_hash ?? '', password)).toBe(true);
    expect((await rolesOf(store.read, user?.user_id ?? '')).map(({ role_id }) => role_id)).toEqual([10]);
  }
});
