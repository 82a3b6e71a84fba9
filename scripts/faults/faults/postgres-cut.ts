import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Fault } from '../fault';
import { Writers } from '../writers';

const BACK_MS = 10_000;

/** Ends every connection to this database but its own. */
const CUT =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

export const fault: Fault = {
  name: 'postgres-cut',
  promises:
    'All connections to PostgreSQL are cut, again and again: 503 at most, nothing acknowledged is lost, all goes on.',
  stores: ['postgres'],
  async run(scene) {
    const servers = await Promise.all(['a', 'b'].map((name) => scene.start({}, name)));
    const writers = new Writers(8, (i) => servers[i % 2] as (typeof servers)[0]);
    const rounds = scene.either(100, 6);
    const client = new pg.Client({ connectionString: scene.database?.url });
    await client.connect();
    let cut = 0;
    for (let round = 0; round < rounds; round++) {
      await writers.wrote(10, BACK_MS);
      cut += (await client.query(CUT)).rowCount ?? 0;
      await pause(20);
    }
    await client.end();
    await writers.wrote(20, BACK_MS);
    await writers.stop();
    for (const server of servers) await scene.settle(server);
    scene.figure('connections cut', cut);
    scene.figure('refused', writers.ledger.count(503));
    scene.expectNone(writers.ledger.unexpected([503]));
    await scene.expectWhole(writers.ledger);
  },
};
