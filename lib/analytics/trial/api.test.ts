import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { batchChartResult } from '../charts/contract';
import { lint } from '../charts/lint';
import { loadInto } from '../ingest/load';
import { FIXTURES } from '../testing/load';

let parapet: Parapet;
const day = { stime: Date.UTC(2026, 10, 20), etime: Date.UTC(2026, 10, 21) };

beforeAll(async () => {
  parapet = await startParapet();
  const policy = await parapet.call('POST', '/api/guard/policies', { as: 'acme-child', body: { name: 'trial' } });
  const body = {
    domain: 'shop.example.com',
    policy_id: policy.body.data.policy_id,
    src_sites: [{ addr: '192.0.2.10', port: 80, protocol: 'http' }],
  };
  expect((await parapet.call('POST', '/api/guard/domains', { as: 'acme-child', body })).body.code).toBe(0);
  const target = { url: parapet.url, authorization: `Bearer ${parapet.runtime.localToken}` };
  await loadInto(target, [FIXTURES.access], { format: 'auto', shiftToNow: false, hostMap: {} });
});
afterAll(() => parapet.close());

const hosts = { key: 'hosts', render_hint: 'topn', dimensions: ['host'], measures: ['requests'], ranked: true };
const attempt = (as: string, declaration: object, rest: object = {}) =>
  parapet.call('POST', '/api/analytics/charts/trial', { as, body: { page: 'overview', ...day, declaration, ...rest } });

it('counts the caller’s own events and no others, as the charts of the page do', async () => {
  const chart = await parapet.call('GET', `/api/analytics/overview/top_hosts?stime=${day.stime}&etime=${day.etime}`, {
    as: 'acme-support',
  });
  const whole = await attempt('acme-support', hosts);
  expect(whole.status).toBe(200);
  const counted = (rows: { host: string; requests: number }[]) => rows.map(({ host, requests }) => [host, requests]);
  expect(counted(whole.body.data.result.rows)).toEqual(counted(chart.body.data.rows));
  expect((await attempt('acme-child', hosts)).body.data.result.rows).toEqual([
    { host: 'shop.example.com', requests: 2323 },
  ]);
  expect((await attempt('borealis-root', hosts)).body.data.result.rows).toEqual([]);
  expect((await attempt('acme-child', hosts, { domain_id: 'no-such-domain' })).status).toBe(404);
});

it('answers within the contract whatever it is made of, and the text to write', async () => {
  const own = { name: 'post_share', share: [{ column: 'method', in: ['POST'] }] };
  const tried = [
    { render_hint: 'kpi', dimensions: [], measures: ['p50', 'p95', 'p99'] },
    { render_hint: 'kpi', dimensions: [], measures: ['unique_clients', 'requests', 'bandwidth'] },
    { render_hint: 'categorical_distribution_over_time', dimensions: ['time', 'action'], measures: ['requests'] },
    { render_hint: 'geo', dimensions: ['country'], measures: ['requests', own] },
    {
      render_hint: 'table',
      dimensions: ['asn', 'rule_id', 'status'],
      measures: ['blocked', 'latency_mean'],
      ranked: true,
    },
    {
      render_hint: 'table',
      dimensions: ['cache_status', 'ua_class'],
      measures: [
        'total_cache_bytes',
        { name: 'some_requests', sum: 'requests', where: [{ column: 'rule_id', in: ['942100'] }] },
      ],
      filters: [{ column: 'asn', in: ['64496', '0'] }],
    },
  ];
  for (const change of tried) {
    for (const compare of [false, true]) {
      const answer = await attempt('acme-support', { ...hosts, ranked: false, ...change }, { compare });
      expect(answer.status, JSON.stringify([change, answer.body])).toBe(200);
      const { result, window, source } = answer.body.data;
      expect(batchChartResult.parse(result)).toEqual(result);
      expect(lint(result, window).filter(({ level }) => level === 'error')).toEqual([]);
      expect(source).toContain(`render_hint: '${change.render_hint}'`);
    }
  }
});

it('ranks and cuts as it is asked to', async () => {
  const paths = { ...hosts, dimensions: ['path'], limit: 3, order: 'asc' };
  const { rows } = (await attempt('acme-support', paths)).body.data.result;
  expect(rows).toHaveLength(3);
  expect(rows[0].requests).toBeLessThanOrEqual(rows[2].requests);
});

it.each([
  ['a dimension nobody knows', { dimensions: ['1; DROP TABLE events'] }, 'dimensions.0', 'client_ip'],
  ['a figure nobody knows', { measures: ['visits'] }, 'measures.0', 'requests'],
  ['a hint nobody knows', { render_hint: 'pie' }, 'render_hint', 'topn'],
  ['a filter by a column nobody knows', { filters: [{ column: 'oem_id', in: ['x'] }] }, 'filters.0.column', 'host'],
  ['a value that the column cannot have', { filters: [{ column: 'action', in: ['drop'] }] }, 'filters.0.in.0', 'block'],
  ['a course without its time', { render_hint: 'time_series_single' }, 'dimensions', 'time'],
])('refuses %s, naming what is valid', async (_, change, field, valid) => {
  const answer = await attempt('acme-root', { ...hosts, ...change });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ err_key: 'err.request.invalid', data: { field: `declaration.${field}` } });
  expect(answer.body.data.valid_values).toContain(valid);
});

it.each([
  ['a name of one word', { measures: [{ name: 'select', sum: 'requests' }] }, 'measures.0.name'],
  ['a text that is no number', { filters: [{ column: 'asn', in: ["0') OR ('1'='1"] }] }, 'filters.0.in.0'],
  ['a field too many', { events: true }, 'events'],
  ['more than is ranked', { limit: 101 }, 'limit'],
])('refuses %s', async (_, change, field) => {
  const answer = await attempt('acme-root', { ...hosts, ...change });
  expect([answer.status, answer.body.data.field]).toEqual([400, `declaration.${field}`]);
});

it('asks for the permission of the page it names, and knows pages of events alone', async () => {
  expect((await attempt('acme-nobody', hosts)).status).toBe(403);
  expect((await attempt('acme-root', hosts, { page: 'ops' })).body.data.valid_values).toContain('overview');
  expect(
    (await attempt('acme-root', hosts, { time_window: 'last_91d', stime: undefined, etime: undefined })).body,
  ).toMatchObject({
    err_key: 'err.analytics.window',
    data: { field: 'time_window' },
  });
});
