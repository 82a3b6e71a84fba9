import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Libsql from 'libsql';
import { afterAll, expect, it } from 'vitest';
import { openStore, type Store } from '@/lib/db/store';
import { distributionOf } from '@/lib/delivery/deliver';
import { APPROVED } from '@/lib/guard/domains/contract';
import { enqueue } from '@/lib/jobs/queue';
import { spawnChild, startChild } from './child';
import { addManyDomains } from './many-domains';
import { PASSWORD, people } from './people';

const DOMAINS = 3_000;
const KILLS = 3;
const KIND = distributionOf('domain');

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-delivery-'));
const dataDir = path.join(folder, 'data');
const provision = path.join(folder, 'provision.json');
writeFileSync(provision, JSON.stringify(people));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { DATA_DIR: dataDir, PROVISION_FILE: provision, ADMIN_PASSWORD: PASSWORD, DATABASE_URL: '' };

/** Starts a server and kills it as soon as `isTime`, asked every few milliseconds of the store it works on, says so. */
async function killWhen(isTime: (left: number) => boolean): Promise<void> {
  const child = spawnChild(env);
  const file = new Libsql(path.join(dataDir, 'parapet.db'), { readonly: true });
  const count = file.prepare('select count(*) as n from jobs where kind = ?');
  for (const end = Date.now() + 60_000; !isTime((count.get(KIND) as { n: number }).n); ) {
    if (Date.now() > end) throw new Error('the distribution does not get on');
    await new Promise((resolve) => setTimeout(resolve, 3));
  }
  child.kill('SIGKILL');
  await once(child, 'exit');
  file.close();
}

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = openStore({ folder: dataDir });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Asks for every approved domain to be distributed. */
const askForAll = (store: Store) =>
  store.transaction(async (tx) => {
    const rows = await tx.selectFrom('domains').select('domain_id').where('audit_status', '=', APPROVED).execute();
    const orders = rows.map((row) => ({ object_id: row.domain_id }));
    await enqueue(tx, KIND, orders);
    return orders.length;
  });

const waiting = (store: Store) => store.read.selectFrom('jobs').selectAll().where('kind', '=', KIND).execute();
const artefacts = (store: Store) =>
  store.read.selectFrom('artefacts').selectAll().where('kind', '=', 'domain').execute();

it('kill -9 during a distribution of thousands loses no message and makes no artefact twice', async () => {
  const { child } = await startChild(env);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const approved = await withStore(async (store) => {
    await addManyDomains(store, [{ user_name: 'acme-root', domains: DOMAINS, policies: 3, certs: 0 }]);
    await store.writer.deleteFrom('artefact_heads').execute();
    await store.writer.deleteFrom('artefacts').execute();
    return askForAll(store);
  });
  for (let i = 1; i <= KILLS; i++) await killWhen((left) => left < approved - (i * approved) / (KILLS + 2));
  expect((await withStore(waiting)).length).toBeGreaterThan(0);
  await killWhen((left) => left === 0);
  await withStore(async (store) => {
    const made = await artefacts(store);
    expect(made).toHaveLength(approved);
    expect(new Set(made.map((row) => row.number))).toEqual(new Set([1]));
    const lines = await store.read.selectFrom('desired').selectAll().execute();
    const domains = lines.filter((line) => line.kind === 'domain');
    const placed = await store.read
      .selectFrom('domain_nodes')
      .innerJoin('domains', 'domains.domain_id', 'domain_nodes.domain_id')
      .select(['node_id', 'domains.domain_id'])
      .where('audit_status', '=', APPROVED)
      .execute();
    expect(domains.map((line) => `${line.node_id} ${line.object_id} ${line.number}`).sort()).toEqual(
      placed.map((row) => `${row.node_id} ${row.domain_id} 1`).sort(),
    );
    const nodes = await store.read.selectFrom('node_revisions').selectAll().execute();
    for (const { node_id, revision } of nodes) {
      const own = lines.filter((line) => line.node_id === node_id);
      expect(Math.max(...own.map((line) => line.revision)), node_id).toBe(revision);
      expect(own.some((line) => line.kind === 'policy' && line.number === 1)).toBe(true);
    }
  });
}, 240_000);
