import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Config, readConfig } from '@/lib/config/env';
import { openStore, type Store } from '@/lib/db/store';
import { openKeys, rewrapKeys, sealKeys } from '@/lib/guard/certs/sealed-keys';
import { Openssl } from '@/lib/guard/certs/testing';
import { replaceKey } from '@/lib/seal/key-file';
import { openSeal } from '@/lib/seal/open';
import type { Seal } from '@/lib/seal/seal';
import { type Parapet, startParapet } from '@/test/parapet';
import { runScript } from '@/test/script';

const CERTIFICATES = 8;
const openssl = new Openssl();
const pair = openssl.pair();
const folder = mkdtempSync(path.join(tmpdir(), 'parapet-rotate-'));

let parapet: Parapet;
let config: Config;
beforeAll(async () => {
  parapet = await startParapet();
  for (let i = 0; i < CERTIFICATES; i++) {
    await parapet.call('POST', '/api/guard/certs', { as: 'acme-root', body: { name: `Shop ${i}`, ...pair } });
  }
  // The embedded store is in use, so the tests work on a copy.
  const DATA_DIR = path.join(folder, 'data');
  cpSync(parapet.runtime.config.DATA_DIR, DATA_DIR, {
    recursive: true,
    filter: (file) => !/^lock|\.sock$/.test(path.basename(file)),
  });
  const { DATABASE_URL } = parapet.runtime.config;
  config = readConfig({ NODE_ENV: 'test', DATA_DIR, ...(DATABASE_URL ? { DATABASE_URL } : {}) });
});
afterAll(async () => {
  await parapet.close();
  openssl.close();
  rmSync(folder, { recursive: true, force: true });
});

const keyFile = () => path.join(config.DATA_DIR, 'secret.key');

function command(env: Record<string, string> = {}) {
  const { DATA_DIR, DATABASE_URL = '' } = config;
  return runScript('rotate-key', [], { DATA_DIR, DATABASE_URL, ...env });
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The master keys that seal the certificates, after every one of them was opened. */
function keysInUse() {
  return withStore(async (store) => {
    const seal = await openSeal(store, config);
    const rows = await store.read.selectFrom('certificates').selectAll().execute();
    expect(rows).toHaveLength(CERTIFICATES);
    for (const row of rows) expect(openKeys(seal, row).key).toBe(pair.key);
    return new Set(rows.map((row) => row.sealed_key.split('.')[0]));
  });
}

describe('rotate-key', () => {
  it('finds the key readable by its owner alone', () => {
    expect(statSync(keyFile()).mode & 0o777).toBe(0o600);
  });

  it('seals everything with a new key and forgets the old one', async () => {
    const before = await keysInUse();
    const secret = readFileSync(keyFile(), 'utf8');
    const { code, output } = await command();
    expect([code, output]).toEqual([0, expect.stringMatching(`^${CERTIFICATES} certificates are sealed`)]);
    const after = await keysInUse();
    expect(after.size).toBe(1);
    expect([...after]).not.toEqual([...before]);
    expect(readFileSync(keyFile(), 'utf8')).not.toBe(secret);
    expect(existsSync(`${keyFile()}.previous`)).toBe(false);
  });

  it('goes on after being interrupted between two certificates, and serves meanwhile', async () => {
    await withStore((store) => openSeal(store, config));
    replaceKey(config);
    replaceKey(config);
    await withStore(async (store) => {
      const seal = await openSeal(store, config);
      // What a stop after the first certificate leaves behind.
      let batches = 0;
      await expect(
        rewrapKeys(
          {
            ...store,
            transaction: (work) => {
              if (++batches > 1) throw new Error('stopped');
              return store.transaction(work);
            },
          },
          seal,
          1,
        ),
      ).rejects.toThrow('stopped');
    });
    expect((await keysInUse()).size).toBe(2);
    expect((await command()).code).toBe(0);
    expect((await keysInUse()).size).toBe(1);
  });

  it('gives a process that has the key of before the new one, where it can read that', async () => {
    const SECRET_KEY = readFileSync(keyFile(), 'utf8');
    const [running, stale] = await withStore((store) =>
      Promise.all([openSeal(store, config), openSeal(store, { ...config, SECRET_KEY })]),
    );
    expect((await command()).code).toBe(0);
    await withStore(async (store) => {
      const seals = (seal: Seal) =>
        store.transaction((tx) => sealKeys(tx, seal, { id: 1, oem_id: 'acme' }, { key: pair.key, sign_key: '' }));
      const row = await store.read.selectFrom('certificates').selectAll().executeTakeFirstOrThrow();
      await expect(seals(stale)).rejects.toThrow(/was replaced by a rotation: put the new one in its place/);
      expect(() => openKeys(stale, row)).toThrow(/which this process does not have/);
      expect(openKeys(running, row).key).toBe(pair.key);
      await expect(seals(running)).resolves.toMatchObject({ sealed_sign_key: '' });
      expect(running.current).toEqual((await openSeal(store, config)).current);
    });
  });

  it('makes no store where there is none', async () => {
    const DATA_DIR = path.join(folder, 'mistyped');
    const none = await command({ DATA_DIR, DATABASE_URL: '' });
    expect([none.code, none.output]).toEqual([2, expect.stringContaining('DATA_DIR: there is no store')]);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  it('refuses a key that is not the one, and a key file that is gone, and changes nothing', async () => {
    const secret = readFileSync(keyFile(), 'utf8');
    const wrong = await command({ SECRET_KEY: 'x'.repeat(40), SECRET_KEY_PREVIOUS: 'y'.repeat(40) });
    expect([wrong.code, wrong.output]).toEqual([2, expect.stringContaining('SECRET_KEY: not the key')]);
    const alone = await command({ SECRET_KEY: 'x'.repeat(40) });
    expect([alone.code, alone.output]).toEqual([2, expect.stringContaining('SECRET_KEY_PREVIOUS')]);
    rmSync(keyFile());
    const gone = await command();
    expect([gone.code, gone.output]).toEqual([2, expect.stringContaining('the key file is gone')]);
    expect(existsSync(keyFile())).toBe(false);
    writeFileSync(keyFile(), secret, { mode: 0o600 });
    expect((await keysInUse()).size).toBe(1);
  });

  it('moves from a file to the environment', async () => {
    const secret = readFileSync(keyFile(), 'utf8');
    const SECRET_KEY = 'a key from a vault, which is long enough';
    expect((await command({ SECRET_KEY, SECRET_KEY_PREVIOUS: secret })).code).toBe(0);
    config = { ...config, SECRET_KEY };
    expect((await keysInUse()).size).toBe(1);
  });
});
