import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from '../fault';
import type { Scene } from '../scene';
import type { Server } from '../server';
import { Writers } from '../writers';

/** Within which everybody is answered, however many ask. */
const ANSWER_MS = 45_000;
const BACK_MS = 5_000;
/** More of one account than it has connections, several times. */
const ASKED = 24;

/** Ends every connection to this database but its own. */
const CUT =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A transaction of somebody else holds a table that many ask for. */
async function withHeldTable(scene: Scene, server: Server, url: string): Promise<void> {
  const other = await connect(url);
  await other.query('begin; lock table policies');
  const asked = Array.from({ length: ASKED }, () => server.call('GET', '/api/guard/policies', { as: 'acme-root' }));
  await pause(scene.either(60_000, 1_000));
  const beside = await server.call('GET', '/api/guard/domains', { as: 'borealis-root' });
  scene.expect(beside.status === 200, `who asks for another table is answered (${beside.status})`);
  await other.query('rollback');
  await other.end();
  const answers = await Promise.all(asked);
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  scene.figure('slowest answer beside a held table', `${Math.round(slowest)} ms`);
  if (scene.isShort) return;
  scene.expect(
    slowest < ANSWER_MS,
    `a request is answered within ${ANSWER_MS / 1000} s, not ${Math.round(slowest)} ms`,
  );
  for (const { status, headers } of answers) {
    scene.expect([429, 503].includes(status), `a request is answered with 429 or 503, not ${status}`);
    scene.expect(Number(headers['retry-after']) > 0, 'a refusal says when to try again');
  }
}

/** Others have all connections that PostgreSQL gives. */
async function withoutConnections(scene: Scene, servers: readonly Server[], url: string): Promise<void> {
  const own = await connect(url);
  const elsewhere = new URL(url);
  elsewhere.pathname = '/postgres';
  const others: pg.Client[] = [];
  const fill = async () => {
    for (;;) others.push(await connect(elsewhere.href));
  };
  const full = new Set<string | undefined>();
  // What was cut asks for another connection at once, and may be faster.
  for (let left = 1; left > 0 && full.size < 2; left = (await own.query(CUT)).rowCount ?? 0) {
    full.add(await fill().catch((error: { code?: string }) => error.code));
  }
  await fill().catch(() => undefined);
  scene.expect([...full].join() === '53300', `there is no connection left (${[...full]})`);
  for (const server of servers) {
    const [read, ready] = await Promise.all([
      server.call('GET', '/api/guard/policies', { as: 'acme-root' }),
      server.call('GET', '/readyz'),
    ]);
    scene.expect(read.status === 503, `a request is answered with 503, not ${read.status}`);
    scene.expect(Number(read.headers['retry-after']) > 0, 'a refusal says when to try again');
    scene.expect(ready.status === 503, `/readyz says 503, not ${ready.status}`);
  }
  await Promise.all([own, ...others].map((client) => client.end()));
}

export const fault: Fault = {
  name: 'postgres-occupied',
  promises:
    "Others' transactions hold a table, or others have all connections: 429 or 503 within 45 s, nothing is half-done, and all goes on 5 s after it.",
  stores: ['postgres'],
  async run(scene) {
    const url = scene.database?.url as string;
    const servers = await Promise.all(['a', 'b'].map((name) => scene.start({}, name)));
    const [first] = servers as [Server, Server];
    const writers = new Writers(4, (i) => servers[i % 2] as Server);
    await writers.wrote(10, BACK_MS);
    for (const occupied of [() => withHeldTable(scene, first, url), () => withoutConnections(scene, servers, url)]) {
      await occupied();
      const began = performance.now();
      for (const server of servers) await server.ready(BACK_MS);
      await writers.wrote(10, scene.either(BACK_MS, 60_000));
      scene.figure('back after', `${Math.round(performance.now() - began)} ms`);
    }
    await writers.stop();
    for (const server of servers) await scene.settle(server);
    scene.figure('refused', writers.ledger.count(503) + writers.ledger.count(429));
    scene.expectNone(writers.ledger.unexpected([429, 503]));
    await scene.expectWhole(writers.ledger);
  },
};
