import { afterAll, beforeAll, expect, it } from 'vitest';
import { APPROVED } from '@/lib/guard/domains/contract';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { enqueue } from '@/lib/jobs/queue';
import { openRuntime, type Runtime } from '@/lib/runtime/runtime';
import { addManyDomains } from '@/test/many-domains';
import { distributionOf } from './deliver';

const DOMAINS = 1_000;

let world: Domains;
let second: Runtime | undefined;
beforeAll(async () => {
  world = await startDomains();
  const { store, config } = world.runtime;
  await addManyDomains(store, [{ user_name: 'acme-root', domains: DOMAINS, policies: 3, certs: 10 }]);
  // The embedded store has one process.
  if (store.kind === 'postgres')
    second = await openRuntime({
      ...config,
      DATA_DIR: `${config.DATA_DIR}-second`,
      SECRET_KEY_FILE: `${config.DATA_DIR}/secret.key`,
    });
}, 60_000);
afterAll(async () => {
  await second?.close();
  await world.close();
});

it('processes on one store share a distribution, and each artefact is made once', async () => {
  const { store, jobs } = world.runtime;
  await store.transaction(async (tx) => {
    const rows = await tx.selectFrom('domains').select('domain_id').where('audit_status', '=', APPROVED).execute();
    const orders = rows.map((row) => ({ object_id: row.domain_id }));
    // Everything twice, so that what one process has waits for it while the other looks.
    await enqueue(tx, distributionOf('domain'), [...orders, ...orders]);
  });
  for (const each of [jobs, second?.jobs]) each?.wake(distributionOf('domain'));
  for (const end = Date.now() + 60_000; ; ) {
    await Promise.all([jobs.settled(), second?.jobs.settled()]);
    const left = await store.read
      .selectFrom('jobs')
      .select(['id', 'error'])
      .where('kind', 'like', 'delivery.domain')
      .execute();
    if (left.length === 0) break;
    expect(left.filter((row) => row.error !== '')).toEqual([]);
    if (Date.now() > end) throw new Error('the distribution never ended');
  }
  const approved = await store.read
    .selectFrom('domains')
    .select('domain_id')
    .where('audit_status', '=', APPROVED)
    .execute();
  const made = await store.read.selectFrom('artefacts').selectAll().where('kind', '=', 'domain').execute();
  // The first one of each was written with the domains.
  expect(made.map((row) => `${row.object_id} ${row.number}`).sort()).toEqual(
    approved.flatMap((row) => [`${row.domain_id} 1`, `${row.domain_id} 2`]).sort(),
  );
  const lines = await store.read.selectFrom('desired').selectAll().where('kind', '=', 'domain').execute();
  expect(new Set(lines.map((line) => line.number))).toEqual(new Set([2]));
}, 90_000);
