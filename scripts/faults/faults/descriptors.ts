import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import { Senders } from '../senders';
import type { Server } from '../server';
import { Writers } from '../writers';

/** Descriptors that are left, and connections that want one. */
const LEFT = 24;
const CONNECTIONS = 200;
const BACK_MS = 10_000;

const limit = ({ pid }: Server, files: string) => execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}`]);

/** Connections that say nothing. */
function occupy({ url }: Server): Socket[] {
  const { hostname, port } = new URL(url);
  return Array.from({ length: CONNECTIONS }, () => {
    const socket = connect({ host: hostname, port: Number(port) });
    return socket.on('error', () => socket.destroy());
  });
}

export const fault: Fault = {
  name: 'descriptors',
  promises:
    'Out of file descriptors a process lives, answers 503 or not at all, and goes on once there are some again.',
  stores: ['embedded', 'postgres'],
  short: ['postgres'],
  async run(scene) {
    const server = await scene.start();
    const writers = new Writers(4, () => server);
    const senders = scene.store === 'embedded' ? new Senders(1, () => server) : undefined;
    await writers.wrote(10);
    const open = readdirSync(`/proc/${server.pid}/fd`).length;
    const rounds = scene.either(10, 1);
    for (let round = 0; round < rounds; round++) {
      limit(server, `${open + LEFT}:${open + 10_000}`);
      const sockets = occupy(server);
      await pause(scene.either(4_000, 1_500));
      scene.expect(server.isAlive, 'the process lives');
      for (const socket of sockets) socket.destroy();
      await writers.wrote(10, BACK_MS);
      await senders?.sent(1, BACK_MS);
      limit(server, `${open + 10_000}:${open + 10_000}`);
    }
    await writers.stop();
    await senders?.stop();
    await scene.settle(server);
    scene.figure('times without', rounds);
    scene.figure('descriptors', open + LEFT);
    scene.figure('unanswered or refused', writers.ledger.count(0) + writers.ledger.count(503));
    scene.expectNone(writers.ledger.unexpected([0, 503]));
    scene.expectNone(senders?.unexpected([0, 503]) ?? []);
    await scene.expectWhole(writers.ledger);
    if (senders) await scene.expectEvents(senders);
  },
};
