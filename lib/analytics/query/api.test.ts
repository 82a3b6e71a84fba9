import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Parapet, startParapet } from '@/test/parapet';
import { batchChartResult } from '../charts/contract';
import { loadInto } from '../ingest/load';
import { isExplained } from '../ingest/report';
import { FIXTURES } from '../testing/load';
import { TERMS } from './contract';

let parapet: Parapet;
const domains: Record<string, string> = {};
const day = { stime: Date.UTC(2026, 10, 20), etime: Date.UTC(2026, 10, 21) };
const files = [FIXTURES.access, FIXTURES.audit, FIXTURES.combined];

const target = () => ({ url: parapet.url, authorization: `Bearer ${parapet.runtime.localToken}` });
const load = (list: string[], shiftToNow = false) =>
  loadInto(target(), list, { format: 'auto', shiftToNow, hostMap: {} });

async function addDomain(as: string, domain: string): Promise<string> {
  const policy = await parapet.call('POST', '/api/guard/policies', { as, body: { name: `for ${domain}` } });
  const answer = await parapet.call('POST', '/api/guard/domains', {
    as,
    body: {
      domain,
      policy_id: policy.body.data.policy_id,
      src_sites: [{ addr: '192.0.2.10', port: 80, protocol: 'http' }],
    },
  });
  expect(answer.body).toMatchObject({ code: 0 });
  return answer.body.data.domain_id;
}

beforeAll(async () => {
  parapet = await startParapet();
  domains.shop = await addDomain('acme-child', 'shop.example.com');
  domains.wild = await addDomain('acme-other', '*.example.com');
  domains.pay = await addDomain('borealis-root', 'pay.example.net');
  const reports = await load(files);
  expect(reports.map((r) => [r.stored, isExplained(r)])).toEqual([
    [15857, true],
    [0, true],
    [10000, true],
  ]);
});
afterAll(() => parapet.close());

const batch = (as: string, body: object, page = 'overview') =>
  parapet.call('POST', `/api/analytics/${page}/batch`, {
    as,
    body: { ...day, charts: [{ key: 'requests_total' }], ...body },
  });

async function total(as: string, body: object = {}): Promise<number> {
  const answer = await batch(as, body);
  expect(answer.status).toBe(200);
  return answer.body.data.data.requests_total.rows[0].requests;
}

describe('ingestion', () => {
  it('changes nothing when repeated, shifted or in another order', async () => {
    const again = await load(files.toReversed(), true);
    expect(again.map((r) => [r.stored, r.known, r.upgraded])).toEqual([
      [0, 10000, 0],
      [0, 0, 0],
      [0, 15857, 0],
    ]);
    const { store } = parapet.runtime.analytics;
    expect((await store.stats()).events).toBe(25857);
  });

  it('is for platform principals with the permission', async () => {
    const body = { batch_id: 'x', events: [] };
    for (const as of ['acme-root', 'acme-auditor']) {
      expect((await parapet.call('POST', '/api/analytics/events', { as, body })).status, as).toBe(403);
    }
    expect((await parapet.call('POST', '/api/analytics/events', { body })).status).toBe(401);
    expect((await parapet.call('POST', '/api/analytics/events', { as: 'acme-support', body })).status).toBe(200);
  });

  it('keeps bad items, takes both forms, answers a repeat alike', async () => {
    const time = Date.UTC(2026, 0, 1);
    const event = { time, host: 'shop.example.com', status: 200, request_id: 'form', path: 'a\u0000\u0085\ud800b' };
    const lines = [JSON.stringify(event).replace('\u0085', '\\u0085'), '{broken', '{"time":5}'].join('\n');
    const send = (body: object) => parapet.call('POST', '/api/analytics/events', { as: 'acme-support', body });
    const first = await send({ batch_id: 'forms', lines });
    expect(first.body.data).toEqual({
      batch_id: 'forms',
      received: 3,
      stored: 1,
      known: 0,
      upgraded: 0,
      rejected: 2,
      reasons: { invalid_event: 1, out_of_range: 1 },
      kept: 2,
      duplicate: false,
    });
    expect((await send({ batch_id: 'forms', lines })).body.data).toMatchObject({
      stored: 1,
      rejected: 2,
      duplicate: true,
    });
    const array = await send({
      batch_id: 'array',
      events: [
        { ...event, path: '/a' },
        { time, status: 200 },
      ],
    });
    expect(array.body.data).toMatchObject({ stored: 1, known: 1 });
    expect((await send({ batch_id: 'none' })).status).toBe(400);
    expect((await send({ batch_id: 'a b', events: [] })).status).toBe(400);
  });
});

describe('visibility', () => {
  it('shows tenants their domains, platform its OEM and unowned hosts', async () => {
    expect(await total('acme-child')).toBe(2323);
    expect(await total('acme-root')).toBe(2323);
    expect(await total('acme-viewer')).toBe(0);
    expect(await total('borealis-root')).toBe(3461);
    expect(await total('acme-other')).toBe(4147 + 3614 + 1);
    expect(await total('acme-support')).toBe(15857 - 3461);
    expect(await total('borealis-support')).toBe(15857 - 2323 - 4147 - 3614 - 1);
  });

  it('narrows by filters and never widens', async () => {
    expect(await total('acme-root', { domain_id: domains.shop })).toBe(2323);
    expect(await total('acme-support', { domain_id: domains.wild })).toBe(4147 + 3614 + 1);
    const foreign = await batch('acme-root', { domain_id: domains.pay });
    const missing = await batch('acme-root', { domain_id: 'no-such-domain' });
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect((await batch('acme-support', { domain_id: domains.pay })).status).toBe(404);
    expect((await batch('acme-child', { site_id: domains.wild })).status).toBe(404);
    expect(await total('acme-support', { site_id: domains.shop, domain_id: domains.wild })).toBe(0);
    const list = await parapet.call('GET', `/api/guard/domains/${domains.wild}`, { as: 'acme-support' });
    const owner = list.body.data.user_id;
    expect(await total('acme-support', { target_user_id: owner })).toBe(4147 + 3614 + 1);
    for (const as of ['acme-root', 'acme-child', 'acme-other']) {
      const refused = await batch(as, { target_user_id: owner });
      expect([refused.status, refused.body], as).toMatchObject([
        403,
        { err_key: 'err.auth.platform_only', data: { field: 'target_user_id' } },
      ]);
    }
  });

  it('answers a user that does not exist, or is of another brand, as a domain like that', async () => {
    const borealis = (await parapet.call('GET', '/api/sys/users', { as: 'borealis-root' })).body.data.list;
    const root = borealis.find((user: { user_name: string }) => user.user_name === 'borealis-root').user_id;
    const missing = await batch('acme-support', { domain_id: 'no-such-domain' });
    for (const target_user_id of ['nobody', root]) {
      const refused = await batch('acme-support', { target_user_id });
      expect([refused.status, refused.body], target_user_id).toEqual([404, missing.body]);
    }
    const listed = (await parapet.call('GET', '/api/sys/users', { as: 'acme-support' })).body.data.list;
    const idle = listed.find((user: { user_name: string }) => user.user_name === 'acme-viewer').user_id;
    expect(await total('acme-support', { target_user_id: idle })).toBe(0);
  });
});

describe('charts over HTTP', () => {
  it.each(['no-such-chart', 'NoSuch', 'no.such', ' requests_total', '图表'])(
    'answers a key that no chart has in its own node, however it is written: %s',
    async (key) => {
      const answer = await batch('acme-support', { charts: [{ key }, { key: 'requests_total' }] });
      expect(answer.status).toBe(200);
      const { data, meta } = answer.body.data;
      expect(Object.entries(data)[0]).toEqual([
        key,
        expect.objectContaining({
          chart_key: key,
          meta: expect.objectContaining({ error: expect.objectContaining({ err_key: 'err.analytics.unknown_chart' }) }),
        }),
      ]);
      expect(data.requests_total.rows).toHaveLength(1);
      expect(meta).toMatchObject({ total_charts: 2, failed_charts: 1 });
    },
  );

  it('answers the batch of the page in the body', async () => {
    const body = {
      ...day,
      page: 'overview',
      charts: [{ key: 'top_paths', params: { top: 3 } }, { key: 'no_such' }, { key: 'requests_total' }],
    };
    const answer = await parapet.call('POST', '/api/analytics/batch', { as: 'acme-support', body });
    const { data, meta } = answer.body.data;
    expect(Object.keys(data)).toEqual(['top_paths', 'no_such', 'requests_total']);
    expect(data.top_paths.rows).toHaveLength(3);
    expect(data.no_such).toMatchObject({ rows: [], meta: { error: { err_key: 'err.analytics.unknown_chart' } } });
    for (const node of Object.values(data)) batchChartResult.parse(node);
    expect(meta).toMatchObject({
      total_charts: 3,
      failed_charts: 1,
      window: { ...day, granularity: '5m', bucket_table: 'rollup_5m' },
    });
    const again = await parapet.call('POST', '/api/analytics/batch', { as: 'acme-support', body });
    expect(again.body.data.meta.cache_hit_ratio).toBeCloseTo(0.67);
  });

  it('reads a table once for all its charts, and for each where that fails', async () => {
    const keys = ['requests_total', 'blocked_total', 'requests_by_verdict', 'top_hosts'];
    const body = { charts: keys.map((key) => ({ key })), compare: true };
    const { store } = parapet.runtime.analytics;
    const ask = async (earlier: number) => {
      const query = vi.spyOn(store, 'query');
      const answer = await batch('acme-root', { ...body, stime: day.stime - earlier });
      const asked = query.mock.calls.length;
      query.mockRestore();
      const { data, meta } = answer.body.data;
      const results = Object.values<{ rows: object[]; meta: { source: string } }>(data);
      return { asked, meta, rows: results.map(({ rows }) => rows), sources: results.map((r) => r.meta.source) };
    };
    const once = await ask(1);
    expect([once.asked, once.meta.failed_charts, once.meta.cache_hit_ratio]).toEqual([2, 0, 0]);
    expect(once.rows.every((rows) => rows.length > 0)).toBe(true);
    expect((await ask(1)).meta.cache_hit_ratio).toBe(1);

    const whole = store.query.bind(store);
    const failing = vi.spyOn(store, 'query').mockImplementation((sql, ...given) => {
      return sql.startsWith('WITH read_') ? Promise.reject(new Error('out of memory')) : whole(sql, ...given);
    });
    const turns = vi.spyOn(parapet.runtime.queues.charts, 'run');
    const alone = await batch('acme-root', { ...body, stime: day.stime - 2 });
    failing.mockRestore();
    expect(turns.mock.calls.length, 'each has a turn of its own then').toBeGreaterThan(keys.length);
    turns.mockRestore();
    expect(alone.body.data.meta.failed_charts).toBe(0);
    const rows = Object.values<{ rows: object[] }>(alone.body.data.data).map((result) => result.rows);
    expect(rows).toEqual(once.rows);
  });

  it('says of single events that they are of now, where a comparison is asked for', async () => {
    const read = async (more: string) => {
      const path = `/api/analytics/overview/latest_attacks?stime=${day.stime}&etime=${day.etime}${more}`;
      return (await parapet.call('GET', path, { as: 'acme-support' })).body.data;
    };
    const [alone, compared] = [await read(''), await read('&compare=true')];
    expect(compared.schema.dimensions.at(-1)).toEqual({
      name: 'period',
      type: 'enum',
      values: ['current', 'previous'],
    });
    expect(alone.rows.length).toBeGreaterThan(0);
    expect(compared.rows).toEqual(alone.rows.map((row: object) => ({ ...row, period: 'current' })));
  });

  it('answers one chart', async () => {
    const path = `/api/analytics/overview/top_hosts?stime=${day.stime}&etime=${day.etime}&top=2`;
    const answer = await parapet.call('GET', path, { as: 'acme-support' });
    expect(answer.body.data).toMatchObject({
      chart_key: 'top_hosts',
      rows: [{ host: 'www.example.com' }, { host: 'api.example.com' }],
    });
    const compared = await parapet.call('GET', '/api/analytics/overview/requests_total?window=last_1h&compare=true', {
      as: 'acme-support',
    });
    expect(compared.body.data.rows.map((r: { period: string }) => r.period)).toEqual(['current', 'previous']);
    expect(compared.body.data.meta.compare_offset_ms).toBe(3_600_000);
    for (const path of ['/api/analytics/overview/nope', '/api/analytics/nopage/top_hosts']) {
      expect((await parapet.call('GET', path, { as: 'acme-support' })).status, path).toBe(404);
    }
  });

  it('refuses bad input naming the field', async () => {
    const cases: [object, string][] = [
      [{ charts: [{ key: 'a' }, { key: 'a' }] }, 'charts.1.key'],
      [{ charts: [] }, 'charts'],
      [{ charts: Array.from({ length: 21 }, (_, i) => ({ key: `k${i}` })) }, 'charts'],
      [{ charts: [{ key: 'top_paths', params: { top: 101 } }] }, 'charts.0.params.top'],
      [{ charts: [{ key: '__proto__' }] }, 'charts.0.key'],
      [{ stime: day.etime, etime: day.stime }, 'etime'],
      [{ stime: 0, etime: 91 * 86_400_000 }, 'stime'],
      [{ stime: undefined, etime: undefined, time_window: 'last_1y' }, 'time_window'],
      [{ compare: 'true' }, 'compare'],
    ];
    for (const [body, field] of cases) {
      const answer = await batch('acme-support', body);
      expect([answer.status, answer.body.data.field], JSON.stringify(body)).toEqual([400, field]);
    }
    for (const query of ['window=x', 'top=0', 'top=1e1', 'size=101', 'order=up', 'stime=10&etime=5', 'top=1&top=2']) {
      expect(
        (await parapet.call('GET', `/api/analytics/overview/top_paths?${query}`, { as: 'acme-support' })).status,
        query,
      ).toBe(400);
    }
  });

  it('asks for the permission of the page', async () => {
    const charts = [{ key: 'requests_total' }];
    expect(
      (await parapet.call('POST', '/api/analytics/batch', { as: 'acme-editor', body: { page: 'overview', charts } }))
        .status,
    ).toBe(403);
    expect((await batch('acme-editor', {})).status).toBe(403);
    expect((await parapet.call('GET', '/api/analytics/overview/top_hosts', { as: 'acme-editor' })).status).toBe(403);
    expect(
      (await parapet.call('POST', '/api/analytics/overview/export', { as: 'acme-viewer', body: { charts } })).status,
    ).toBe(403);
    expect((await batch('acme-viewer', {}, 'bot')).status).toBe(200);
  });

  it('explains its words in both languages', async () => {
    const english = await parapet.call('GET', '/api/analytics/glossary', { as: 'acme-viewer' });
    const chinese = await parapet.call('GET', '/api/analytics/glossary', {
      as: 'acme-viewer',
      headers: { 'Accept-Language': 'zh-CN' },
    });
    const words = Object.keys(english.body.data.terms);
    expect(words).toEqual([...TERMS]);
    // D8: a word of the cache is that of the figure.
    expect(words.filter((word) => word.includes('cache') && !word.startsWith('total_cache_'))).toEqual([]);
    expect(chinese.body.data.terms.limit).toMatch(/[\u4e00-\u9fff]/);
    expect(english.body.data.terms.limit).not.toMatch(/analytics\.glossary/);
  });
});

describe('export', () => {
  const post = (body: object) =>
    parapet.call('POST', '/api/analytics/overview/export', { as: 'acme-support', body: { ...day, ...body } });

  it('is a CSV a spreadsheet opens safely', async () => {
    const time = day.stime + 1;
    const paths = ['=1+1', '＝1', '\t=1', '@SUM', '-5', '"q",\r\n', '/plain'];
    const events = paths.map((path, i) => ({
      time,
      host: 'shop.example.com',
      status: 200,
      request_id: `csv${i}`,
      path,
    }));
    const lines = events.map((e) => JSON.stringify(e)).join('\n');
    await parapet.call('POST', '/api/analytics/events', { as: 'acme-support', body: { batch_id: 'csv', lines } });
    const answer = await post({ etime: day.stime + 2, charts: [{ key: 'top_paths' }, { key: 'requests_total' }] });
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="overview.csv"');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const [table = '', kpi = ''] = answer.body.slice(1).split('\r\n\r\n');
    expect(answer.body.charCodeAt(0)).toBe(0xfeff);
    expect(kpi).toBe('"chart_key","requests"\r\n"requests_total",7\r\n');
    const cells = paths.map((path) => (/^[\s]*[=@\-＝]/.test(path) ? `'${path}` : path).replaceAll('"', '""'));
    for (const cell of cells) expect(table).toContain(`"top_paths","${cell}",1,0`);
  });

  it('takes the fields of a single chart: its window by that name, and parameters for charts without their own', async () => {
    const charts = [{ key: 'requests_total' }, { key: 'top_paths' }, { key: 'top_hosts', params: { top: 2 } }];
    const body = { window: 'last_7d', top: 1, order: 'asc', format: 'json', charts };
    const answer = await parapet.call('POST', '/api/analytics/overview/export', { as: 'acme-support', body });
    expect(answer.headers.get('x-ignored-fields')).toBeNull();
    const { stime, etime } = answer.body.meta.window;
    expect(etime - stime).toBe(7 * 86_400_000);
    const ranked = await post({ top: 1, format: 'json', charts });
    expect(ranked.body.data.top_paths.rows).toHaveLength(1);
    expect(ranked.body.data.top_hosts.rows).toHaveLength(2);
    expect((await post({ stime: undefined, etime: undefined, window: 'last_91d', charts })).body.data.field).toBe(
      'window',
    );
  });

  it('is JSON when asked, the same numbers', async () => {
    const answer = await post({ format: 'json', charts: [{ key: 'requests_total' }] });
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="overview.json"');
    expect(answer.body.data.requests_total.rows[0].requests).toBe(await total('acme-support'));
  });

  it('refuses before the first byte, in the envelope', async () => {
    expect((await post({ format: 'pdf', charts: [{ key: 'requests_total' }] })).body).toMatchObject({
      data: { field: 'format' },
    });
    const unknown = await post({ charts: [{ key: 'requests_total' }, { key: 'nope' }] });
    expect([unknown.status, unknown.body.data.field]).toEqual([400, 'charts.1.key']);
    expect(unknown.body.data.valid_values).toContain('requests_total');
  });
});
