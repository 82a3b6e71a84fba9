import { RULE } from '@/lib/analytics/alert-rules/testing';
import { putAlert } from '@/lib/analytics/alerts/testing';
import type { Parapet } from '../parapet';
import { SHOP } from './guard';
import type { Visitor } from './visitor';

const REQUEST = { host: SHOP, method: 'GET', client_ip: '198.51.100.24', user_agent: 'Mozilla/5.0', latency_ms: 18 };

/** Some traffic of a domain, and what is read of it. */
export async function traffic(v: Visitor, domain_id: string): Promise<void> {
  // In the hour that it is, which figures by the hour end with.
  const time = Date.now() - 1_000;
  const events = [
    { ...REQUEST, time, request_id: 'r-1', path: '/', status: 200 },
    { ...REQUEST, time: time + 1, request_id: 'r-2', path: '/search', query: 'q=1', status: 403, action: 'block' },
  ];
  await v.call('analytics.ingest.ingest', { as: 'acme-support', body: { batch_id: 'shop-1', events } });
  const { list } = await v.call('analytics.search.list', { query: 'time_window=last_1h' });
  for (const read of ['view', 'matches']) await v.call(`analytics.search.${read}`, { ids: [list[0].event_id] });
  await v.call('analytics.search.export', { query: 'time_window=last_1h&format=csv' });
  await v.call('analytics.domain-traffic.list', { query: `domain_ids=${domain_id}` });
  const window = { time_window: 'last_1h', charts: [{ key: 'top_hosts' }] };
  await v.call('analytics.query.batch', { body: { ...window, page: 'overview' } });
  await v.call('analytics.query.pageBatch', { ids: ['overview'], body: window });
  await v.call('analytics.query.chart', { ids: ['overview', 'top_hosts'], query: 'time_window=last_1h' });
  await v.call('analytics.query.export', { body: { ...window, format: 'csv' } });
  const declaration = { key: 'hosts', render_hint: 'topn', dimensions: ['host'], measures: ['requests'], ranked: true };
  await v.call('analytics.trial.run', { body: { page: 'overview', time_window: 'last_1h', declaration } });
}

export async function alerts(v: Visitor, parapet: Parapet, domain_id: string): Promise<void> {
  const rule = await v.call('analytics.alert-rules.create', { body: { ...RULE, domain_id } });
  await v.call('analytics.alert-rules.edit', { ids: [rule.id], body: { threshold: 2_000 } });
  await v.call('analytics.alert-rules.dryRun', { body: { domain_id, metric: 'requests', threshold: 100 } });
  const spare = await v.call('analytics.alert-rules.create', { body: { ...RULE, domain_id, name: 'Spare' } });
  await v.call('analytics.alert-rules.remove', { ids: [spare.id] });
  const until = Date.now();
  const id = await putAlert(parapet.runtime.store, domain_id, { facts: { from: until - 3_600_000, until } });
  await v.call('analytics.alerts.status', { ids: [id], body: { status: 1 } });
  await v.call('analytics.alerts.list');
  const body = {
    name: 'On call',
    kind: 'webhook',
    url: 'https://hooks.example.com/parapet',
    secret: 'kept by both sides',
  };
  const channel = await v.call('analytics.alert-channels.create', { body });
  await v.call('analytics.alert-channels.edit', { ids: [channel.id], body: { locale: 'en-US' } });
  await v.call('analytics.alert-channels.test', { ids: [channel.id] });
  const other = await v.call('analytics.alert-channels.create', { body: { ...body, name: 'Spare' } });
  await v.call('analytics.alert-channels.remove', { ids: [other.id] });
}
