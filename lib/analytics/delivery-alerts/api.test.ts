import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowLoopback, channelsOf, startReceiver } from '@/lib/analytics/alert-channels/testing';
import { type AlertRules, startAlertRules } from '@/lib/analytics/alert-rules/testing';
import type { Alert } from '@/lib/analytics/alerts/contract';
import { ALERTS } from '@/lib/analytics/alerts/testing';
import { APPROVED } from '@/lib/guard/domains/contract';
import { LIST } from '@/lib/guard/domains/testing';
import { issue } from '@/lib/sys/api-keys/testing';

const WORDS = 'nginx: [emerg] host not found in upstream "{origin}" in /site.conf:12';
const SINCE = Date.UTC(2026, 4, 1, 8);

let world: AlertRules;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
const keys = new Map<string, string>();

beforeAll(async () => {
  world = await startAlertRules();
  receiver = await startReceiver();
  allowLoopback(world.runtime);
  for (const node_id of ['hk-1', 'sgp-1']) {
    keys.set(node_id, (await issue(world, 'admin', { scopes: [`guard.agent.${node_id}`] })).api_key);
  }
});
afterAll(async () => {
  receiver.close();
  await world.close();
});

async function served(domain: string, as = 'acme-root', node_ids = ['hk-1', 'sgp-1']): Promise<string> {
  const domain_id = await world.created(as, domain);
  await world.call('PUT', `${LIST}/${domain_id}/nodes`, { as, body: { node_ids } });
  await world.judge('acme-support', domain_id, APPROVED);
  await world.runtime.jobs.settled();
  return domain_id;
}

/** What a node says of a domain, as its agent does. */
async function says(domain_id: string, status: 'running' | 'failed', more: object = {}, node = 'hk-1') {
  const object = { kind: 'domain', object_id: domain_id, number: 1, status, since: SINCE, ...more };
  const failed = status === 'failed' ? { message: WORDS } : {};
  const answer = await world.call('POST', `/api/guard/nodes/${node}/reports`, {
    headers: { Authorization: `ApiKey ${keys.get(node)}` },
    body: { revision: 1, objects: [{ ...failed, ...object }] },
  });
  expect(answer.body.data, JSON.stringify(answer.body)).toEqual({ stored: 1 });
  await world.runtime.jobs.settled();
}

const list = async (domain_id: string, query = '', as = 'acme-root', headers = {}): Promise<Alert[]> =>
  (await world.call('GET', `${ALERTS}?domain_id=${domain_id}&${query}`, { as, headers })).body.data.list;
const handle = (id: number, status = 1) =>
  world.call('PUT', `${ALERTS}/${id}/status`, { as: 'acme-root', body: { status } });

describe('what a node cannot run', () => {
  it('is an alert of the owner of the domain, in the words of the node and the language of the reader', async () => {
    const domain_id = await served('words.example.com');
    await says(domain_id, 'failed');
    const [alert, ...others] = await list(domain_id);
    expect(others).toEqual([]);
    const { user_id } = await world.scopeOf('acme-root', 'root');
    expect(alert).toEqual({
      id: expect.any(Number),
      uuid: expect.stringMatching(/^[\da-f-]{36}$/),
      policy_type: 'delivery',
      title: 'Not running on node hk-1',
      body: `words.example.com: node hk-1 cannot run what was saved, since 2026-05-01 08:00 UTC. It says: ${WORDS}. It does not serve the domain.`,
      domain: 'words.example.com',
      domain_id,
      status: 0,
      ctime: expect.any(Number),
      last_update_timestamp: alert?.ctime,
      process_uid: '',
      process_time: 0,
      user_id,
    });
    const [zh] = await list(domain_id, '', 'acme-root', { 'Accept-Language': 'zh-CN' });
    expect(zh).toMatchObject({ title: '未能在节点 hk-1 生效', body: expect.stringContaining(`节点报告：${WORDS}`) });
    expect(await list(domain_id, '', 'acme-other')).toEqual([]);
    expect(await list(domain_id, '', 'acme-support')).toHaveLength(1);
    const words = ['Not running', '未能'].map((keyword) => `keyword=${encodeURIComponent(keyword)}`);
    for (const query of ['policy_type=delivery', 'metric=delivery', ...words]) {
      expect(await list(domain_id, query), query).toHaveLength(1);
    }
    expect(await list(domain_id, 'policy_type=threshold')).toEqual([]);
  });

  it('is one alert however often it is said, and another for other words, another version and another node', async () => {
    const domain_id = await served('once.example.com');
    await says(domain_id, 'running', { number: 1 });
    expect(await list(domain_id)).toEqual([]);
    for (const since of [SINCE, SINCE + 1, SINCE + 2]) await says(domain_id, 'failed', { since });
    const [one, ...none] = await list(domain_id);
    expect(none).toEqual([]);
    expect(one?.body).toContain('What it ran before stays in effect.');
    await says(domain_id, 'failed', { message: 'other words' });
    await says(domain_id, 'failed', {}, 'sgp-1');
    await world.call('DELETE', `${LIST}/${domain_id}/nodes/sgp-1`, { as: 'acme-root' });
    await world.runtime.jobs.settled();
    await says(domain_id, 'failed', { number: 2, message: 'other words' });
    expect((await list(domain_id)).map(({ title }) => title)).toEqual([
      'Not running on node hk-1',
      'Not running on node sgp-1',
      'Not running on node hk-1',
      'Not running on node hk-1',
    ]);
  });

  it('is noted as running again, and goes on where it fails anew before anybody handled it', async () => {
    const domain_id = await served('again.example.com');
    await says(domain_id, 'failed');
    await says(domain_id, 'running');
    const [over] = await list(domain_id);
    expect(over).toMatchObject({ status: 0, body: expect.stringContaining('It has been running since') });
    await says(domain_id, 'failed');
    const [on, ...others] = await list(domain_id);
    expect(others).toEqual([]);
    expect(on).toMatchObject({ id: over?.id, body: expect.not.stringContaining('It has been running') });
    // Handled while it goes on: no other is raised before it ran in between.
    await handle(on?.id ?? 0);
    await says(domain_id, 'failed', { message: 'other words' });
    await says(domain_id, 'failed');
    expect(await list(domain_id)).toHaveLength(2);
    await says(domain_id, 'running');
    await says(domain_id, 'failed');
    expect((await list(domain_id)).map(({ status }) => status)).toEqual([0, 0, 1]);
  });

  it('is handled like any other alert, and stays when the domain is deleted', async () => {
    const domain_id = await served('closed.example.com');
    await says(domain_id, 'failed');
    const [alert] = await list(domain_id);
    const { user_id } = await world.scopeOf('acme-root', 'root');
    expect((await handle(alert?.id ?? 0)).body.data).toMatchObject({ status: 1, process_uid: user_id });
    await world.call('DELETE', `${LIST}/${domain_id}`, { as: 'acme-root' });
    await world.runtime.jobs.settled();
    expect(await list(domain_id)).toMatchObject([{ status: 1, domain: 'closed.example.com' }]);
  });

  it('is sent once through the channels of the owner and of the main user that are on', async () => {
    const domain_id = await served('child.example.com', 'acme-child');
    const channels = channelsOf(world);
    await channels.made({ url: `${receiver.url}/main`, locale: 'zh-CN' });
    await channels.made({ url: `${receiver.url}/own` }, 'acme-child');
    await channels.made({ url: `${receiver.url}/off`, status: 1 });
    await channels.made({ url: `${receiver.url}/other` }, 'acme-other');
    await says(domain_id, 'failed');
    await says(domain_id, 'failed', { since: SINCE + 1 });
    const sent = receiver.received.splice(0).sort((a, b) => (a.path < b.path ? -1 : 1));
    expect(sent.map(({ path }) => path)).toEqual(['/main', '/own']);
    const [alert] = await list(domain_id);
    expect(JSON.parse(sent[1]?.body ?? '')).toEqual({ event: 'alert', alert });
    expect(JSON.parse(sent[0]?.body ?? '').alert.title).toBe('未能在节点 hk-1 生效');
    await says(domain_id, 'running');
    expect(receiver.received).toEqual([]);
  });
});

it('a page of charts counts failed deliveries, and takes them for no rule', async () => {
  const domain_id = await served('charts.example.com');
  await says(domain_id, 'failed');
  const charts = ['alerts_by_metric', 'top_alert_rules', 'latest_alerts'].map((key) => ({ key }));
  const body = { time_window: 'last_1h', charts };
  const answer = await world.call('POST', '/api/analytics/alert/batch', { as: 'acme-root', body });
  const { alerts_by_metric, top_alert_rules, latest_alerts } = answer.body.data.data;
  expect(alerts_by_metric.rows).toEqual([{ metric: 'delivery', alerts: expect.any(Number) }]);
  expect(top_alert_rules.rows).toEqual([]);
  expect(latest_alerts.rows[0]).toMatchObject({ policy_type: 'delivery', domain: 'charts.example.com' });
});
