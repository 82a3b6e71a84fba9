import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { install } from '../../apt';
import type { Fault } from '../fault';
import { Ledger } from '../ledger';
import type { Scene } from '../scene';
import type { Server } from '../server';
import { Writers } from '../writers';

const HOUR_S = 3_600;
/** Sessions end after two hours without a request, so no jump is longer. */
const JUMPS = [HOUR_S, 0, -HOUR_S, 0, 1.5 * HOUR_S, -1.5 * HOUR_S, 0, 60, -60, 5, -5];

const library = (arch: string) => `/usr/lib/${arch}-linux-gnu/faketime/libfaketimeMT.so.1`;
const LIBRARY = process.arch === 'arm64' ? library('aarch64') : library('x86_64');

/** A process whose clock is wrong by as many seconds as a file says. */
async function startWithClock(scene: Scene, name: string): Promise<{ server: Server; set(seconds: number): void }> {
  if (!existsSync(LIBRARY)) install(LIBRARY, 'libfaketime');
  const file = path.join(scene.folder, `clock-${name}`);
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}`);
  set(0);
  const server = await scene.start(
    {
      ...{ LD_PRELOAD: LIBRARY, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1' },
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', DONT_FAKE_MONOTONIC: '1' },
    },
    name,
  );
  return { server, set };
}

export const fault: Fault = {
  name: 'clock-jumps',
  promises:
    'The clock jumps, by hours in both directions: sessions and writes go on, work is done, the chains are sound.',
  stores: ['embedded', 'postgres'],
  short: ['postgres'],
  async run(scene) {
    const names = scene.store === 'postgres' ? ['a', 'b'] : ['data'];
    const clocks = await Promise.all(names.map((name) => startWithClock(scene, name)));
    const servers = clocks.map(({ server }) => server);
    const ledger = new Ledger();
    const jumps = scene.isShort ? JUMPS.slice(0, 4) : [...JUMPS, ...JUMPS, ...JUMPS];
    for (const seconds of jumps) {
      // With two, one is ahead of the other by twice as much.
      for (const [i, { set }] of clocks.entries()) set(i === 0 ? seconds : -seconds);
      const writers = new Writers(4, (i) => servers[i % servers.length] as Server, ledger);
      await writers.wrote(20);
      await writers.stop();
      for (const server of servers) await scene.settle(server);
    }
    scene.figure('jumps', jumps.length);
    scene.expectNone(ledger.unexpected([]).map((some) => `nothing is refused (${some})`));
    await scene.expectWhole(ledger);
  },
};
