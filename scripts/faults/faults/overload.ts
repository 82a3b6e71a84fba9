import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Writers } from '../writers';

const CALM = 4;
const MANY = 400;
/** Each keeps so few objects that all together stay below the bounds of a tenant. */
const FEW = 1;
const BACK_MS = 5_000;

export const fault: Fault = {
  name: 'overload',
  promises:
    'A hundred times as many writers as usual: each write is done or refused with 429 or 503, and 5 s later all is as before.',
  stores: ['embedded', 'postgres'],
  short: ['embedded'],
  async run(scene) {
    const server = await scene.start();
    const calm = new Writers(CALM, () => server);
    await calm.wrote(40);
    const many = new Writers(MANY, () => server, calm.ledger, FEW);
    await pause(scene.either(30_000, 3_000));
    await many.stop();
    const over = performance.now();
    await calm.wrote(40, BACK_MS);
    scene.figure('back after', `${Math.round(performance.now() - over)} ms`);
    await calm.stop();
    await scene.settle(server);
    const { ledger } = calm;
    scene.figure('refused', ledger.count(429) + ledger.count(503));
    scene.figure('slowest write', `${Math.round(Math.max(...ledger.latencies))} ms`);
    scene.expectNone(ledger.unexpected([429, 503]).map((some) => `nothing else is answered (${some})`));
    await scene.expectWhole(ledger);
  },
};
