import { chownSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '@/lib/config/env';
import { createKey, readKeys, replaceKey } from './key-file';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('says which key it cannot read', () => {
  const file = path.join(folder, 'key');
  mkdirSync(file);
  const read = () => readKeys(readConfig({ DATA_DIR: folder, SECRET_KEY_FILE: file }));
  expect(read).toThrow(/^SECRET_KEY_FILE: user \d+ cannot read .*key \(EISDIR\)$/);
});

const OWNER = 65534;

it.runIf(process.getuid?.() === 0)('leaves a key that root makes or rotates to whoever Parapet runs as', () => {
  const config = readConfig({ DATA_DIR: folder });
  chownSync(folder, OWNER, OWNER);
  createKey(config);
  const file = path.join(folder, 'secret.key');
  expect(statSync(file)).toMatchObject({ uid: OWNER, gid: OWNER });
  chownSync(folder, 0, 0);
  replaceKey(config);
  for (const name of [file, `${file}.previous`]) {
    expect(statSync(name)).toMatchObject({ uid: OWNER, gid: OWNER });
    expect(statSync(name).mode & 0o777).toBe(0o600);
  }
});
