import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Writers } from '../writers';

const WRITERS = 8;
/** How many writes are acknowledged at least between two kills, and how long the kill waits then at most. */
const WRITES = 20;
const MOST_MS = 60;

export const fault: Fault = {
  name: 'kill-writes',
  promises:
    'kill -9 under mixed writes: none that was acknowledged is lost, none is half-applied or without its audit row.',
  stores: ['embedded', 'postgres'],
  async run(scene) {
    const rounds = scene.either(200, 2);
    let server = await scene.start();
    const writers = new Writers(WRITERS, () => server);
    for (let round = 0; round < rounds; round++) {
      await writers.wrote(WRITES);
      await pause(randomInt(MOST_MS));
      await server.kill();
      server = await scene.start();
    }
    await writers.wrote(WRITES);
    await writers.stop();
    await scene.settle(server);
    scene.figure('kills', rounds);
    scene.figure('under way when killed', writers.ledger.count(0));
    scene.expectNone(writers.ledger.unexpected([0]));
    await scene.expectWhole(writers.ledger);
  },
};
