import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NodeKey } from './node-key';
import { APPLIED_FILE, OBJECTS_FILE } from './objects';

const DAY_MS = 86_400_000;
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parapet-node-key-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const issued = (api_key: string, days = 30) => ({
  ...{ node_id: 'hk-1', api_key, release_key: `release ${api_key}` },
  expires_at: Date.now() + days * DAY_MS,
});
const never = () => Promise.reject(new Error('not to be asked'));
const keep = () => path.join(folder, 'key.json');

describe('a key from a file', () => {
  const file = () => path.join(folder, 'own');

  it('is read as it is, and left to who keeps it', async () => {
    writeFileSync(file(), 'the key\n', { mode: 0o600 });
    const key = await NodeKey.open({ folder, node_id: 'hk-1', file: file() }, never);
    expect([key.node_id, key.text]).toEqual(['hk-1', 'the key']);
    await key.renewIfDue(never, Date.now() + 1_000 * DAY_MS);
  });

  it('is refused where it is missing, open to others, or nobody says whose it is', async () => {
    await expect(NodeKey.open({ folder, node_id: 'hk-1', file: file() }, never)).rejects.toThrow('NODE_KEY_FILE');
    writeFileSync(file(), 'the key', { mode: 0o600 });
    await expect(NodeKey.open({ folder, file: file() }, never)).rejects.toThrow('NODE_ID');
    chmodSync(file(), 0o644);
    await expect(NodeKey.open({ folder, node_id: 'hk-1', file: file() }, never)).rejects.toThrow('0600');
  });
});

describe('a token', () => {
  const open = (token: string | undefined, text: string) =>
    NodeKey.open({ folder, token }, async () => issued(text)).then((key) => key.text);

  it('is traded once, into a file of the owner alone, which never holds the token', async () => {
    expect(await open('token 1', 'key 1')).toBe('key 1');
    expect(statSync(keep()).mode & 0o777).toBe(0o600);
    expect(readFileSync(keep(), 'utf8')).not.toContain('token 1');
    expect(await open('token 1', 'key 2')).toBe('key 1');
    expect(await open(undefined, 'key 2')).toBe('key 1');
  });

  it('that is another one is traded anew', async () => {
    await open('token 1', 'key 1');
    expect(await open('token 2', 'key 2')).toBe('key 2');
    const kept = await NodeKey.open({ folder }, never);
    expect(kept.release_key).toBe('release key 2');
  });

  it('that is another one, of whichever management plane, begins with nothing that the one before wanted', async () => {
    const files = [OBJECTS_FILE, APPLIED_FILE].map((name) => path.join(folder, name));
    await open('token 1', 'key 1');
    for (const file of files) writeFileSync(file, '{}');
    await open('token 1', 'key 1');
    expect(files.filter((file) => existsSync(file))).toEqual(files);
    await expect(NodeKey.open({ folder, token: 'wrong' }, () => Promise.reject(new Error('401')))).rejects.toThrow();
    expect(files.filter((file) => existsSync(file))).toEqual(files);
    await open('token 2', 'key 2');
    expect(files.filter((file) => existsSync(file))).toEqual([]);
  });

  it('is asked for where there is no key, and one that is refused leaves nothing', async () => {
    await expect(open(undefined, '')).rejects.toThrow('NODE_TOKEN');
    await expect(NodeKey.open({ folder, token: 'wrong' }, () => Promise.reject(new Error('401')))).rejects.toThrow(
      '401',
    );
    await expect(open(undefined, '')).rejects.toThrow('NODE_TOKEN');
    writeFileSync(keep(), '', { mode: 0o600 });
    await expect(open(undefined, '')).rejects.toThrow('NODE_TOKEN');
  });
});

/** A file in whose place nothing can be written, as on a full disk. */
const full = () => mkdirSync(`${keep()}.new`);
const emptied = () => rmSync(`${keep()}.new`, { recursive: true });

describe('on a full disk', () => {
  it('a token is not traded for a key that would be lost', async () => {
    full();
    await expect(NodeKey.open({ folder, token: 'token' }, never)).rejects.toThrow('EISDIR');
    emptied();
    const key = await NodeKey.open({ folder, token: 'token' }, async () => issued('key 1'));
    expect(key.text).toBe('key 1');
  });

  it('the next key counts all the same, since the one before ends, and is written once there is room', async () => {
    const key = await NodeKey.open({ folder, token: 'token' }, async () => issued('key 1'));
    const due = Date.now() + 21 * DAY_MS;
    full();
    await expect(key.renewIfDue(async () => issued('key 2', 51), due)).rejects.toThrow('EISDIR');
    expect(key.text).toBe('key 2');
    await expect(key.renewIfDue(never, due)).rejects.toThrow('EISDIR');
    emptied();
    await key.renewIfDue(never, due);
    expect(JSON.parse(readFileSync(keep(), 'utf8')).api_key).toBe('key 2');
  });
});

describe('the next key', () => {
  it('is asked for when a third of the time is left, and kept', async () => {
    const key = await NodeKey.open({ folder, token: 'token' }, async () => issued('key 1'));
    await key.renewIfDue(never, Date.now() + 19 * DAY_MS);
    const due = Date.now() + 21 * DAY_MS;
    await expect(key.renewIfDue(() => Promise.reject(new Error('away')), due)).rejects.toThrow('away');
    expect(key.text).toBe('key 1');
    await key.renewIfDue(async () => issued('key 2', 51), due);
    expect([key.text, JSON.parse(readFileSync(keep(), 'utf8')).api_key]).toEqual(['key 2', 'key 2']);
    expect(key.release_key).toBe('release key 1');
    await key.renewIfDue(never, due);
  });
});
