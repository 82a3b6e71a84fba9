import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { runScript } from '@/test/script';
import { batchChartResult, PAGES, RENDER_HINTS } from '../charts/contract';
import { loadInto } from '../ingest/load';
import { FIXTURES } from '../testing/load';
import type { ChartPageVO } from './contract';

const day = { stime: Date.UTC(2026, 10, 20), etime: Date.UTC(2026, 10, 21) };
const CHINESE = { headers: { 'Accept-Language': 'zh-CN' } };

let parapet: Parapet;
let pages: ChartPageVO[];

beforeAll(async () => {
  parapet = await startParapet();
  const policy = await parapet.call('POST', '/api/guard/policies', { as: 'acme-child', body: { name: 'shop' } });
  const created = await parapet.call('POST', '/api/guard/domains', {
    as: 'acme-child',
    body: {
      domain: 'shop.example.com',
      policy_id: policy.body.data.policy_id,
      src_sites: [{ addr: '192.0.2.10', port: 80, protocol: 'http' }],
    },
  });
  expect(created.status).toBe(201);
  const target = { url: parapet.url, authorization: `Bearer ${parapet.runtime.localToken}` };
  await loadInto(target, [FIXTURES.access, FIXTURES.audit], { format: 'auto', shiftToNow: false, hostMap: {} });
  pages = (await parapet.call('GET', '/api/analytics/charts', { as: 'acme-viewer' })).body.data.list;
});
afterAll(() => parapet.close());

const batch = (as: string, page: string, body: object) =>
  parapet.call('POST', `/api/analytics/${page}/batch`, { as, body: { ...day, ...body } });

describe('the list of charts', () => {
  it('says of every page what it is for, what it needs and what it shows, in both languages', async () => {
    expect(pages.map(({ page }) => page)).toEqual(PAGES.filter((page) => pages.some((one) => one.page === page)));
    expect(pages.length).toBeGreaterThanOrEqual(7);
    for (const { page, permission, charts, layout } of pages) {
      expect(permission).toBe(`analytics.${page}.view`);
      expect([...layout.figures, ...layout.panels.map((panel) => panel.key)].length).toBe(charts.length);
    }
    const hints = new Set(pages.flatMap(({ charts }) => charts.map((chart) => chart.render_hint)));
    expect(hints).toEqual(new Set(RENDER_HINTS));
    const chinese = await parapet.call('GET', '/api/analytics/charts', { as: 'acme-viewer', ...CHINESE });
    const text = (list: ChartPageVO[]) =>
      list.flatMap(({ title, purpose, charts }) => [
        title,
        purpose,
        ...charts.flatMap((c) => [c.title, c.explanation]),
      ]);
    for (const said of [...text(pages), ...text(chinese.body.data.list)]) expect(said).not.toMatch(/^\w+(\.\w+)+$/);
    expect(text(chinese.body.data.list).filter((said) => !/[\u4e00-\u9fff]/.test(said))).toEqual([]);
  });

  it('needs a session, and nothing else', async () => {
    expect((await parapet.call('GET', '/api/analytics/charts')).status).toBe(401);
    expect((await parapet.call('GET', '/api/analytics/charts', { as: 'acme-editor' })).status).toBe(200);
  });

  it('is what the command prints, and names what the reference names', async () => {
    const printed = await runScript('charts', ['--json'], {});
    expect(JSON.parse(printed.output)).toEqual({ list: pages });
    const { body } = await parapet.call('GET', '/openapi.json');
    const one = body.paths['/api/analytics/{page}/{chart}'].get;
    const named = one.parameters.find((parameter: { name: string }) => parameter.name === 'chart').schema.enum;
    expect(named).toEqual([...new Set(pages.flatMap(({ charts }) => charts.map(({ key }) => key)))].sort());
    expect(body.paths['/api/analytics/batch'].post.description).toContain('top_attackers');
    expect(body.paths['/api/analytics/charts'].get['x-extension']).toBe(true);
  });
});

describe('every page', () => {
  it('answers all its charts as listed, in one batch, by either path, and one by one', async () => {
    for (const { page, charts } of pages) {
      const asked = { charts: charts.map(({ key }) => ({ key })) };
      const answer = await batch('acme-support', page, asked);
      const { data, meta } = answer.body.data;
      expect(meta, page).toMatchObject({ total_charts: charts.length, failed_charts: 0 });
      expect(Object.keys(data)).toEqual(charts.map(({ key }) => key));
      for (const { key, render_hint, dimensions, measures } of charts) {
        const node = batchChartResult.parse(data[key]);
        const untitled = (list: readonly { title: string }[]) => list.map(({ title: _, ...rest }) => rest);
        expect(node, key).toMatchObject({
          chart_key: key,
          render_hint,
          schema: { dimensions: untitled(dimensions), measures: untitled(measures) },
        });
      }
      const same = await parapet.call('POST', '/api/analytics/batch', {
        as: 'acme-support',
        body: { ...day, page, ...asked },
      });
      const rows = (nodes: Record<string, { rows: unknown }>) => Object.values(nodes).map((node) => node.rows);
      expect(rows(same.body.data.data)).toEqual(rows(data));
      const [first] = charts;
      const single = await parapet.call(
        'GET',
        `/api/analytics/${page}/${first?.key}?stime=${day.stime}&etime=${day.etime}`,
        { as: 'acme-support' },
      );
      expect(single.body.data.rows).toEqual(data[first?.key ?? ''].rows);
    }
  });

  it('compares each chart with the period before', async () => {
    for (const { page, charts } of pages) {
      const answer = await batch('acme-support', page, { compare: true, charts: charts.map(({ key }) => ({ key })) });
      for (const { key, paged } of charts) {
        const { schema, meta } = answer.body.data.data[key];
        const names = schema.dimensions.map((one: { name: string }) => one.name);
        expect([names.includes('period'), meta.compare_offset_ms], `${page}/${key}`).toEqual([
          true,
          paged ? undefined : 86_400_000,
        ]);
      }
    }
  });

  it('shows tenants their own and no one else anything', async () => {
    const asked = { charts: [{ key: 'requests_total' }, { key: 'top_hosts' }, { key: 'unique_clients' }] };
    const seen = async (as: string) => (await batch(as, 'access', asked)).body.data.data;
    const own = await seen('acme-child');
    expect(own.requests_total.rows).toMatchObject([{ requests: 2323 }]);
    expect(own.top_hosts.rows.map((row: { host: string }) => row.host)).toEqual(['shop.example.com']);
    expect((await seen('acme-root')).requests_total.rows).toEqual(own.requests_total.rows);
    for (const as of ['acme-other', 'borealis-root', 'acme-viewer']) {
      const other = await seen(as);
      expect([other.requests_total.rows[0].requests, other.top_hosts.rows, other.unique_clients.rows], as).toEqual([
        0,
        [],
        [{ unique_clients: 0 }],
      ]);
    }
  });

  it('asks for its own permission', async () => {
    for (const { page, charts } of pages) {
      const asked = { charts: charts.slice(0, 1).map(({ key }) => ({ key })) };
      expect((await batch('acme-editor', page, asked)).status, page).toBe(403);
      expect((await batch('acme-viewer', page, asked)).status, page).toBe(200);
      const single = `/api/analytics/${page}/${charts[0]?.key}`;
      expect((await parapet.call('GET', single, { as: 'acme-editor' })).status, page).toBe(403);
      expect((await parapet.call('GET', single)).status, page).toBe(401);
      expect((await parapet.call('GET', `/api/analytics/${page}/nope`, { as: 'acme-viewer' })).status, page).toBe(404);
    }
  });

  it('lets a chart that fails fail alone', async () => {
    const { store } = parapet.runtime.analytics;
    const query = store.query.bind(store);
    const broken = vi.spyOn(store, 'query').mockImplementation((sql, ...more) => {
      return sql.includes('rollup_rules') ? Promise.reject(new Error('a disk is gone')) : query(sql, ...more);
    });
    const charts = [{ key: 'top_rules', params: { top: 7 } }, { key: 'attacks_total' }, { key: 'top_attackers' }];
    const answer = await batch('acme-support', 'protect', { charts });
    broken.mockRestore();
    const { data, meta } = answer.body.data;
    expect(answer.status).toBe(200);
    expect(meta).toMatchObject({ total_charts: 3, failed_charts: 1 });
    expect(data.top_rules).toMatchObject({
      rows: [],
      meta: { partial: true, available: false, error: { err_key: 'err.analytics.chart_failed' } },
    });
    expect(JSON.stringify(answer.body)).not.toContain('a disk is gone');
    expect(data.attacks_total.rows[0].attacks).toBeGreaterThan(0);
    expect(data.top_attackers.meta.error).toBeUndefined();
  });

  it('says of a chart that long windows cannot have why it has no rows', async () => {
    const month = { stime: day.etime - 30 * 86_400_000, etime: day.etime };
    const asked = { ...month, charts: [{ key: 'unique_clients' }, { key: 'requests_total' }] };
    const { data } = (await batch('acme-support', 'access', asked)).body.data;
    expect(data.unique_clients).toMatchObject({ rows: [], meta: { available: false, reason: 'events_over_24h' } });
    expect(data.requests_total).toMatchObject({ rows: [{ requests: 15_857 }], meta: { available: true } });
  });
});
