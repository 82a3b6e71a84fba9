import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fault } from '../fault';
import type { Scene } from '../scene';
import { Senders } from '../senders';
import type { Server } from '../server';
import { Writers } from '../writers';

/** What a process may have; DESIGN 9 has it need less. */
const MEGABYTES = 700;

const V1 = '/sys/fs/cgroup/memory';
const V2 = '/sys/fs/cgroup';

/** Starts a process in a memory group of its own, as a container does; `peak` says how many bytes it had at most. */
async function startLimited(scene: Scene): Promise<{ server: Server; peak(): number }> {
  const isOld = existsSync(path.join(V1, 'memory.limit_in_bytes'));
  const group = path.join(isOld ? V1 : V2, path.basename(scene.folder));
  mkdirSync(group);
  scene.cleanup(() => rmdirSync(group));
  writeFileSync(path.join(group, isOld ? 'memory.limit_in_bytes' : 'memory.max'), String(MEGABYTES << 20));
  const procs = path.join(group, 'cgroup.procs');
  const server = await scene.start({}, undefined, ['sh', '-c', `echo $$ > ${procs} && exec "$@"`, 'sh']);
  const most = path.join(group, isOld ? 'memory.max_usage_in_bytes' : 'memory.peak');
  return { server, peak: () => Number(readFileSync(most, 'utf8')) };
}

/** Somebody who asks for all charts of the overview, or for the audit log as a file, again and again. */
async function ask(server: Server, until: number): Promise<void> {
  const charts = ['requests', 'blocked', 'bandwidth'].map((key) => ({ key }));
  const body = { page: 'overview', time_window: 'last_30d', charts };
  while (performance.now() < until) {
    await server.call('POST', '/api/analytics/batch', { as: 'acme-root', body });
    await server.call('GET', '/api/sys/audit-logs/export', { as: 'acme-support' });
  }
}

export const fault: Fault = {
  name: 'memory-limit',
  promises: `With ${MEGABYTES} MB and not more, under writes, batches, charts and exports, the process lives, and refuses with 503 at most.`,
  stores: ['embedded'],
  async run(scene) {
    const { server, peak } = await startLimited(scene);
    const writers = new Writers(16, () => server);
    const senders = new Senders(4, () => server);
    const until = performance.now() + scene.either(120_000, 4_000);
    await Promise.all(Array.from({ length: 4 }, () => ask(server, until)));
    scene.expect(server.isAlive, 'the process lives');
    await Promise.all([writers.stop(), senders.stop()]);
    await scene.settle(server);
    scene.figure('memory at most', `${peak() >> 20} MB with its files`);
    scene.expectNone(writers.ledger.unexpected([429, 503]));
    scene.expectNone(senders.unexpected([429, 503]));
    await scene.expectWhole(writers.ledger);
    await scene.expectEvents(senders);
  },
};
