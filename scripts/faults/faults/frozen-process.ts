import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Watch } from '../watch';
import { Writers } from '../writers';

/** What a frozen process has locked, in each of its six transactions, is free again after this long at most. */
const LOCKED_MS = 45_000;

export const fault: Fault = {
  name: 'frozen-process',
  promises:
    'One of two processes stands still, as a paused machine does: the other goes on, and nothing is done twice later.',
  stores: ['postgres'],
  async run(scene) {
    const [a, b] = [await scene.start({}, 'a'), await scene.start({}, 'b')];
    const frozen = new Writers(4, () => a);
    const writers = new Writers(4, () => b, frozen.ledger);
    const rounds = scene.either(5, 1);
    let longest = 0;
    for (let round = 0; round < rounds; round++) {
      await writers.wrote(20);
      a.signal('SIGSTOP');
      const watch = new Watch(b);
      const began = performance.now();
      await writers.wrote(20, LOCKED_MS);
      longest = Math.max(longest, performance.now() - began);
      await pause(scene.either(30_000, 500));
      scene.expectNone((await watch.stop()).map((some) => `reads go on (${some})`));
      a.signal('SIGCONT');
      await a.ready();
      await writers.wrote(20);
    }
    await Promise.all([frozen.stop(), writers.stop()]);
    await scene.settle(b);
    scene.figure('times frozen', rounds);
    scene.figure('writes of the other', `go on after ${Math.round(longest)} ms at most`);
    scene.expectNone(writers.ledger.unexpected([0, 503]));
    await scene.expectWhole(writers.ledger);
  },
};
