import { setTimeout as pause } from 'node:timers/promises';
import { eventsFile } from '@/lib/analytics/open';
import { storeFile } from '@/lib/db/store';
import { SYNCING, tamper, WRITES } from '../disk';
import type { Fault } from '../fault';
import { Senders } from '../senders';
import { slowest, Watch } from '../watch';
import { Writers } from '../writers';

/** How long a disk goes on failing where it does not fail once. */
const FAILING_MS = 1_000;
const BACK_MS = 20_000;

export const fault: Fault = {
  name: 'disk-errors',
  promises:
    'A disk that fails (EIO), once or for a while, at any of the first writes or at a sync: 503, and nothing is lost; then all goes on by itself.',
  stores: ['embedded'],
  async run(scene) {
    const server = await scene.start();
    const writers = new Writers(4, () => server);
    const senders = new Senders(1, () => server);
    const config = storeFile(scene.dataDir());
    const events = eventsFile(scene.dataDir());
    const points = scene.either(30, 2);
    const watch = new Watch(server);
    const back: number[] = [];
    const [ofConfig, ofEvents] = [
      [config, `${config}-wal`],
      [events, `${events}.wal`],
    ];
    const failing = [
      { files: ofConfig },
      { files: ofConfig, calls: SYNCING },
      { files: ofEvents, calls: WRITES },
      { files: ofEvents, calls: SYNCING },
    ] as const;
    for (const { files, calls } of failing.map((one) => ({ calls: undefined, ...one }))) {
      for (let point = 1; point <= points; point++) {
        await writers.wrote(5, BACK_MS);
        await senders.sent(1, BACK_MS);
        const when = calls === SYNCING ? '' : `:when=${point}${point % 2 === 0 ? '+' : ''}`;
        const mend = await tamper(server, files, `error=EIO${when}`, calls);
        await pause(FAILING_MS);
        if (files === ofEvents && calls === SYNCING) await server.unready(BACK_MS);
        await mend();
        const mended = performance.now();
        await server.ready(BACK_MS);
        back.push(performance.now() - mended);
      }
    }
    await writers.wrote(20, BACK_MS);
    await senders.sent(2, BACK_MS);
    await writers.stop();
    await senders.stop();
    scene.figure('points', failing.length * points);
    scene.figure('ready again', `${slowest(back)} ms`);
    scene.figure('refused', writers.ledger.count(503) + (senders.answers.get(503) ?? 0));
    scene.expectNone((await watch.stop()).map((some) => `reads are answered (${some})`));
    scene.expectNone(writers.ledger.unexpected([503]));
    scene.expectNone(senders.unexpected([503]));
    await server.kill();
    const again = await scene.start();
    await scene.settle(again);
    await scene.expectWhole(writers.ledger);
    await scene.expectEvents(senders);
  },
};
