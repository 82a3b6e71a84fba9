import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Writers } from '../writers';

const BACK_MS = 20_000;

export const fault: Fault = {
  name: 'postgres-crash',
  promises:
    'PostgreSQL crashes under two processes and comes back: 503 meanwhile, nothing acknowledged is lost, all goes on.',
  stores: ['postgres'],
  async run(scene) {
    const servers = await Promise.all(['a', 'b'].map((name) => scene.start({}, name)));
    const writers = new Writers(8, (i) => servers[i % 2] as (typeof servers)[0]);
    const rounds = scene.either(20, 2);
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      await writers.wrote(20);
      await scene.postgres.halt();
      await writers.ledger.saw(503, 10);
      for (const server of servers) await server.unready();
      await pause(100);
      await scene.postgres.resume();
      const back = performance.now();
      await Promise.all(servers.map((server) => server.ready(BACK_MS)));
      longest = Math.max(longest, performance.now() - back);
    }
    await writers.wrote(20);
    await writers.stop();
    await Promise.all(servers.map((server) => scene.settle(server)));
    scene.figure('crashes', rounds);
    scene.figure('refused', writers.ledger.count(503));
    scene.figure('back after', `${Math.round(longest)} ms at most`);
    scene.expectNone(writers.ledger.unexpected([503]));
    await scene.expectWhole(writers.ledger);
  },
};
