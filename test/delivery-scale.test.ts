import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { distributionOf } from '@/lib/delivery/deliver';
import { Openssl } from '@/lib/guard/certs/testing';
import { APPROVED } from '@/lib/guard/domains/contract';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { enqueue } from '@/lib/jobs/queue';
import { addManyDomains } from './many-domains';
import { besideWrites, median, p99 } from './times';

/** DELIVERY_DOMAINS=10000 is the figure of DESIGN 9. */
const DOMAINS = Number(process.env.DELIVERY_DOMAINS ?? 500);
const SAVES = 20;

let world: Domains;
let policy_id: string;
beforeAll(async () => {
  world = await startDomains();
  const { store, jobs } = world.runtime;
  await addManyDomains(store, [{ user_name: 'acme-root', domains: DOMAINS, policies: 1, certs: 0 }]);
  const rows = await world.db.selectFrom('domains').selectAll().where('audit_status', '=', APPROVED).execute();
  policy_id = rows[0]?.policy_id ?? '';
  await store.transaction((tx) =>
    enqueue(
      tx,
      distributionOf('domain'),
      rows.map((row) => ({ object_id: row.domain_id })),
    ),
  );
  jobs.wake(distributionOf('domain'));
  await jobs.settled();
}, 240_000);
afterAll(() => world.close());

it('a policy that many domains use is saved like any other, and rendered once', async () => {
  const { runtime, direct } = world;
  const heads = await world.db.selectFrom('artefacts').select('id').where('kind', '=', 'domain').execute();
  const saves: number[] = [];
  const arrivals: number[] = [];
  for (let i = 0; i < SAVES; i++) {
    const began = performance.now();
    await direct('PUT', `/api/guard/policies/${policy_id}`, { as: 'acme-root', body: { name: `Saved ${i}` } });
    saves.push(performance.now() - began);
    await runtime.jobs.settled();
    arrivals.push(performance.now() - began);
    const made = world.db.selectFrom('artefacts').select('number').where('object_id', '=', policy_id);
    const { number } = await made.orderBy('number', 'desc').executeTakeFirstOrThrow();
    const lines = world.db.selectFrom('desired').select('number').where('object_id', '=', policy_id);
    expect(new Set((await lines.execute()).map((line) => line.number))).toEqual(new Set([number]));
  }
  process.stdout.write(
    `save median ${median(saves).toFixed(1)}, p99 ${p99(saves).toFixed(1)} ms, desired after ${p99(arrivals).toFixed(1)} ms\n`,
  );
  expect(p99(arrivals)).toBeLessThan(2_000);
  const after = await world.db.selectFrom('artefacts').select('id').where('kind', '=', 'domain').execute();
  expect(after).toHaveLength(heads.length);
}, 60_000);

it('a synchronisation of many holds no write of others up', async () => {
  await world.runtime.store.transaction((tx) => tx.deleteFrom('domain_nodes').execute());
  const { waits, done } = await besideWrites(world.runtime, async () => {
    const began = performance.now();
    const { status } = await world.direct('POST', `${LIST}/nodes/sync`, { as: 'acme-root' });
    expect(status).toBe(200);
    return performance.now() - began;
  });
  process.stdout.write(
    `sync of ${DOMAINS} took ${Math.round(done)} ms; others' writes ${median(waits).toFixed(1)} ms, p99 ${p99(waits).toFixed(1)} ms of ${waits.length}\n`,
  );
}, 120_000);

it('a certificate that many domains use is renewed like any other, and deleted in reasonable time', async () => {
  const openssl = new Openssl();
  const pair = () => openssl.pair({ names: ['*.stores.example'] });
  const { direct, db } = world;
  const created = await direct('POST', '/api/guard/certs', { as: 'acme-root', body: { name: 'Shops', ...pair() } });
  const { id } = created.body.data;
  const select = db.selectFrom('domains').select([sql.lit(id).as('cert_id'), 'domain_id', sql.lit(1).as('ctime')]);
  const shops = select.where('domain', 'like', '%.stores.example');
  await world.runtime.store.transaction((tx) =>
    tx.insertInto('certificate_bindings').columns(['cert_id', 'domain_id', 'ctime']).expression(shops).execute(),
  );
  const bindings = db.selectFrom('certificate_bindings').where('cert_id', '=', id);
  const bound = await bindings.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const timed = async (work: () => Promise<{ status: number }>) => {
    const began = performance.now();
    expect((await work()).status).toBe(200);
    return performance.now() - began;
  };
  const renewals: number[] = [];
  for (let i = 0; i < SAVES; i++) {
    const body = pair();
    renewals.push(await timed(() => direct('PUT', `/api/guard/certs/${id}`, { as: 'acme-root', body })));
  }
  const deletion = await timed(() => direct('DELETE', `/api/guard/certs/${id}`, { as: 'acme-root' }));
  openssl.close();
  const began = performance.now();
  await world.runtime.jobs.settled();
  expect(await bindings.select('id').execute()).toEqual([]);
  const settled = Math.round(performance.now() - began);
  process.stdout.write(
    `certificate of ${bound.n} domains: renewal median ${median(renewals).toFixed(1)}, p99 ${p99(renewals).toFixed(1)} ms; deletion ${deletion.toFixed(1)} ms, off every domain after ${settled} ms\n`,
  );
}, 120_000);
