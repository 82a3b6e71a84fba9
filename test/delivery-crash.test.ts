import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openStore, type Store } from '@/lib/db/store';
import { distributionOf } from '@/lib/delivery/deliver';
import { APPROVED } from '@/lib/guard/domains/contract';
import { enqueue } from '@/lib/jobs/queue';
import { startChild } from './child';
import { addManyDomains } from './many-domains';
import { PASSWORD, people } from './people';

const DOMAINS = 3_000;
const KILLS = 6;
const KIND = distributionOf('domain');

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-delivery-'));
const dataDir = path.join(folder, 'data');
const provision = path.join(folder, 'provision.json');
writeFileSync(provision, JSON.stringify(people));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = () => startChild({ DATA_DIR: dataDir, PROVISION_FILE: provision, ADMIN_PASSWORD: PASSWORD });

async function kill({ child }: Awaited<ReturnType<typeof start>>, after: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, after));
  child.kill('SIGKILL');
  await once(child, 'exit');
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
  await kill(await start(), 0);
  const approved = await withStore(async (store) => {
    await addManyDomains(store, [{ user_name: 'acme-root', domains: DOMAINS, policies: 3, certs: 0 }]);
    await store.writer.deleteFrom('artefact_heads').execute();
    await store.writer.deleteFrom('artefacts').execute();
    return askForAll(store);
  });
  let cut = 0;
  for (let i = 0; i < KILLS; i++) {
    await kill(await start(), 30 + Math.random() * 300);
    const left = await withStore(async (store) => (await waiting(store)).length);
    if (left > 0 && left < approved) cut++;
  }
  expect(cut, 'no kill came while it worked').toBeGreaterThan(0);
  for (const end = Date.now() + 90_000; ; ) {
    await kill(await start(), 2_000);
    if ((await withStore(waiting)).length === 0) break;
    if (Date.now() > end) throw new Error('the distribution never ended');
  }
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
