import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Postgres, startPostgres } from '../../postgres';
import type { Fault } from '../fault';
import { startRelay } from '../relay';
import { Writers } from '../writers';

const BACK_MS = 30_000;

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A standby that has each commit of `primary` before the primary says that it is on disk. */
async function follow(primary: Postgres): Promise<Postgres> {
  const standby = await startPostgres({ durable: true, standbyOf: primary.url });
  await ask(primary.url, `alter system set synchronous_standby_names = '*'`);
  await ask(primary.url, 'select pg_reload_conf()');
  const isFollowed = `select 1 from pg_stat_replication where sync_state = 'sync'`;
  while ((await ask(primary.url, isFollowed)).length === 0) await pause(20);
  return standby;
}

export const fault: Fault = {
  name: 'postgres-failover',
  promises:
    'A standby takes over under two processes, as the primary crashes or is cut off and lives on: 503 meanwhile, nothing acknowledged is lost.',
  stores: ['postgres'],
  async run(scene) {
    const relay = await startRelay();
    scene.cleanup(() => relay.close());
    const running = new Set<Postgres>();
    scene.cleanup(() => Promise.all([...running].map((server) => server.stop())));
    const started = (server: Postgres) => {
      running.add(server);
      return server;
    };
    let primary = started(await startPostgres({ durable: true }));
    relay.point(primary.url);
    scene.storeAt(relay.over(primary.url));

    const servers = await Promise.all(['a', 'b'].map((name) => scene.start({}, name)));
    const writers = new Writers(8, (i) => servers[i % 2] as (typeof servers)[0]);
    const rounds = scene.either(10, 2);
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      const standby = started(await follow(primary));
      await writers.wrote(20);
      const began = performance.now();
      if (round % 2 === 0) await primary.halt();
      await standby.promote();
      relay.point(standby.url);
      await Promise.all(servers.map((server) => server.ready(BACK_MS)));
      longest = Math.max(longest, performance.now() - began);
      await writers.wrote(20);
      await primary.stop();
      running.delete(primary);
      primary = standby;
    }
    await writers.stop();
    await Promise.all(servers.map((server) => scene.settle(server)));
    scene.figure('failovers', rounds);
    scene.figure('refused', writers.ledger.count(503));
    scene.figure('back after', `${Math.round(longest)} ms at most`);
    scene.expectNone(writers.ledger.unexpected([503]));
    await scene.expectWhole(writers.ledger);
  },
};
