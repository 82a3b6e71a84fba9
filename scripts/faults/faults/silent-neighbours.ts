import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Fault } from '../fault';
import type { Scene } from '../scene';
import type { Server } from '../server';
import { slowest, Watch } from '../watch';
import { Writers } from '../writers';

/** Whoever asks for what a neighbour does is answered within this time. */
const ANSWER_MS = 30_000;
/** Nobody else waits for it: the slowest of their requests; the short form runs beside others. */
const OTHERS_MS = { long: 3_000, short: 10_000 };
const TENANT = 'acme-root';

/** A server that takes every connection and every datagram, and says nothing. Answers its port for either. */
async function startSilent(scene: Scene): Promise<{ tcp: number; udp: number; asked(): number }> {
  const open = new Set<Socket>();
  let asked = 0;
  const tcp = createServer((socket) => {
    asked++;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  tcp.listen(0, '127.0.0.1');
  const udp = createSocket('udp4', () => asked++);
  udp.bind(0, '127.0.0.1');
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')]);
  scene.cleanup(() => {
    for (const socket of open) socket.destroy();
    tcp.close();
    udp.close();
  });
  return { tcp: (tcp.address() as AddressInfo).port, udp: udp.address().port, asked: () => asked };
}

async function made(server: Server, method: string, path: string, body: object) {
  const { status, body: answer } = await server.call(method, path, { as: TENANT, body });
  if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Domains whose records are to be written, and a channel of mail. */
async function prepare(server: Server, count: number): Promise<{ domains: string[]; channel: number }> {
  const { policy_id } = await made(server, 'POST', '/api/guard/policies', { name: 'silent' });
  const domains: string[] = [];
  for (let i = 0; i < count; i++) {
    const src_sites = [{ addr: 'origin.example.com', port: 443, protocol: 'https' }];
    const domain = { domain: `silent-${i}.example.com`, policy_id, src_sites };
    const { domain_id } = await made(server, 'POST', '/api/guard/domains', domain);
    await made(server, 'PUT', `/api/guard/domains/${domain_id}/nodes`, { node_ids: ['hk-1'], enable_parse: true });
    domains.push(domain_id);
  }
  const mail = { name: 'silent', kind: 'mail', url: 'mailto:someone@example.com' };
  const { id } = await made(server, 'POST', '/api/analytics/alert-channels', mail);
  return { domains, channel: id };
}

/** All that waits for a neighbour, at once. */
const everything = (domains: readonly string[], channel: number) => [
  ...domains.map((id) => ({ path: `/api/guard/schedules/domains/${id}/init`, body: {} })),
  ...domains.map((id) => ({ path: `/api/guard/domains/${id}/verify`, body: undefined })),
  { path: `/api/analytics/alert-channels/${channel}/test`, body: undefined },
];

export const fault: Fault = {
  name: 'silent-neighbours',
  promises:
    'DNS, its provider and the mail server take what they are asked and say nothing: who asked hears so, others wait for nothing.',
  stores: ['embedded', 'postgres'],
  short: ['embedded'],
  async run(scene) {
    const silent = await startSilent(scene);
    const server = await scene.start({
      ...{
        DNS_PROVIDER: 'powerdns',
        POWERDNS_API_URL: `http://127.0.0.1:${silent.tcp}`,
        POWERDNS_API_KEY: 'a key of the provider',
      },
      ...{ DNS_SERVER: `127.0.0.1:${silent.udp}`, DNS_RESOLVERS: `127.0.0.1:${silent.udp}` },
      ...{ SMTP_URL: `smtp://127.0.0.1:${silent.tcp}`, MAIL_FROM: 'alerts@example.com' },
    });
    const { domains, channel } = await prepare(server, scene.either(20, 4));
    const watch = new Watch(server);
    const asked = Promise.all(
      everything(domains, channel).map(async ({ path, body }) => {
        const { status, ms } = await server.call('POST', path, { as: TENANT, body });
        scene.expect(status >= 200 && status < 500, `${path} is answered, not ${status}`);
        scene.expect(ms < ANSWER_MS, `${path} is answered within 30 s, not ${Math.round(ms)} ms`);
        return ms;
      }),
    );
    const writers = new Writers(2, () => server);
    await writers.wrote(40);
    await pause(scene.either(20_000, 1_000));
    const waited = await asked;
    await writers.stop();
    scene.expectNone((await watch.stop()).map((some) => `others are answered (${some})`));
    const others = slowest([...watch.latencies, ...writers.ledger.latencies]);
    scene.expect(others < scene.either(OTHERS_MS.long, OTHERS_MS.short), `others wait for nothing, not ${others} ms`);
    scene.expect(silent.asked() > 0, 'the neighbours were asked');
    await scene.settle(server);
    scene.figure('asked of neighbours', silent.asked());
    scene.figure('slowest answer about them', `${slowest(waited)} ms`);
    scene.figure('slowest of others', `${others} ms`);
    scene.expectNone(writers.ledger.unexpected([]));
    await server.stop();
  },
};
