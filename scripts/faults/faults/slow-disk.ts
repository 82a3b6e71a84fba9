import { setTimeout as pause } from 'node:timers/promises';
import { storeFile } from '@/lib/db/store';
import { tamper } from '../disk';
import type { Fault } from '../fault';
import { slowest, Watch } from '../watch';
import { Writers } from '../writers';

/** Each write and each sync takes so much longer; and the one that hangs. */
const DELAY_US = 30_000;
const HANG_US = 4_000_000;

export const fault: Fault = {
  name: 'slow-disk',
  promises: 'On a disk that is slow, or hangs for seconds, all is answered, late, and nothing is refused.',
  stores: ['embedded'],
  async run(scene) {
    const server = await scene.start();
    const writers = new Writers(4, () => server);
    await writers.wrote(10);
    const file = storeFile(scene.dataDir());
    const files = [file, `${file}-wal`];
    const tried = [
      { name: 'slow', injected: `delay_enter=${DELAY_US}`, seconds: scene.either(20, 2) },
      { name: 'hanging', injected: `delay_enter=${HANG_US}:when=3`, seconds: 6 },
    ];
    for (const { name, injected, seconds } of tried) {
      const watch = new Watch(server);
      const before = writers.ledger.acknowledged;
      const mend = await tamper(server, files, injected);
      await pause(seconds * 1000);
      await mend();
      scene.expectNone((await watch.stop()).map((some) => `reads are answered (${some})`));
      scene.figure(`slowest read (${name})`, `${slowest(watch.latencies)} ms`);
      scene.figure(`writes (${name})`, writers.ledger.acknowledged - before);
    }
    await writers.wrote(20);
    await writers.stop();
    await scene.settle(server);
    scene.figure('slowest write', `${slowest(writers.ledger.latencies)} ms`);
    scene.expectNone(writers.ledger.unexpected([]));
    await scene.expectWhole(writers.ledger);
  },
};
