import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALERTS, putAlert } from '@/lib/analytics/alerts/testing';
import type { Metric } from '@/lib/analytics/alerts/vocabulary';
import { type Domains, startDomains } from '@/lib/guard/domains/testing';
import { idOf } from '@/test/sign-in';
import { type BatchChartResult, batchChartResult } from '../contract';
import { lint } from '../lint';
import { charts as alertCharts } from '../pages/alert/charts';
import { charts as closureCharts } from '../pages/closure/charts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const PAGES = { alert: alertCharts, closure: closureCharts };
type PageName = keyof typeof PAGES;

let parapet: Domains;
let shop: string;
let other: string;
let northern: string;

async function read(as: string, page: PageName, body: object = {}): Promise<Record<string, BatchChartResult>> {
  const charts = PAGES[page].map(({ key }) => ({ key }));
  const asked = { time_window: 'last_7d', charts, ...body };
  const answer = await parapet.call('POST', `/api/analytics/${page}/batch`, { as, body: asked });
  expect(answer.body).toMatchObject({ code: 0 });
  return answer.body.data.data;
}

const rowsOf = async (as: string, page: PageName, key: string, body?: object) =>
  (await read(as, page, body))[key]?.rows ?? [];

/** An alert that fired a while ago, and was handled after some time where that is given. */
async function fired(domain_id: string, age: number, metric: Metric, rule: string, handledAfter?: number) {
  const ctime = Date.now() - age;
  const id = await putAlert(parapet.runtime.store, domain_id, { ctime, facts: { metric, rule } });
  if (handledAfter === undefined) return;
  await parapet.call('PUT', `${ALERTS}/${id}/status`, { as: 'acme-support', body: { status: 1 } });
  const process_time = ctime + handledAfter;
  await parapet.runtime.store.transaction((tx) =>
    tx.updateTable('alerts').set({ process_time }).where('id', '=', id).execute(),
  );
}

beforeAll(async () => {
  parapet = await startDomains();
  shop = await parapet.created('acme-root', 'shop.example.com');
  other = await parapet.created('acme-other', 'other.example.com');
  northern = await parapet.created('borealis-root', 'northern.example.com');
  await fired(shop, 3 * HOUR, 'requests', 'Busy', 10 * MINUTE);
  await fired(shop, 2 * HOUR, 'requests', 'Busy', 30 * MINUTE - 1);
  await fired(shop, 5 * HOUR, 'share_5xx', 'Broken');
  await fired(shop, 5 * MINUTE, 'share_5xx', 'Broken');
  await fired(other, 30 * MINUTE, 'blocked', 'Wave');
  await fired(northern, 2 * HOUR, 'blocked', 'Wave', 2 * HOUR);
});
afterAll(() => parapet.close());

describe('charts of alerts', () => {
  it('answer the five fields, compared or not, over any window', async () => {
    for (const page of ['alert', 'closure'] as const) {
      for (const compare of [false, true]) {
        for (const time_window of ['last_1h', 'last_24h', 'last_90d']) {
          const data = await read('acme-support', page, { compare, time_window });
          for (const { key } of PAGES[page]) {
            const node = batchChartResult.parse(data[key]);
            expect(node.meta.error, key).toBeUndefined();
            expect(
              lint(node).filter(({ level }) => level === 'error'),
              key,
            ).toEqual([]);
            const names = [...node.schema.dimensions, ...node.schema.measures].map((one) => one.name).sort();
            expect(names.includes('period'), key).toBe(compare);
            for (const row of node.rows) expect(Object.keys(row).sort(), key).toEqual(names);
          }
        }
      }
    }
  });

  it('lead to lists that have what they count', async () => {
    const led = new Set<string>();
    for (const page of ['alert', 'closure'] as const) {
      for (const { chart_key, schema, rows, meta } of Object.values(await read('acme-support', page))) {
        const list = meta.record_list;
        if (list?.rows !== 'counts') continue;
        for (const row of rows) {
          for (const { name } of schema.measures.filter(({ unit }) => unit === 'alerts')) {
            const query = new URLSearchParams({ ...list.query, ...list.measures[name] });
            for (const [dimension, { param, values }] of Object.entries(list.dimensions)) {
              const value = String(row[dimension]);
              query.set(param, values?.[value] ?? value);
            }
            if (schema.dimensions.some((d) => d.name === 'time')) {
              query.set('start_time', String(row.time));
              query.set('end_time', String(Number(row.time) + HOUR - 1));
            }
            const answer = await parapet.call('GET', `${list.path}?${query}`, { as: 'acme-support' });
            expect(answer.body.data.total, `${chart_key} ${name} ${query}`).toBe(row[name]);
            led.add(chart_key);
          }
        }
      }
    }
    expect([...led].sort()).toEqual([
      'alerts_by_metric',
      'alerts_by_type',
      'alerts_by_type_over_time',
      'alerts_over_time',
      'alerts_pending',
      'alerts_total',
      'closure_by_type',
      'closure_over_time',
      'closure_total',
      'handled_within',
      'open_alerts',
      'open_by_age',
      'pending_over_time',
      'top_alert_rules',
      'top_alerted_domains',
      'top_handlers',
      'top_open_domains',
    ]);
  });

  it('count what fired and what was handled', async () => {
    const data = await read('acme-root', 'alert');
    expect(data.alerts_total?.rows).toEqual([{ alerts: 4, alerts_handled: 2, alerts_handled_share: 50 }]);
    expect(data.alerts_pending?.rows).toEqual([{ alerts_pending: 2 }]);
    expect(data.alerted_domains?.rows).toEqual([{ alerted_domains: 1 }]);
    expect(data.alerts_by_metric?.rows).toEqual([
      { metric: 'requests', alerts: 2 },
      { metric: 'share_5xx', alerts: 2 },
    ]);
    expect(data.top_alert_rules?.rows).toEqual([
      { rule: 'Broken', alerts: 2, alerts_pending: 2 },
      { rule: 'Busy', alerts: 2, alerts_pending: 0 },
    ]);
    expect(data.latest_alerts?.rows.map(({ metric, state }) => [metric, state])).toEqual([
      ['share_5xx', 'pending'],
      ['requests', 'handled'],
      ['requests', 'handled'],
      ['share_5xx', 'pending'],
    ]);
  });

  it('measure how soon alerts are handled, and how long others are open', async () => {
    const data = await read('acme-root', 'closure');
    expect(data.time_to_handle?.rows).toEqual([{ handling_time: 20 * MINUTE }]);
    expect(data.handled_within?.rows).toEqual([
      { handled_within: '15m', alerts_handled: 1 },
      { handled_within: '1h', alerts_handled: 1 },
    ]);
    expect(data.open_by_age?.rows).toEqual([
      { open_for: '15m', alerts_pending: 1 },
      { open_for: '1d', alerts_pending: 1 },
    ]);
    expect(data.top_handlers?.rows).toEqual([
      { handler: 'acme-support', alerts_handled: 2, handling_time: 20 * MINUTE },
    ]);
    expect(data.latest_open_alerts?.rows).toHaveLength(2);
  });

  it('have nothing of other tenants, whatever is asked for', async () => {
    const total = async (as: string, body?: object) => (await rowsOf(as, 'alert', 'alerts_total', body))[0]?.alerts;
    expect(await total('acme-root')).toBe(4);
    expect(await total('acme-other')).toBe(1);
    expect(await total('borealis-root')).toBe(1);
    expect(await total('acme-support')).toBe(5);
    expect(await total('acme-support', { target_user_id: await idOf(parapet, 'acme-other') })).toBe(1);
    expect(await total('acme-support', { domain_id: other })).toBe(1);
    const foreign = await parapet.call('POST', '/api/analytics/alert/batch', {
      as: 'acme-root',
      body: { time_window: 'last_7d', domain_id: other, charts: [{ key: 'alerts_total' }] },
    });
    expect(foreign.status, JSON.stringify(foreign.body)).toBe(404);
  });

  it('are narrowed by a domain, and say that fields of requests do not narrow them', async () => {
    expect(await rowsOf('acme-support', 'alert', 'top_alerted_domains', { domain_id: shop })).toEqual([
      { domain: 'shop.example.com', alerts: 4, alerts_pending: 2 },
    ]);
    const filters = [{ dimension: 'action', op: 'in', values: ['block'] }];
    const data = await read('acme-root', 'closure', { filters });
    expect(data.closure_total).toMatchObject({ rows: [], meta: { available: false, reason: 'not_by_filter' } });
  });

  it('say of what is empty whether other alerts fired, and when the latest was that would have counted', async () => {
    const before = Date.now() - 4 * HOUR;
    const data = await read('acme-root', 'closure', { stime: before - 30 * MINUTE, etime: before });
    const [latest] = (await rowsOf('acme-root', 'alert', 'latest_alerts')).filter(({ time }) => Number(time) < before);
    expect(data.open_by_age?.meta.absence).toEqual({ of: 'alerts', others: 0, filtered: false, latest: latest?.time });
    expect(data.top_handlers?.meta.absence).toEqual({ of: 'alerts', others: 0, filtered: false, latest: null });
    const handledOnly = await read('acme-other', 'closure');
    expect(handledOnly.top_handlers?.meta.absence).toEqual({ of: 'alerts', others: 1, filtered: false, latest: null });
    expect(handledOnly.open_by_age?.meta).not.toHaveProperty('absence');
  });
});
