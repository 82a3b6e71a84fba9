import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ClickhouseStore } from '@/lib/analytics/store/clickhouse/store';
import { Engine } from '@/test/clickhouse/engine';
import { installEngine } from '@/test/clickhouse/install.mjs';
import type { Scene } from './scene';
import { Senders } from './senders';
import type { Server } from './server';
import { Writers } from './writers';

/** A chart whose engine is away says so within this time, beside what it may take. */
const CHART_MS = 10_000;
/** A batch is in the spool within this time. */
const BATCH_MS = 20_000;
/** Within a second; the short form measures nothing, beside others. */
const FOLLOWED_MS = { long: 1_000, short: 60_000 };
/** What waits is tried every 5 s. */
const BACK_MS = 30_000;
/** All that waited is stored within this time. */
const STORED_MS = 120_000;

const CHARTS = { page: 'overview', time_window: 'last_24h', charts: [{ key: 'requests' }] };

/** Milliseconds until a process finds the first event of a batch, as the console does that follows events; or none. */
async function foundAfter(server: Server, batch_id: string, patience: number): Promise<number | undefined> {
  const began = performance.now();
  while (performance.now() < began + patience) {
    const { body } = await server.call('GET', `/api/analytics/events?keyword=${batch_id}-0`, { as: 'acme-support' });
    if (body?.data?.total === 1) return performance.now() - began;
  }
  return undefined;
}

/** What is sent to one process is found by the other as soon as it is stored, which it is behind all that waited. */
async function expectFollowed(scene: Scene, senders: Senders, from: Server, to: Server): Promise<void> {
  for (const id of [...senders.acknowledged].slice(-2)) {
    scene.expect((await foundAfter(to, id, STORED_MS)) !== undefined, 'what waited is stored in time');
  }
  const id = randomUUID();
  const isStored = await senders.send(from, id);
  const after = await foundAfter(to, id, scene.either(FOLLOWED_MS.long, FOLLOWED_MS.short));
  scene.figure('found at the other process', after === undefined ? 'never' : `after ${Math.round(after)} ms`);
  scene.expect(isStored && after !== undefined, 'an event is found at the other process in time');
}

async function expectDegraded(scene: Scene, server: Server, writers: Writers, senders: Senders): Promise<void> {
  const [chart, ready] = await Promise.all([
    server.call('POST', '/api/analytics/batch', { as: 'acme-root', body: CHARTS }),
    server.call('GET', '/readyz'),
    writers.wrote(20),
    senders.sent(2, BATCH_MS),
  ]);
  scene.expect(chart.status === 200, `charts that cannot be drawn say so in their answer (${chart.status})`);
  scene.expect(chart.ms < CHART_MS, `charts are answered within 10 s, not ${Math.round(chart.ms)} ms`);
  scene.expect(ready.status === 200, `the process is ready, since it takes writes and batches (${ready.status})`);
}

/** Stores what a process left to be stored. */
async function emptySpool(url: string, spoolFolder: string): Promise<void> {
  const store = new ClickhouseStore({ url, spoolFolder });
  await store.resume();
  await store.close();
}

/** Tries what holds while ClickHouse is taken away in some manner, and once it is back: what waited is stored, once. */
export async function withoutClickhouse(
  scene: Scene,
  rounds: number,
  away: (engine: Engine) => unknown,
  back: (engine: Engine) => unknown,
): Promise<void> {
  installEngine();
  const engine = await Engine.start();
  scene.cleanup(() => engine.remove());
  const names = scene.store === 'postgres' ? ['a', 'b'] : ['data'];
  const servers = await Promise.all(names.map((name) => scene.start({ CLICKHOUSE_URL: engine.url }, name)));
  const [first, last] = [servers[0] as Server, servers.at(-1) as Server];
  const writers = new Writers(2, (i) => (i === 0 ? first : last));
  const senders = new Senders(2, (i) => (i === 0 ? first : last));
  await senders.sent(2);
  for (let round = 0; round < rounds; round++) {
    await away(engine);
    await expectDegraded(scene, last, writers, senders).finally(() => back(engine));
    await senders.sent(2, BACK_MS);
  }
  await writers.stop();
  await senders.stop();
  if (first !== last) await expectFollowed(scene, senders, first, last);
  scene.figure('times away', rounds);
  scene.figure('acknowledged batches', senders.acknowledged.size);
  scene.expectNone(writers.ledger.unexpected([]));
  scene.expectNone(senders.unexpected([503]));
  for (const [i, server] of servers.entries()) {
    await server.stop();
    await emptySpool(engine.url, path.join(scene.dataDir(names[i]), 'analytics', 'spool'));
  }
  const store = new ClickhouseStore({ url: engine.url, spoolFolder: path.join(scene.folder, 'no-spool') });
  scene.expectNone(await senders.compare(store));
  await store.close();
  await scene.expectWhole(writers.ledger);
}
