import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LIST } from '@/lib/guard/domains/testing';
import { Prober } from '@/lib/guard/probes/prober';
import { listen, startNameServer } from '@/lib/guard/probes/testing';
import { FakeDns, SCHEDULES, type Schedules, startSchedules } from '@/lib/guard/schedules/testing';
import { isPeriodic, type Work } from '@/lib/jobs/job';
import { jobs } from './jobs';
import { checkRound } from './round';
import { CHECK } from './vocabulary';

const EVERY_S = 600;
const NODES = { 'hk-1': '127.0.0.2', 'sgp-1': '127.0.0.3' } as const;

let world: Schedules;
let dns: Awaited<ReturnType<typeof startNameServer>>;
let origin: Awaited<ReturnType<typeof listen>>;
let port = 0;
const up = new Map<string, Server>();

async function start(address: string) {
  const server = createServer((socket) => socket.on('error', () => undefined)).listen(port, address);
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  up.set(address, server);
}
async function stop(address: string) {
  const server = up.get(address);
  up.delete(address);
  if (server) await new Promise((resolve) => server.close(resolve));
}

beforeAll(async () => {
  dns = await startNameServer({ 'origin.example.net': { a: () => ['127.0.0.1'] } });
  origin = await listen();
  for (const address of Object.values(NODES)) await start(address);
  world = await startSchedules({
    ...{ NODE_HEALTH_PORT: String(port), NODE_HEALTH_S: String(EVERY_S), DNS_RESOLVERS: dns.address },
  });
  const { names, queues, store } = world.runtime;
  world.runtime.prober = new Prober({ names, queue: queues.probes, isForbidden: () => false });
  await store.transaction(async (tx) => {
    for (const [node_id, ip_addr] of Object.entries(NODES)) {
      await tx.updateTable('nodes').set({ ip_addr }).where('node_id', '=', node_id).execute();
    }
    await tx.deleteFrom('jobs').where('kind', '=', CHECK).execute();
  });
});
afterAll(async () => {
  for (const address of [...up.keys()]) await stop(address);
  origin?.close();
  dns?.close();
  await world?.close();
});

let now = Date.now();
let fake: FakeDns;
beforeEach(async () => {
  fake = new FakeDns();
  world.runtime.dns.provider = fake;
  for (const address of Object.values(NODES)) if (!up.has(address)) await start(address);
  await world.runtime.store.transaction(async (tx) => {
    for (const table of ['dns_configs', 'node_health', 'failovers'] as const) await tx.deleteFrom(table).execute();
  });
});

async function rounds(count: number) {
  for (let i = 0; i < count; i++) {
    now += EVERY_S * 1_000;
    await checkRound(world.runtime, now, new AbortController().signal);
    await world.runtime.jobs.settled();
  }
}

const config = (auto_switch_case: number, more: object = {}) => ({
  ...{ auto_switch_case, auto_return_source: 'CFGOPTION_2_ENABLE' },
  ...{ src_ipv6_check: 'CFGOPTION_1_DISABLE', default_ipv6_check: 'CFGOPTION_1_DISABLE' },
  ...more,
});

let n = 0;
/** A domain with an origin and two nodes that answer. */
async function followed(settings: object = config(1), src: object = {}) {
  const src_sites = [{ addr: 'origin.example.net', port: origin.port, protocol: 'http', ...src }];
  const domain_id = await world.created('acme-child', `f${++n}.example.com`, { src_sites });
  const as = 'acme-root';
  expect((await world.assign(domain_id, Object.keys(NODES), { enable_parse: true })).status).toBe(200);
  await world.init(domain_id);
  const saved = await world.call('PUT', `${LIST}/${domain_id}/dns/advance/config`, { as, body: settings });
  expect(saved.status).toBe(200);
  const { cname } = (await world.call('GET', `${LIST}/${domain_id}`, { as })).body.data;
  const state = async (who = as) => world.call('GET', `${SCHEDULES}/domains/${domain_id}/failover`, { as: who });
  return {
    domain_id,
    answered: () => fake.names.get(cname)?.map(({ value }) => value),
    state,
    now: async () => (await state()).body.data,
  };
}

const BOTH = ['127.0.0.2', '127.0.0.3'];

it('a process whose clock is ahead of that of the store checks by the latter', async ({ skip }) => {
  if (world.runtime.store.kind === 'embedded') return skip('the embedded store has the clock of its process');
  await followed();
  const now = Date.now();
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now + 3_600_000);
  const work = { runtime: world.runtime, signal: new AbortController().signal } as Work;
  try {
    for (const job of jobs) if (isPeriodic(job)) await job.run(work);
  } finally {
    clock.mockRestore();
  }
  const health = await world.runtime.store.read.selectFrom('node_health').select('checked_at').execute();
  expect(health).toHaveLength(2);
  for (const { checked_at } of health) expect(Math.abs(checked_at - now)).toBeLessThan(60_000);
});

describe('a domain that switches by itself', () => {
  it('goes to its origins when too few nodes answer, and back, and says why', async () => {
    const { domain_id, answered, now: read } = await followed();
    await rounds(6);
    expect(answered()).toEqual(BOTH);
    expect(await read()).toMatchObject({ enabled: true, state: 'normal', patience: EVERY_S, switches: 0 });
    await stop('127.0.0.2');
    await rounds(8);
    // Half of them are enough.
    expect(answered()).toEqual(BOTH);
    await stop('127.0.0.3');
    await rounds(6);
    expect((await read()).nodes.map((node: { reason: string }) => node.reason)).toEqual([
      'connection refused',
      'connection refused',
    ]);
    await rounds(2);
    expect(answered()).toEqual(['origin.example.net']);
    expect(await read()).toMatchObject({ state: 'switched', switches: 1 });
    const [away] = (await world.get(`/affairs?domain_id=${domain_id}`, 'acme-child')).body.data.list;
    expect(away).toMatchObject({
      ...{ affairs_oper: 'AffairsOperType_Cron', affairs_oper_code: 2, status: 'AffairsStatus_Succeed' },
      json_content: {
        cause: 'switch_src',
        comment: 'Too few nodes: 0 of 2 nodes answer health checks',
        reason: { nodes: 2, answering: 0 },
      },
    });
    const logs = await world.call('GET', `/api/sys/audit-logs?keyword=${domain_id}&size=1`, { as: 'acme-root' });
    expect(logs.body.data.list[0]).toMatchObject({
      ...{ action: 'guard.schedule.switch', actor_type: 'internal_service', resource_id: domain_id, status: 1 },
    });
    for (const address of BOTH) await start(address);
    await rounds(8);
    expect(answered()).toEqual(BOTH);
    expect(await read()).toMatchObject({ state: 'normal' });
  });

  it('stays while its patience lasts', async () => {
    const { answered, now: read } = await followed(config(5));
    await rounds(5);
    for (const address of BOTH) await stop(address);
    await rounds(6);
    expect(await read()).toMatchObject({ state: 'failing' });
    await rounds(4);
    expect(answered()).toEqual(BOTH);
    await rounds(1);
    expect(answered()).toEqual(['origin.example.net']);
  });

  it('stays with its nodes where no origin answers, and says so', async () => {
    const silent = await listen();
    silent.close();
    const { answered, now: read } = await followed(config(1), { port: silent.port });
    for (const address of BOTH) await stop(address);
    await rounds(8);
    expect(answered()).toEqual(BOTH);
    expect(await read()).toMatchObject({ state: 'failing', obstacle: 'origins_down' });
  });

  it('is left where a person switched it', async () => {
    const { domain_id, answered, now: read } = await followed();
    await rounds(5);
    for (const address of BOTH) await stop(address);
    await rounds(8);
    expect(answered()).toEqual(['origin.example.net']);
    await world.switchTo(domain_id, 1);
    for (const address of BOTH) await start(address);
    await rounds(8);
    expect(answered()).toEqual(['origin.example.net']);
    expect(await read()).toMatchObject({ state: 'normal', switches: 0 });
  });

  it('waits for an hour after it went to its origins three times', async () => {
    const { domain_id, answered } = await followed();
    await rounds(1);
    await world.runtime.store.transaction((tx) =>
      tx
        .insertInto('failovers')
        .values({
          ...{ domain_id, state: 'normal', since: now, obstacle: 'none', tried_at: 0 },
          ...{ switches: 2, switched_at: now + 8 * EVERY_S * 1_000 - 3_500_000 },
        })
        .execute(),
    );
    for (const address of BOTH) await stop(address);
    await rounds(8);
    expect(answered()).toEqual(['origin.example.net']);
    for (const address of BOTH) await start(address);
    await rounds(5);
    expect(answered()).toEqual(['origin.example.net']);
    await rounds(3);
    expect(answered()).toEqual(BOTH);
  });

  it('does nothing where no DNS is connected, or its settings say so', async () => {
    const off = await followed(config(1, { auto_return_source: 'CFGOPTION_1_DISABLE' }));
    const { answered, now: read } = await followed();
    expect(await off.now()).toMatchObject({ enabled: false, state: 'normal' });
    for (const address of BOTH) await stop(address);
    await rounds(9);
    expect(off.answered()).toEqual(BOTH);
    expect(answered()).toEqual(['origin.example.net']);
    world.runtime.dns.provider = undefined;
    expect(await read()).toMatchObject({ enabled: false });
    for (const address of BOTH) await start(address);
    await rounds(9);
    expect(await read()).toMatchObject({ state: 'switched' });
  });

  it('is nobody else’s to see', async () => {
    const { state } = await followed();
    expect((await state('acme-other')).status).toBe(404);
    expect((await state('borealis-root')).status).toBe(404);
    expect((await state('acme-nobody')).status).toBe(403);
    expect((await state('acme-support')).status).toBe(200);
  });
});
