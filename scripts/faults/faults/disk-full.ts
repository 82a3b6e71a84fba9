import { smallDisk } from '../disk';
import type { Fault } from '../fault';
import { Ledger } from '../ledger';

import { Senders } from '../senders';
import { slowest, Watch } from '../watch';
import { Writers } from '../writers';

const MEGABYTES = 160;
/** Refusals until everybody has met the full disk. */
const REFUSED = 40;
const BACK_MS = 30_000;

export const fault: Fault = {
  name: 'disk-full',
  promises:
    'On a full disk writes are refused with 503 and leave nothing behind, reads go on; with room again all goes on.',
  stores: ['embedded'],
  async run(scene) {
    const disk = smallDisk(scene, MEGABYTES);
    const server = await scene.start();
    const writers = new Writers(4, () => server, new Ledger([503]));
    const senders = new Senders(1, () => server);
    await writers.wrote(20);
    await senders.sent(1);
    const rounds = scene.either(30, 2);
    const waited: number[] = [];
    const back: number[] = [];
    for (let round = 0; round < rounds; round++) {
      disk.fill();
      const watch = new Watch(server);
      await writers.ledger.saw(503, REFUSED);
      await server.unready();
      scene.expectNone((await watch.stop()).map((some) => `reads are answered (${some})`));
      waited.push(slowest(watch.latencies));
      disk.free();
      const freed = performance.now();
      await writers.wrote(20, BACK_MS);
      back.push(performance.now() - freed);
      await senders.sent(1, BACK_MS);
      await server.ready(BACK_MS);
    }
    await writers.stop();
    await senders.stop();
    await scene.settle(server);
    scene.figure('times full', rounds);
    scene.figure('refused', writers.ledger.count(503));
    scene.figure('twenty writes after', `${slowest(back)} ms at most`);
    scene.figure('slowest read', `${slowest(waited)} ms`);
    scene.expectNone(writers.ledger.unexpected([503]));
    scene.expectNone(senders.unexpected([503]));
    await scene.expectWhole(writers.ledger);
    await scene.expectEvents(senders);
  },
};
