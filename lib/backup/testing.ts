import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { type Config, readConfig } from '@/lib/config/env';
import { openStore, type Store } from '@/lib/db/store';
import { Openssl } from '@/lib/guard/certs/testing';
import { APPROVED } from '@/lib/guard/domains/contract';
import { ORIGIN, startDomains } from '@/lib/guard/domains/testing';
import { type Parapet, testDatabase } from '@/test/parapet';
import { session } from '@/test/sign-in';
import type { Manifest } from './manifest';

/** Folders and databases for backups and what is restored from them; all gone after `close`. */
export function makePlaces() {
  const folder = mkdtempSync(path.join(tmpdir(), 'parapet-backup-'));
  const databases: { drop(): Promise<void> }[] = [];
  let places = 0;
  const dir = () => path.join(folder, String(++places));
  const embedded = (): Config => readConfig({ NODE_ENV: 'test', DATA_DIR: dir(), LOG_LEVEL: 'fatal' });
  return {
    /** A path where nothing is yet. */
    dir,
    /** Settings of an embedded store that does not exist yet. */
    embedded,
    /** The same for a store of the kind under test. */
    async fresh(): Promise<Config> {
      const database = await testDatabase();
      if (database) databases.push(database);
      return { ...embedded(), ...(database ? { DATABASE_URL: database.url } : {}) };
    },
    async close() {
      for (const { drop } of databases) await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the store of these settings for as long as `work` takes. */
export async function withStore<T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore({ folder: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** What is in each table, however it was stored. */
export const contentOf = ({ tables }: Pick<Manifest, 'tables'>) =>
  Object.fromEntries(tables.map(({ name, rows, sha256 }) => [name, `${rows} ${sha256}`]));

/** A Parapet in which something of every kind happened. */
export async function startBusy() {
  const world = await startDomains();
  const openssl = new Openssl();
  const made = async (url: string, body: object, method = 'POST') => {
    const answer = await world.call(method, url, { as: 'acme-root', body });
    expect(answer.status, `${url} ${JSON.stringify(answer.body)}`).toBeLessThan(202);
    return answer.body.data;
  };
  /** Uploads a certificate to this Parapet or another one; answers its number. */
  const certificateIn = async ({ call }: Pick<Parapet, 'call'>, name: string) => {
    const pair = openssl.pair({ names: [`${name}.example.com`] });
    const { body } = await call('POST', '/api/guard/certs', { as: 'acme-root', body: { name, ...pair } });
    return body.data.id as number;
  };
  for (const user_name of ['acme-root', 'borealis-root']) await session(world, user_name);
  const domain_id = await world.created('acme-root', 'shop.example.com');
  await world.created('borealis-root', 'bücher.example');
  const domain = `/api/guard/domains/${domain_id}`;
  await world.judge('acme-support', domain_id, APPROVED);
  await made(`${domain}/nodes`, { node_ids: ['hk-1', 'fra-1'] }, 'PUT');
  await made(`${domain}/origin-groups`, { name: 'Spare ‘group’', node_ids: ['hk-1'], src_ips: [ORIGIN.addr] });
  const shop = await certificateIn(world, 'shop');
  await made(`/api/guard/certs/${shop}/bind/${domain_id}`, {});
  // The last number given out belongs to nothing any more.
  const gone = await certificateIn(world, 'gone');
  await world.call('DELETE', `/api/guard/certs/${gone}`, { as: 'acme-root' });
  await made('/api/guard/policies', { name: 'With a "quote"\\', comment: 'Two\u2028lines, 策略 😀' });
  const { api_key } = await made('/api/sys/api-keys', { name: 'Key' });
  const apiKey = { Authorization: `ApiKey ${api_key}`, Host: 'acme.test' };
  await world.call('GET', '/api/guard/policies', { headers: apiKey });
  await world.runtime.keyCalls.flush();
  const close = async () => {
    openssl.close();
    await world.close();
  };
  return { ...world, certificateIn, shop, gone, domain_id, apiKey, close };
}
export type Busy = Awaited<ReturnType<typeof startBusy>>;
