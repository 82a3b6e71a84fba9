import { afterAll, beforeAll, expect, it } from 'vitest';
import { distributionOf } from '@/lib/delivery/deliver';
import { APPROVED } from '@/lib/guard/domains/contract';
import { type Domains, LIST, startDomains } from '@/lib/guard/domains/testing';
import { enqueue } from '@/lib/jobs/queue';
import { addManyDomains } from './many-domains';

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

const median = (took: number[]) => took.sort((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0;
const p99 = (took: number[]) => took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;

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
  const waits: number[] = [];
  let isOver = false;
  const others = async () => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now();
      await world.runtime.store.transaction((tx) => enqueue(tx, 'test.nothing', [{ object_id: `${n}` }]));
      waits.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  await world.runtime.store.transaction((tx) => tx.deleteFrom('domain_nodes').execute());
  const writing = others();
  const began = performance.now();
  const { status } = await world.direct('POST', `${LIST}/nodes/sync`, { as: 'acme-root' });
  isOver = true;
  await writing;
  expect(status).toBe(200);
  process.stdout.write(
    `sync of ${DOMAINS} took ${Math.round(performance.now() - began)} ms; others' writes ${median(waits).toFixed(1)} ms, p99 ${p99(waits).toFixed(1)} ms of ${waits.length}\n`,
  );
}, 120_000);
