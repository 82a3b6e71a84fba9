import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { chartPages } from '@/lib/analytics/charts/catalogue';
import { eventsFile } from '@/lib/analytics/open';
import { openDuckdbStore } from '@/lib/analytics/store/duckdb';
import { generate } from '@/lib/analytics/testing/generate';
import { quantile } from '../../bench/batches';
import { memoryMb } from '../../bench/server';
import { production } from '../../production.mjs';
import type { Fault } from '../fault';
import { Ledger } from '../ledger';
import type { Scene } from '../scene';
import type { Server } from '../server';
import { DAY_MS, momentOf, shareOf, Traffic } from '../traffic';
import { Writer } from '../writers';

/** Fifty requests a second, day and night taken together. */
const REQUESTS = { long: 4_320_000, short: 6_000 };
const STEPS = { long: 1_200, short: 6 };
const STEP_MS = 1_000;
/** Of the month before: more than the engine keeps in memory. */
const EARLIER = { long: 3_000_000, short: 3_000 };
/** So many times the memory, and so many descriptors more than the third quarter, the last one may have. */
const GROWTH = 1.1;
const MORE_OPEN = 10;
const MOST_MB = 700;
/** Every so many steps somebody searches, exports, and signs in. */
const SELDOM = 10;

/** Of each step, in megabytes and in number. */
type Seen = { memory: number[]; descriptors: number[]; statuses: Set<number> };

const median = (values: readonly number[]) => quantile(values, 0.5);
const quarter = (values: readonly number[], n: number) =>
  values.slice((n * values.length) / 4, ((n + 1) * values.length) / 4);

/** What people do in the console meanwhile: they look at a page of charts, now and then search, export and sign in. */
async function browse(server: Server, step: number, etime: number): Promise<number[]> {
  const pages = chartPages().filter(({ charts }) => charts.length > 0);
  const { page, charts } = pages[step % pages.length] ?? { page: 'overview', charts: [] };
  const body = { stime: etime - DAY_MS, etime, charts: charts.map(({ key }) => ({ key })) };
  const calls = [server.call('POST', `/api/analytics/${page}/batch`, { as: 'acme-support', body })];
  if (step % SELDOM === 0) {
    const password = Buffer.from('a wrong one').toString('base64');
    calls.push(
      server.call('GET', '/api/analytics/events?window=last_24h&keyword=admin', { as: 'acme-support' }),
      server.call('GET', '/api/sys/audit-logs/export', { as: 'acme-support' }),
      server.call('POST', '/api/auth/login', { body: { username: `nobody-${step}`, password } }),
    );
  }
  return (await Promise.all(calls)).map(({ status }) => status);
}

/** Has the day pass, a step a second. */
async function pass(scene: Scene, server: Server, traffic: Traffic, writer: Writer): Promise<Seen> {
  const [requests, steps] = [scene.either(REQUESTS.long, REQUESTS.short), scene.either(STEPS.long, STEPS.short)];
  const seen: Seen = { memory: [], descriptors: [], statuses: new Set() };
  const [now, began] = [Date.now(), performance.now()];
  for (let step = 0; step < steps; step++) {
    const [from, to] = [step / steps, (step + 1) / steps];
    const count = Math.round(requests * shareOf(to)) - Math.round(requests * shareOf(from));
    const [asked] = await Promise.all([
      browse(server, step, momentOf(now, to)),
      traffic.send(count, momentOf(now, from), momentOf(now, to)),
      writer.step(),
    ]);
    for (const status of asked) seen.statuses.add(status);
    seen.memory.push(memoryMb(server.pid, 'VmRSS'));
    seen.descriptors.push(readdirSync(`/proc/${server.pid}/fd`).length);
    await pause(began + (step + 1) * STEP_MS - performance.now());
  }
  scene.figure('minutes', ((performance.now() - began) / 60_000).toFixed(1));
  return seen;
}

/** The store as a month has left it. Answers how many events that are. */
async function fill(scene: Scene): Promise<number> {
  const [events, to] = [scene.either(EARLIER.long, EARLIER.short), Date.now() - DAY_MS];
  const store = await openDuckdbStore(eventsFile(scene.dataDir()));
  await generate(store, { events, from: to - 29 * DAY_MS, to });
  await store.close();
  return events;
}

/** The last quarter has no more than the third one, when what the engine keeps of the file has come into memory. */
function expectFlat(scene: Scene, { memory, descriptors }: Seen): void {
  const quarters = [0, 1, 2, 3].map((n) => Math.round(median(quarter(memory, n))));
  const [early = 0, late = 0] = quarters.slice(2);
  const [open, left] = [2, 3].map((n) => median(quarter(descriptors, n))) as [number, number];
  const most = Math.round(Math.max(...memory));
  scene.figure('memory of each quarter', `${quarters.join(', ')} MB, ${most} MB at most`);
  scene.figure('descriptors', `${open} and ${left}`);
  scene.expect(most < MOST_MB, `memory stays below ${MOST_MB} MB, not ${most} MB`);
  if (scene.isShort) return;
  scene.expect(late < early * GROWTH, `memory stays flat: ${early} MB, later ${late} MB`);
  scene.expect(left <= open + MORE_OPEN, `descriptors stay flat: ${open}, later ${left}`);
}

export const fault: Fault = {
  name: 'day-of-traffic',
  promises:
    'The traffic of a day in 20 minutes, with people in the console: all of it is stored once, and memory and descriptors stay flat.',
  stores: ['embedded'],
  async run(scene) {
    const earlier = await fill(scene);
    const server = await scene.start({ ...production });
    const traffic = new Traffic(server, earlier);
    const ledger = new Ledger();
    const seen = await pass(scene, server, traffic, new Writer(0, () => server, ledger));
    scene.figure('events', traffic.stored);
    expectFlat(scene, seen);
    const others = [...seen.statuses].filter((status) => ![200, 401, 429].includes(status));
    scene.expect(others.length === 0, `everybody in the console is answered, not with ${others}`);
    await scene.settle(server);
    scene.expectNone([...ledger.unexpected([]), ...traffic.unexpected()]);
    await scene.expectWhole(ledger);
    await scene.expectEvents(traffic);
  },
};
