import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Senders } from '../senders';

const SENDERS = 3;
const BATCHES = 3;
const MOST_MS = 150;

export const fault: Fault = {
  name: 'kill-ingestion',
  promises:
    'kill -9 under ingestion: a batch that was acknowledged is stored once and whole, and sums agree with events.',
  stores: ['embedded'],
  async run(scene) {
    const rounds = scene.either(50, 2);
    let server = await scene.start();
    const senders = new Senders(SENDERS, () => server);
    for (let round = 0; round < rounds; round++) {
      await senders.sent(BATCHES);
      await pause(randomInt(MOST_MS));
      await server.kill();
      server = await scene.start();
    }
    await senders.sent(BATCHES);
    await senders.stop();
    scene.figure('kills', rounds);
    scene.expectNone(senders.unexpected([0]));
    await scene.expectEvents(senders);
  },
};
