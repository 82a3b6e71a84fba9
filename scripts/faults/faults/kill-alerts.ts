import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { APPROVED } from '@/lib/guard/domains/contract';
import type { Fault } from '../fault';
import { type Mailbox, startMailbox } from '../mailbox';
import type { Scene } from '../scene';
import type { Server } from '../server';

const TENANT = 'acme-root';
const DOMAINS = 12;
const NODE = 'hk-1';
/** How long a kill waits at most once the node has been answered: what it said is being judged and sent then. */
const MOST_MS = 400;
/** A process sends two alerts of an account at once, which a kill may leave sent and not noted. */
const AT_ONCE = 2;
/** What is sent is done so long after the last kill: the lease of a process that is gone ends after 15 s. */
const SENT_MS = 60_000;
const WAITING = /^parapet_jobs_(waiting|failed)\{kind="analytics\.alerts\.deliver(ies)?"[^}]*\} [1-9]\d*$/m;

async function made(server: Server, method: string, path: string, body: object, as = TENANT) {
  const { status, body: answer } = await server.call(method, path, { as, body });
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
  return answer.data;
}

/** Approved domains on a node, a channel of mail, and the key of the node. */
async function prepare(scene: Scene, server: Server): Promise<{ domains: string[]; key: string; channel: number }> {
  const { policy_id } = await made(server, 'POST', '/api/guard/policies', { name: 'alerts' });
  const domains: string[] = [];
  for (let i = 0; i < DOMAINS; i++) {
    const src_sites = [{ addr: '192.0.2.1', port: 443, protocol: 'https' }];
    const domain = { domain: `alerts-${i}.example.com`, policy_id, src_sites };
    const { domain_id } = await made(server, 'POST', '/api/guard/domains', domain);
    await made(server, 'PUT', `/api/guard/domains/${domain_id}/nodes`, { node_ids: [NODE] });
    await made(server, 'PUT', `/api/guard/domains/${domain_id}/audit`, { audit_status: APPROVED }, 'acme-support');
    domains.push(domain_id);
  }
  const mail = { name: 'mail', kind: 'mail', url: 'mailto:someone@example.com' };
  const { id } = await made(server, 'POST', '/api/analytics/alert-channels', mail);
  const scopes = [`guard.agent.${NODE}`];
  const { api_key } = await made(server, 'POST', '/api/sys/api-keys', { name: 'node', scopes }, 'admin');
  await scene.settle(server);
  return { domains, key: api_key, channel: id };
}

/** Has the node say that it can run none of the domains, in words of this round. Answers of how many it was acknowledged. */
async function report(server: Server, key: string, domains: readonly string[], round: number): Promise<number> {
  const failed = { kind: 'domain', number: 1, status: 'failed', since: Date.now(), message: `round ${round}` };
  const objects = domains.map((object_id) => ({ ...failed, object_id }));
  const headers = { Authorization: `ApiKey ${key}` };
  const sent = { host: 'operator.test', headers, body: { revision: 1, objects } };
  const { body } = await server.call('POST', `/api/guard/nodes/${NODE}/reports`, sent);
  return body?.data?.stored ?? 0;
}

async function expectSent(scene: Scene, server: Server): Promise<void> {
  const until = performance.now() + SENT_MS;
  while (WAITING.test((await server.metrics()).text || 'parapet_jobs_waiting{kind="analytics.alerts.deliver"} 1')) {
    if (performance.now() > until) return scene.expect(false, 'every alert is sent');
    await pause(100);
  }
}

/** Resolves once so many alerts were raised: what a node says next replaces what it said. */
async function raised(server: Server, count: number): Promise<void> {
  for (const until = performance.now() + SENT_MS; performance.now() < until; await pause(100)) {
    const { body } = await server.call('GET', '/api/analytics/alerts?size=1', { as: TENANT });
    if (body?.data?.total >= count) return;
  }
}

/** All alerts of the tenant. */
async function alertsOf(server: Server): Promise<{ uuid: string; domain_id: string; body: string }[]> {
  const all = [];
  for (let page = 1; ; page++) {
    const { body } = await server.call('GET', `/api/analytics/alerts?size=100&page=${page}`, { as: TENANT });
    all.push(...body.data.list);
    if (all.length >= body.data.total || body.data.list.length === 0) return all;
  }
}

async function compare(scene: Scene, server: Server, mailbox: Mailbox, rounds: number, kills: number, channel: number) {
  const alerts = await alertsOf(server);
  for (let round = 0; round < rounds; round++) {
    const own = alerts.filter(({ body }) => body.includes(`round ${round}.`));
    const domains = new Set(own.map(({ domain_id }) => domain_id));
    scene.expect(own.length === DOMAINS, `round ${round} is an alert for each domain, not ${own.length}`);
    scene.expect(domains.size === own.length, `round ${round} is one alert for each domain`);
  }
  const times = alerts.map(({ uuid }) => mailbox.times(uuid));
  scene.expect(
    times.every((n) => n > 0),
    'no alert is lost',
  );
  const again = times.reduce((sum, n) => sum + Math.max(0, n - 1), 0);
  scene.expect(again <= AT_ONCE * kills, `only what was under way is sent again, not ${again}`);
  scene.expect(mailbox.total === times.reduce((a, b) => a + b, 0), 'nothing is sent but alerts, each under its own id');
  const { body } = await server.call('GET', `/api/analytics/alert-channels/${channel}`, { as: TENANT });
  const { sent, failed, dropped } = body.data;
  scene.expect(sent === alerts.length, `each alert is counted as sent once: ${sent} of ${alerts.length}`);
  scene.expect(failed === 0 && dropped === 0, `none failed or was dropped: ${failed}, ${dropped}`);
  scene.figure('alerts', alerts.length);
  scene.figure('sent again under the same id', again);
}

export const fault: Fault = {
  name: 'kill-alerts',
  promises:
    'kill -9 while alerts are raised and mailed: none is lost or raised twice; only what was under way is sent again, under its id.',
  stores: ['embedded', 'postgres'],
  short: ['embedded'],
  async run(scene) {
    const mailbox = await startMailbox();
    scene.cleanup(() => mailbox.close());
    const start = (name?: string) => scene.start({ SMTP_URL: mailbox.url, MAIL_FROM: 'alerts@example.com' }, name);
    const isShared = scene.store === 'postgres';
    let server = await start(isShared ? 'a' : undefined);
    // On PostgreSQL another process is there, which sends the same alerts.
    const other = isShared ? await start('b') : undefined;
    const { domains, key, channel } = await prepare(scene, server);
    const kills = scene.either(10, 2);
    for (let round = 0; round < kills; round++) {
      const stored = await report(server, key, domains, round);
      scene.expect(stored === DOMAINS, `what a node says is taken, not ${stored}`);
      await pause(randomInt(MOST_MS));
      await server.kill();
      server = await start(isShared ? 'a' : undefined);
      await raised(server, (round + 1) * DOMAINS);
    }
    await expectSent(scene, other ?? server);
    scene.figure('kills', kills);
    await compare(scene, server, mailbox, kills, kills, channel);
  },
};
