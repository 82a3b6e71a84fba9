import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idOfRequest } from '../events/identity';
import type { ChartFilter } from '../filters/contract';
import { openDuckdbStore } from '../store/duckdb';
import { ROLLUPS } from '../store/rollups';
import type { AnalyticsStore, Row } from '../store/store';
import { FIXTURES, loadFiles } from '../testing/load';
import { compileChart, rollupFor } from './compile';
import type { Scope } from './conditions';
import { batchChartResult, RENDER_HINTS } from './contract';
import { charts as overview } from './pages/overview/charts';
import { type ChartQuery, runChart } from './run';
import { parseWindow, type Window } from './window';

const find = (key: string) => overview.find((chart) => chart.key === key);
const everything: Scope = { oem_id: null, domain_ids: 'all', include_unowned: true };
const params = { top: 10, order: 'desc', page: 1, size: 20 } as const;
/** The capture runs from 07:37:11.201 to 07:39:32.505. */
const window = parseWindow({ stime: Date.UTC(2026, 10, 20), etime: Date.UTC(2026, 10, 21) }, 0);

/** The raw lines, counted by text and not by our parsers. */
const access = gunzipSync(readFileSync(FIXTURES.access)).toString('latin1').trim().split('\n');
const audit = gunzipSync(readFileSync(FIXTURES.audit)).toString('latin1').trim().split('\n');
const field = (line: string, name: string) => new RegExp(`"${name}":"?((?:[^",\\\\]|\\\\.)*)`).exec(line)?.[1] ?? '';
const blockedIds = new Set(audit.filter((l) => l.includes('"ruleId":"949110"')).map((l) => field(l, 'unique_id')));
const isBlocked = (line: string) => blockedIds.has(field(line, 'request_id'));

function tally(lines: string[], key: (line: string) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const line of lines) counts[key(line)] = (counts[key(line)] ?? 0) + 1;
  return counts;
}

let store: AnalyticsStore;
beforeAll(async () => {
  store = await openDuckdbStore(':memory:');
  await loadFiles(store, [FIXTURES.access, FIXTURES.audit]);
});
afterAll(() => store.close());

async function rowsOf(key: string, query: Partial<ChartQuery> = {}): Promise<Row[]> {
  const chart = find(key);
  if (!chart) throw new Error(key);
  return (await runChart(store, chart, { scope: everything, window, compare: false, params, ...query })).rows;
}

const total = (rows: Row[], name = 'requests') => rows.reduce((sum, row) => sum + Number(row[name]), 0);

describe('overview equals the raw lines', () => {
  it('totals', async () => {
    expect(await rowsOf('requests_total')).toEqual([{ requests: access.length }]);
    const blocked = access.filter(isBlocked).length;
    expect(await rowsOf('blocked_total')).toEqual([{ blocked, blocked_share: (100 * blocked) / access.length }]);
    const limited = access.filter((l) => l.includes('"limit_req_status":"REJECTED"')).length;
    expect(await rowsOf('limited_total')).toEqual([{ limited, limited_share: (100 * limited) / access.length }]);
    const asked = access.filter((l) => !l.includes('"upstream_status":""')).length;
    const failed = access.filter((l) => /"upstream_status":"5\d\d"/.test(l)).length;
    expect(await rowsOf('origin_errors')).toEqual([
      { origin_error_share: (100 * failed) / asked, origin_errors: failed, origin_requests: asked },
    ]);
  });

  it('latency percentiles by nearest rank', async () => {
    const sorted = access.map((l) => Math.round(Number(field(l, 'request_time')) * 1000)).sort((a, b) => a - b);
    const rank = (p: number) => sorted[Math.ceil((p / 100) * sorted.length) - 1];
    expect(await rowsOf('latency_percentiles')).toEqual([{ p95: rank(95), p50: rank(50), p99: rank(99) }]);
  });

  it('cache', async () => {
    const hits = access.filter((l) => l.includes('"upstream_cache_status":"HIT"'));
    const bytes = hits.reduce((sum, l) => sum + Number(field(l, 'bytes_sent')), 0);
    expect(await rowsOf('cache_total')).toEqual([
      {
        total_cache_hit_share: (100 * hits.length) / access.length,
        total_cache_count: hits.length,
        total_cache_bytes: bytes,
      },
    ]);
  });

  it('status classes, verdicts and bandwidth over time', async () => {
    const bucket = (l: string) => Math.floor((Number(field(l, 'msec')) * 1000) / 300_000) * 300_000;
    const perStatus = tally(access, (l) => `${bucket(l)} ${field(l, 'status')[0]}xx`);
    const rows = await rowsOf('status_classes');
    expect(Object.fromEntries(rows.map((r) => [`${r.time} ${r.status_class}`, r.requests]))).toEqual(perStatus);
    const verdicts = await rowsOf('requests_by_verdict');
    expect(total(verdicts)).toBe(access.length);
    expect(total(verdicts.filter((r) => r.action === 'block'))).toBe(blockedIds.size);
    const bytes = access.reduce((sum, l) => sum + Number(field(l, 'bytes_sent')), 0);
    const bandwidth = await rowsOf('bandwidth');
    expect(total(bandwidth, 'bandwidth') * 300).toBeCloseTo(bytes * 8, 3);
  });

  it('hosts, paths and addresses', async () => {
    const hosts = tally(access, (l) => field(l, 'host'));
    expect(await rowsOf('top_hosts', { params: { ...params, top: 3 } })).toEqual(
      Object.entries(hosts)
        .sort((a, b) => b[1] - a[1])
        .slice(0, 3)
        .map(([host, requests]) => ({
          host,
          requests,
          blocked: access.filter((l) => field(l, 'host') === host && isBlocked(l)).length,
        })),
    );
    const paths = tally(access, (l) => field(l, 'uri'));
    const top = await rowsOf('top_paths', { params: { ...params, top: 5 } });
    expect(top.map((r) => r.requests)).toEqual(
      Object.values(paths)
        .sort((a, b) => b - a)
        .slice(0, 5),
    );
    for (const row of top) expect(paths[String(row.path)]).toBe(row.requests);
    const addresses = tally(access.filter(isBlocked), (l) => field(l, 'remote_addr'));
    const blocked = await rowsOf('blocked_addresses', { params: { ...params, top: 100 } });
    for (const row of blocked) expect(addresses[String(row.client_ip)]).toBe(row.blocked);
    expect(blocked.map((r) => r.blocked)).toEqual(
      Object.values(addresses)
        .sort((a, b) => b - a)
        .slice(0, 100),
    );
    expect(total(await rowsOf('blocked_by_country'), 'blocked')).toBe(blockedIds.size);
    expect(total(await rowsOf('user_agent_classes'))).toBe(access.length);
  });

  it('attack classes and the latest attacks', async () => {
    const named = audit.filter((l) => /"ruleId":"(?!949)/.test(l));
    expect(total(await rowsOf('attack_classes'))).toBe(named.length);
    const list = await rowsOf('latest_attacks', { params: { ...params, size: 5 } });
    const ids = new Set(named.map((l) => field(l, 'unique_id')));
    const newest = access.filter((l) => ids.has(field(l, 'request_id')) && field(l, 'status') !== '429').reverse();
    expect(list.map((r) => r.request_id)).toEqual(newest.slice(0, 5).map((l) => field(l, 'request_id')));
    const second = await rowsOf('latest_attacks', { params: { ...params, size: 5, page: 2 } });
    expect(second.map((r) => r.request_id)).toEqual(newest.slice(5, 10).map((l) => field(l, 'request_id')));
  });
});

describe('every chart', () => {
  const charts = overview;

  it('uses each render hint', () => {
    expect(new Set(charts.map((c) => c.render_hint))).toEqual(new Set(RENDER_HINTS));
  });

  it('answers the contract, empty and full, compared and not', async () => {
    const empty = parseWindow({ stime: 1000, etime: 2000 }, 0);
    for (const chart of charts) {
      for (const compare of [false, true]) {
        for (const w of [window, empty]) {
          const result = await runChart(store, chart, { scope: everything, window: w, compare, params });
          expect(batchChartResult.parse(result), chart.key).toEqual(result);
          const names = new Set([...result.schema.dimensions, ...result.schema.measures].map((c) => c.name));
          for (const row of result.rows) expect(new Set(Object.keys(row))).toEqual(names);
        }
      }
    }
  });

  it('answers from a rollup unless it lists events', () => {
    for (const chart of charts) expect(rollupFor(chart) === undefined, chart.key).toBe(chart.events !== undefined);
    expect(ROLLUPS.length).toBeGreaterThan(0);
  });

  it('leads on to the events behind each figure, as declared', async () => {
    const leads = async (key: string) => {
      const chart = find(key);
      if (!chart) throw new Error(key);
      return (await runChart(store, chart, { scope: everything, window, compare: false, params })).meta.drill_down;
    };
    const blocked = [{ dimension: 'action', op: 'in', values: ['block'] }];
    const attacks = [{ dimension: 'attack_class', op: 'not_in', values: [''] }];
    expect(await leads('blocked_addresses')).toEqual({
      rows: 'counts',
      dimensions: ['client_ip'],
      filters: blocked,
      measures: {},
    });
    expect(await leads('attack_classes')).toMatchObject({ dimensions: ['attack_class'], filters: attacks });
    expect(await leads('latest_attacks')).toMatchObject({
      rows: 'events',
      dimensions: expect.arrayContaining(['client_ip', 'status', 'rule_id']),
    });
    expect((await leads('blocked_total'))?.measures).toEqual({ blocked, blocked_share: blocked });
    const failed = [{ dimension: 'origin_status_class', op: 'in', values: ['5xx'] }];
    expect((await leads('origin_errors'))?.measures).toMatchObject({
      origin_error_share: failed,
      origin_requests: [{ dimension: 'origin_status_class', op: 'not_in', values: ['none'] }],
    });
  });

  it('of single events says beside the rows which event each is', async () => {
    const chart = find('latest_attacks');
    if (!chart) throw new Error('latest_attacks');
    const { rows, meta } = await runChart(store, chart, { scope: everything, window, compare: false, params });
    const ids = rows.map(({ request_id }) => ({ event_id: idOfRequest(String(request_id)) }));
    expect(ids.length).toBeGreaterThan(0);
    expect(meta.row_extras).toEqual(ids);
    expect(rows.filter((row) => 'event_id' in row)).toEqual([]);
  });

  it('counts behind each figure as many events as the figure says', async () => {
    for (const key of ['blocked_total', 'limited_total', 'origin_errors', 'cache_total', 'blocked_addresses']) {
      const chart = find(key);
      if (!chart) throw new Error(key);
      const { rows, meta } = await runChart(store, chart, { scope: everything, window, compare: false, params });
      for (const { name, unit } of chart.measures) {
        if (unit !== 'requests') continue;
        const ip = String(rows[0]?.client_ip ?? '');
        const mark: ChartFilter[] = ip === '' ? [] : [{ dimension: 'client_ip', op: 'in', values: [ip] }];
        const filters = [...(meta.drill_down?.filters ?? []), ...(meta.drill_down?.measures[name] ?? []), ...mark];
        expect(await rowsOf('requests_total', { filters }), `${key} ${name}`).toEqual([{ requests: rows[0]?.[name] }]);
      }
    }
  });

  it('says that single events of an earlier time are gone', async () => {
    const by: ChartFilter[] = [{ dimension: 'path', op: 'in', values: ['/'] }];
    const partial = async (key: string, filters: ChartFilter[], events_since: number) => {
      const chart = find(key);
      if (!chart) throw new Error(key);
      const query = { scope: everything, window, compare: false, params, filters, events_since };
      return (await runChart(store, chart, query)).meta.partial;
    };
    expect(await partial('attack_classes', by, window.stime + 1)).toBe(true);
    expect(await partial('attack_classes', by, window.stime)).toBe(false);
    expect(await partial('attack_classes', [], window.stime + 1)).toBe(false);
    expect(await partial('top_paths', by, window.stime + 1)).toBe(false);
    expect(await partial('latest_attacks', [], window.stime + 1)).toBe(true);
  });

  it('has no percentiles beyond 24 h', async () => {
    const chart = find('latency_percentiles');
    const wide = parseWindow({ stime: window.stime - 1, etime: window.etime }, 0);
    if (!chart) throw new Error('missing');
    const result = await runChart(store, chart, { scope: everything, window: wide, compare: false, params });
    expect(result).toMatchObject({ rows: [], meta: { available: false, reason: 'window_over_24h' } });
  });
});

describe('properties', () => {
  const FIRST = 1_795_160_231_201;
  const LAST = 1_795_160_372_505;
  const aroundCapture = fc.tuple(fc.integer({ min: FIRST - 40_000, max: LAST }), fc.integer({ min: 1, max: 200_000 }));
  const keys = overview.filter((c) => !c.events && c.key !== 'bandwidth').map((c) => c.key);

  const filter = fc.constantFrom<ChartFilter>(
    { dimension: 'action', op: 'in', values: ['block', 'limit'] },
    { dimension: 'action', op: 'not_in', values: ['pass'] },
    { dimension: 'attack_class', op: 'in', values: ['sqli', ''] },
    { dimension: 'status_class', op: 'not_in', values: ['2xx'] },
    { dimension: 'origin_status_class', op: 'in', values: ['5xx'] },
    { dimension: 'host', op: 'in', values: ['shop.example.com'] },
    { dimension: 'country', op: 'not_in', values: ['', 'US'] },
    { dimension: 'status', op: 'in', values: ['200', '403'] },
  );
  const filters = fc.array(filter, { maxLength: 3 });

  it('rollup and rows give the same answer for any window and filters', async () => {
    await fc.assert(
      fc.asyncProperty(aroundCapture, fc.constantFrom(...keys), fc.boolean(), filters, async (at, key, wide, by) => {
        const [stime, length] = at;
        const w: Window = parseWindow({ stime: wide ? stime - 3 * 86_400_000 : stime, etime: stime + length }, 0);
        const chart = find(key);
        if (!chart || (wide && key === 'latency_percentiles')) return;
        const request = { scope: everything, window: w, compare: false, params, filters: by, dialect: store.dialect };
        const everyProtocol = { column: 'protocol', in: ['HTTP/1.1', 'HTTP/1.0', ''] };
        const fromRows = { ...chart, filters: [...(chart.filters ?? []), everyProtocol] };
        const [quick, plain] = [compileChart(chart, request), compileChart(fromRows, request)];
        const [fast, slow] = [await store.query(quick.sql, quick.values), await store.query(plain.sql, plain.values)];
        const sort = (rows: Row[]) => rows.map((r) => JSON.stringify(r)).sort();
        expect(sort(fast)).toEqual(sort(slow));
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it('a window in two parts adds up to the whole', async () => {
    await fc.assert(
      fc.asyncProperty(aroundCapture, async ([middle]) => {
        const part = async (stime: number, etime: number) =>
          total(await rowsOf('requests_by_verdict', { window: parseWindow({ stime, etime }, 0) }));
        const [a, b] = [await part(window.stime, middle), await part(middle, window.etime)];
        expect(a + b).toBe(access.length);
      }),
      { numRuns: 20 },
    );
  });

  it('compare lays the previous period on the current grid', async () => {
    const hour = 3_600_000;
    const late = parseWindow({ stime: FIRST + 2 * hour, etime: LAST + 2 * hour + 1 }, 0);
    const now = await rowsOf('status_classes', { window: parseWindow({ stime: FIRST, etime: LAST + 1 }, 0) });
    const compared = await rowsOf('status_classes', {
      window: { ...late, compare_offset_ms: 2 * hour },
      compare: true,
    });
    expect(compared.filter((r) => r.period === 'current')).toEqual([]);
    expect(compared).toEqual(now.map((r) => ({ period: 'previous', ...r, time: Number(r.time) + 2 * hour })));
  });
});

describe('visibility', () => {
  const host = (name: string) => access.filter((l) => field(l, 'host') === name).length;

  it('shows each caller their own', async () => {
    const seen = async (scope: Scope) => total(await rowsOf('requests_total', { scope }));
    const shop = host('shop.example.com');
    const pay = host('pay.example.net');
    const wild = access.filter((l) => /"host":"[^"]+\.example\.com"/.test(l)).length - shop;
    expect(await seen({ oem_id: 'acme', domain_ids: ['d-shop'], include_unowned: false })).toBe(shop);
    expect(await seen({ oem_id: 'acme', domain_ids: [], include_unowned: false })).toBe(0);
    expect(await seen({ oem_id: 'acme', domain_ids: 'all', include_unowned: false })).toBe(shop + wild);
    expect(await seen({ oem_id: 'acme', domain_ids: 'all', include_unowned: true })).toBe(access.length - pay);
    expect(await seen({ oem_id: "x' OR '1'='1", domain_ids: 'all', include_unowned: false })).toBe(0);
    expect(await seen({ oem_id: 'acme', domain_ids: ["x') OR ('1'='1"], include_unowned: false })).toBe(0);
  });

  it('is the same for ids the store holds on to', async () => {
    const many = Array.from({ length: 10_000 }, (_, i) => `other-${i}`);
    const own = [...many, 'd-shop', "x') OR ('1'='1"];
    const seen = async (ids: readonly string[], include_unowned = false) =>
      total(
        await rowsOf('requests_total', {
          scope: { oem_id: 'acme', domain_ids: await store.keepIds(ids), include_unowned },
        }),
      );
    expect(await seen(own)).toBe(host('shop.example.com'));
    expect(await seen(many)).toBe(0);
    expect(await seen([])).toBe(0);
    const unowned: Scope = { oem_id: 'acme', domain_ids: ['d-shop'], include_unowned: true };
    expect(await seen(own, true)).toBe(total(await rowsOf('requests_total', { scope: unowned })));
    expect(await store.keepIds(own)).toBe(await store.keepIds(own));
    expect((await store.keepIds([...own])).sql).not.toBe((await store.keepIds(own)).sql);
    const compared = await rowsOf('requests_by_verdict', {
      scope: { oem_id: 'acme', domain_ids: await store.keepIds(own), include_unowned: false },
      compare: true,
    });
    expect(total(compared.filter((row) => row.period === 'current'))).toBe(host('shop.example.com'));
  });

  it('holds for every chart', async () => {
    const nobody: Scope = { oem_id: 'nobody', domain_ids: 'all', include_unowned: false };
    for (const chart of overview) {
      const { rows } = await runChart(store, chart, { scope: nobody, window, compare: true, params });
      for (const row of rows) {
        for (const { name } of chart.measures) expect(row[name] ?? 0, chart.key).toBe(0);
      }
    }
  });
});

describe('a chart without a figure', () => {
  const after = parseWindow({ stime: Date.UTC(2026, 10, 21), etime: Date.UTC(2026, 10, 21, 6) }, 0);
  const absenceOf = async (key: string, query: Partial<ChartQuery> = {}) => {
    const chart = find(key);
    if (!chart) throw new Error(key);
    const asked = { scope: everything, window: after, compare: false, params, explained: true, ...query };
    return (await runChart(store, chart, asked)).meta.absence;
  };
  const latest = Date.UTC(2026, 10, 20, 7);

  it('says that nothing came, and when the latest came that it counts', async () => {
    const nothing = { of: 'requests', others: 0, filtered: false, latest };
    for (const key of ['requests_total', 'blocked_total', 'blocked_by_country', 'top_paths', 'latest_attacks']) {
      expect(await absenceOf(key), key).toEqual(nothing);
      expect(await absenceOf(key, { window }), key).toBeUndefined();
    }
  });

  it('says how many others came, and that the reader narrows it', async () => {
    const filters: ChartFilter[] = [{ dimension: 'host', op: 'in', values: ['nowhere.example.com'] }];
    const others = access.length;
    const absence = { of: 'requests', others, filtered: true, latest: null };
    expect(await absenceOf('requests_total', { window, filters })).toEqual(absence);
  });

  it('is not asked about where nobody looks at it', async () => {
    expect(await absenceOf('top_hosts', { explained: false })).toBeUndefined();
  });

  it('knows nothing of what other tenants have', async () => {
    const scope: Scope = { oem_id: 'nobody', domain_ids: 'all', include_unowned: false };
    const never = { of: 'requests', others: 0, filtered: false, latest: null };
    expect(await absenceOf('top_paths', { scope })).toEqual(never);
  });
});
