import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FILTER_DIMENSION_NAMES } from '../filters/contract';
import { FIXTURES } from '../testing/load';
import { EventVO } from './contract';
import { day, filter, PAY, type Searched, SHOP, startSearch } from './testing';

/** The raw lines, counted by text and not by our parsers. */
const lines = gunzipSync(readFileSync(FIXTURES.access)).toString('latin1').trim().split('\n');
const linesOf = (...parts: string[]) => lines.filter((line) => parts.every((part) => line.includes(part)));

let world: Searched;
beforeAll(async () => {
  world = await startSearch();
});
afterAll(() => world.close());

describe('the list of events', () => {
  it('has the requests of the window, newest first, in pages', async () => {
    const first = await world.found('acme-root', 'size=100');
    expect(first).toMatchObject({ total: linesOf(`"host":"${SHOP}"`).length, page: 1, size: 100 });
    expect(EventVO.strict().array().parse(first.list)).toHaveLength(100);
    const times = first.list.map((event) => event.time);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const second = await world.found('acme-root', 'size=50&page=2');
    expect(second.list).toEqual(first.list.slice(50));
    expect(new Set(first.list.map((event) => event.event_id)).size).toBe(100);
  });

  it('goes on by cursor through all of it, in both directions, each event once', async () => {
    const { total } = await world.found('acme-root', 'size=1');
    const read = async (order: string) => {
      const ids: string[] = [];
      let cursor = '';
      do {
        const page = await world.found('acme-root', `size=100&order=${order}${cursor && `&cursor=${cursor}`}`);
        ids.push(...page.list.map((event) => event.event_id));
        expect(page.total).toBe(total);
        cursor = page.next_cursor;
      } while (cursor !== '');
      return ids;
    };
    const newest = await read('desc');
    expect(newest).toHaveLength(total);
    expect(new Set(newest).size).toBe(total);
    expect(await read('asc')).toEqual(newest.toReversed());
    const last = `cursor=${newest.length}-${'0'.repeat(16)}`;
    expect((await world.found('acme-root', last)).list).toEqual([]);
    for (const query of ['cursor=1', 'cursor=1-xyz', `page=2&cursor=1-${'0'.repeat(16)}`])
      expect((await world.list('acme-root', query)).status, query).toBe(400);
  });

  it('is read from its oldest on where that is asked', async () => {
    const { total, list: newest } = await world.found('acme-root', 'size=10');
    const oldest = (await world.found('acme-root', 'order=asc&size=10')).list.map((event) => event.time);
    expect(oldest).toEqual([...oldest].sort((a, b) => a - b));
    const last = await world.found('acme-root', `order=asc&size=10&page=${Math.ceil(total / 10)}`);
    expect(last.list.at(-1)).toEqual(newest[0]);
    expect((await world.list('acme-root', 'order=random')).body.data.field).toBe('order');
  });

  it('agrees with the raw lines under any filter', async () => {
    const mine = `"host":"${SHOP}"`;
    const cases: [string, number][] = [
      ['status:404', linesOf(mine, '"status":404').length],
      ['status_class:4xx|5xx', linesOf(mine).filter((l) => /"status":[45]\d\d/.test(l)).length],
      ['method!:GET', linesOf(mine).length - linesOf(mine, '"method":"GET"').length],
      ['action:limit', linesOf(mine, '"limit_req_status":"REJECTED"').length],
      [`host!:${SHOP}`, 0],
      ['status:404;method:POST', linesOf(mine, '"status":404', '"method":"POST"').length],
    ];
    for (const [text, total] of cases) {
      const page = await world.found('acme-root', filter(text));
      expect(page.total, text).toBe(total);
      expect(page.list).toHaveLength(Math.min(total, 20));
    }
  });

  it('finds what a value says to the letter, never what it would do to a query', async () => {
    const path = `/it's "%_\\';--`;
    const event = { time: Date.UTC(2026, 10, 20, 12), host: SHOP, status: 200, request_id: 'quoted', path };
    await world.call('POST', '/api/analytics/events', {
      as: 'acme-support',
      body: { batch_id: 'q', events: [event] },
    });
    expect(
      (await world.found('acme-root', filter(`path:${path.replace('%', '%25').replace(';', '%3B')}`))).list,
    ).toMatchObject([{ request_id: 'quoted', path }]);
    for (const text of [
      "path:' OR 1=1 --",
      "client_ip:0' UNION ALL SELECT 1 --",
      'path:/it',
      'host:%',
      'path:\u0000',
    ]) {
      expect((await world.found('acme-root', filter(text))).total, text).toBe(0);
    }
  });

  it('says what is wrong with a filter', async () => {
    const refused = async (text: string) => {
      const answer = await world.list('acme-root', filter(text));
      return [answer.status, answer.body.err_key, answer.body.data.field, answer.body.data.valid_values];
    };
    expect(await refused('nope:1')).toEqual([400, 'err.request.invalid', 'filter.0.dimension', FILTER_DIMENSION_NAMES]);
    expect(await refused('host:a;action:maybe')).toEqual([
      400,
      'err.request.invalid',
      'filter.1.values.0',
      ['pass', 'block', 'limit', 'captcha', 'monitor'],
    ]);
    expect((await refused('status:abc')).slice(0, 3)).toEqual([400, 'err.request.invalid', 'filter.0.values.0']);
    expect((await refused('action')).slice(0, 3)).toEqual([400, 'err.request.invalid', 'filter.0.values']);
  });

  it('refuses bad windows and pages, naming the field', async () => {
    const cases: [string, string][] = [
      ['page=0', 'page'],
      ['size=101', 'size'],
      ['size=100&page=101', 'page'],
      ['page=501', 'page'],
    ];
    for (const [query, field] of cases) {
      const answer = await world.list('acme-root', query);
      expect([answer.status, answer.body.data.field], query).toEqual([400, field]);
    }
    expect((await world.list('acme-root', 'size=100&page=100')).status).toBe(200);
    for (const query of ['window=last_9y', 'stime=10&etime=5']) {
      const answer = await world.call('GET', `/api/analytics/events?${query}`, { as: 'acme-root' });
      expect([answer.status, answer.body.err_key], query).toEqual([400, 'err.analytics.window']);
    }
  });

  it('asks for its permission', async () => {
    expect((await world.call('GET', '/api/analytics/events')).status).toBe(401);
    expect((await world.list('acme-editor')).status).toBe(403);
    for (const as of ['acme-viewer', 'acme-auditor', 'acme-child']) expect((await world.list(as)).status, as).toBe(200);
  });

  it('has nothing of other tenants in it, whatever is asked for', async () => {
    expect((await world.found('acme-viewer')).total).toBe(0);
    expect((await world.found('acme-root', filter(`host:${PAY}`))).total).toBe(0);
    expect((await world.found('borealis-root')).total).toBe(linesOf(`"host":"${PAY}"`).length);
    const foreign = await world.list('acme-root', `domain_id=${world.domains.pay}`);
    const missing = await world.list('acme-root', 'domain_id=no-such-domain');
    expect([foreign.status, foreign.body]).toEqual([404, missing.body]);
    expect((await world.found('acme-support', filter(`host:${PAY}`))).total).toBe(0);
    const unowned = await world.found('acme-support', filter('host:www.example.com'));
    expect(unowned.total).toBe(linesOf('"host":"www.example.com"').length);
    expect(unowned.list.every((event) => event.domain_id === '')).toBe(true);
  });
});

describe('a search among events', () => {
  const keyword = (text: string) => `keyword=${encodeURIComponent(text)}`;
  const at = Date.UTC(2026, 10, 20, 13);
  const sent = [
    { request_id: 'NEEDLE-1', path: '/a', client_ip: '203.0.113.77', user_agent: 'Probe/1.0' },
    { request_id: 'r2', path: '/Find/MÜLLER', client_ip: '203.0.113.78', user_agent: 'curl/8' },
    { request_id: 'r3', path: '/b', query: 'q=100%_off\\', client_ip: '2001:db8::77', user_agent: "it's" },
  ];

  beforeAll(async () => {
    const events = sent.map((event, i) => ({ time: at + i, host: SHOP, status: 200, ...event }));
    const answer = await world.call('POST', '/api/analytics/events', {
      as: 'acme-support',
      body: { batch_id: 'searched', events },
    });
    expect(answer.body.data).toMatchObject({ stored: sent.length });
  });

  const idsOf = async (text: string, more = '') => {
    const path = `/api/analytics/events?stime=${at}&etime=${at + 60_000}&${keyword(text)}${more}`;
    const { list, total } = (await world.call('GET', path, { as: 'acme-root' })).body.data;
    expect(total).toBe(list.length);
    return list.map((event: EventVO) => event.request_id).sort();
  };

  it.each([
    ['needle', ['NEEDLE-1']],
    ['113.7', ['NEEDLE-1', 'r2']],
    ['db8::77', ['r3']],
    ['/find/müller', ['r2']],
    ['PROBE/', ['NEEDLE-1']],
    ['100%_off\\', ['r3']],
    ["it's", ['r3']],
    [SHOP.toUpperCase(), ['NEEDLE-1', 'r2', 'r3']],
    ['%', ['r3']],
    ["' OR 1=1 --", []],
    ['.*', []],
  ])('finds %s where it is written, as plain text in any case', async (text, ids) => {
    expect(await idsOf(text)).toEqual(ids);
  });

  it('holds together with filters, and counts what it lists', async () => {
    expect(await idsOf('113.7', `&${filter('request_id:r2')}`)).toEqual(['r2']);
    expect(await idsOf('113.7', `&${filter('request_id!:r2')}`)).toEqual(['NEEDLE-1']);
    expect(await idsOf('')).toEqual(['NEEDLE-1', 'r2', 'r3']);
    const agent = lines.filter((line) => line.includes(`"host":"${SHOP}"`) && /"user_agent":"[^"]*curl/i.test(line));
    const page = await world.found('acme-root', `${keyword('CURL')}&${filter(`path!:/Find/MÜLLER`)}&size=1&page=2`);
    expect(page.total).toBeGreaterThanOrEqual(agent.length);
    expect(page.list).toHaveLength(1);
  });

  it('is one line of at most 255 characters', async () => {
    for (const text of ['x'.repeat(256), 'a\nb', '\u0000']) {
      const answer = await world.list('acme-root', keyword(text));
      expect([answer.status, answer.body.err_key, answer.body.data.field]).toEqual([
        400,
        'err.request.invalid',
        'keyword',
      ]);
    }
    expect((await world.list('acme-root', keyword('é'.repeat(255)))).status).toBe(200);
  });

  it('finds nothing of others', async () => {
    expect((await world.found('borealis-root', keyword('needle'))).total).toBe(0);
    expect((await world.found('acme-viewer', keyword('needle'))).total).toBe(0);
    expect((await world.found('acme-support', keyword('needle'))).total).toBe(1);
  });
});

describe('a page narrowed by filters', () => {
  const batch = (body: object) =>
    world.call('POST', '/api/analytics/overview/batch', {
      as: 'acme-root',
      body: { stime: Date.UTC(2026, 10, 20), etime: Date.UTC(2026, 10, 20, 12), ...body },
    });

  it('counts in every chart what the list has', async () => {
    const charts = ['requests_total', 'top_paths', 'status_classes', 'latency_percentiles'].map((key) => ({ key }));
    const filters = [{ dimension: 'status', values: ['404'] }];
    const { data } = (await batch({ charts, filters })).body.data;
    const { total } = await world.found('acme-root', filter('status:404'));
    expect(total).toBeGreaterThan(0);
    const sum = (key: string) => data[key].rows.reduce((n: number, row: { requests: number }) => n + row.requests, 0);
    expect(data.requests_total.rows).toEqual([{ requests: total }]);
    expect(sum('status_classes')).toBe(total);
    expect(data.status_classes.rows.every((row: { status_class: string }) => row.status_class === '4xx')).toBe(true);
    expect(data.latency_percentiles.rows[0].p95).not.toBeNull();
  });

  it('counts over the window what the list has, and for those who may have the list', async () => {
    const density = (query: string, as = 'acme-root') =>
      world.call('GET', `/api/analytics/events/density?${query}`, { as });
    for (const query of [day, `${day}&${filter('status:404')}`, `${day}&keyword=needle`]) {
      const { status, body } = await density(query);
      expect(status, JSON.stringify(body)).toBe(200);
      const { chart, window } = body.data;
      expect(chart).toMatchObject({ render_hint: 'categorical_distribution_over_time', meta: { available: true } });
      const sum = chart.rows.reduce((n: number, row: { requests: number }) => n + row.requests, 0);
      expect([query, sum]).toEqual([query, (await world.found('acme-root', query.slice(day.length + 1))).total]);
      for (const { time } of chart.rows) expect(time >= window.stime && time < window.etime).toBe(true);
    }
    const of = async (as: string) => (await density(`${day}&keyword=needle`, as)).body.data.chart.rows;
    expect(await of('acme-root')).toHaveLength(1);
    expect(await of('borealis-root')).toEqual([]);
    expect((await density(day, 'acme-nobody')).status).toBe(403);
    const refused = await density('window=never');
    expect([refused.status, refused.body.err_key, refused.body.data.field]).toEqual([
      400,
      'err.analytics.window',
      'window',
    ]);
  });

  it('takes the same filters for one chart and for the export', async () => {
    const one = await world.call('GET', `/api/analytics/overview/requests_total?${day}&${filter('status:404')}`, {
      as: 'acme-root',
    });
    const { total } = await world.found('acme-root', filter('status:404'));
    expect(one.body.data.rows).toEqual([{ requests: total }]);
    const file = await world.call('POST', '/api/analytics/overview/export', {
      as: 'acme-root',
      body: {
        stime: Date.UTC(2026, 10, 20),
        charts: [{ key: 'requests_total' }],
        filters: [{ dimension: 'status', values: ['404'] }],
      },
    });
    expect(file.body).toContain(`"requests_total",${total}`);
  });

  it('refuses an unknown dimension with the known ones', async () => {
    const answer = await batch({
      charts: [{ key: 'top_paths' }],
      filters: [{ dimension: 'oem_id', values: ['acme'] }],
    });
    expect([answer.status, answer.body.data]).toEqual([
      400,
      { category: 'validation', field: 'filters.0.dimension', valid_values: FILTER_DIMENSION_NAMES },
    ]);
  });
});
