import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Engine } from '@/test/clickhouse/engine';
import type { Chart } from '../../charts/chart';
import { MOST_TIED } from '../../charts/codes';
import type { Scope } from '../../charts/conditions';
import { clientIp, country, countryOfIp, distinct, named, requests, top } from '../../charts/declare';
import { readAhead } from '../../charts/run';
import { parseWindow, type Window } from '../../charts/window';
import type { EventLine } from '../../events/event';
import type { ChartFilter } from '../../filters/contract';
import { accepted } from '../../testing/accept';
import { batchOf } from '../../testing/batch';
import { openDuckdbStore } from '../duckdb';
import type { AnalyticsStore } from '../store';
import { clickhouseDialect } from './dialect';
import { ClickhouseStore } from './store';

const TIME = Date.UTC(2026, 10, 20);
const minutes = parseWindow({ stime: TIME - 60_000, etime: TIME + 60_000 }, 0);
const everything: Scope = { oem_id: null, domain_ids: 'all', include_unowned: true };
const acme: Scope = { oem_id: 'acme', domain_ids: ['d-acme'], include_unowned: false };

const total = {
  key: 'total',
  render_hint: 'kpi',
  dimensions: [],
  measures: [distinct('n', 'addresses', 'client_ip')],
} as const;
const CHARTS = [
  total,
  top('clients', [clientIp, countryOfIp], [requests]),
  top('referers', [named('referer_host')], [requests]),
];
const PATHS = [
  top('agents', [named('path'), named('ua_name')], [requests]),
  top('nodes', [named('path'), named('node_id')], [requests]),
];

const folder = mkdtempSync(path.join(tmpdir(), 'parapet-clickhouse-codes-'));
let engine: Engine;
let clickhouse: ClickhouseStore;
let duckdb: AnalyticsStore;
/** What the engine was asked. */
const asked: string[] = [];
beforeAll(async () => {
  engine = await Engine.start();
  clickhouse = new ClickhouseStore({ url: engine.url, spoolFolder: folder });
  duckdb = await openDuckdbStore(':memory:');
  const query = clickhouse.query.bind(clickhouse);
  clickhouse.query = (sql, ...rest) => {
    asked.push(sql);
    return query(sql, ...rest);
  };
}, 60_000);
beforeEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await Promise.all([clickhouse.close(), duckdb.close()]);
  await engine.remove();
  rmSync(folder, { recursive: true });
});

let count = 0;
async function store(lines: readonly Omit<EventLine, 'time'>[], brand = 'acme'): Promise<void> {
  const owner = () => ({ oem_id: brand, domain_id: `d-${brand}` });
  const events = lines.map((line) => accepted({ time: TIME, request_id: `r${count++}`, ...line }, owner));
  for (const one of [clickhouse, duckdb]) await one.insert([batchOf(events, { oem_id: brand })]);
}

type Asked = {
  scope?: Scope;
  first: number;
  order?: 'asc' | 'desc';
  filters?: readonly ChartFilter[];
  window?: Window;
};

async function expectSame(charts: readonly Chart[], given: Asked) {
  const { scope = acme, first, order = 'desc', filters = [], window = minutes } = given;
  const wanted = charts.map((chart) => ({ chart, params: { top: first, order, page: 1, size: 1 } }));
  const [found, same] = await Promise.all(
    [clickhouse, duckdb].map((one) => readAhead(one, wanted, { scope, window, compare: false, filters })),
  );
  for (const chart of charts) {
    const expected = same?.rows.get(chart);
    if (expected) expect(found?.rows.get(chart), chart.key).toEqual(expected);
  }
  return charts.map((chart) => found?.rows.get(chart) ?? []);
}

describe('rankings by codes', () => {
  it('have the rows that the other engine groups by texts, in the order of the texts where they are of one rank', async () => {
    const addresses = [
      '1.2.3.4',
      '::ffff:1.2.3.4',
      '',
      'unknown',
      '::',
      'ff02::1',
      '2001:DB8::1',
      '2001:db8::1',
      '1.1.1.1',
    ];
    const texts = ['/', '', '/ä', '/a', '/Z', '/\u{1f600}', '/\uffff', "/'\\"];
    await store(addresses.map((client_ip, n) => ({ client_ip, path: texts[n % texts.length], node_id: `n${n % 2}` })));
    await store([
      { client_ip: '1.1.1.1', path: '/a' },
      { client_ip: 'unknown', path: '/a' },
    ]);
    await store([{ client_ip: '9.9.9.9', path: '/theirs' }], 'borealis');
    for (const scope of [everything, acme]) {
      for (const order of ['asc', 'desc'] as const) {
        for (const first of [1, 3, 100]) {
          const [totals, clients] = await expectSame(CHARTS, { scope, first, order });
          expect(totals).toEqual([{ n: addresses.length + (scope === acme ? 0 : 1) }]);
          expect(clients?.map(({ client_ip }) => client_ip).includes('9.9.9.9')).toBe(
            scope === everything && first + Number(order === 'desc') > 9,
          );
          await expectSame(PATHS, { scope, first, order });
        }
      }
    }
    expect(asked.some((sql) => sql.includes('client_ip_code IN'))).toBe(true);
    expect(asked.some((sql) => sql.includes('path_code IN'))).toBe(true);
  }, 60_000);

  it('say the country of an address also where countries are counted beside it', async () => {
    const countries = top('countries', [country], [requests]);
    const [, , clients] = await expectSame([countries, ...CHARTS], {
      first: 100,
      filters: [{ dimension: 'client_ip', op: 'in', values: ['1.1.1.1'] }],
    });
    expect(clients).toEqual([expect.objectContaining({ client_ip: '1.1.1.1', country: 'AU' })]);
  });

  it('are narrowed by texts', async () => {
    const values = ['1.1.1.1', 'unknown', ''];
    for (const op of ['in', 'not_in'] as const) {
      const [, clients] = await expectSame(CHARTS, {
        first: 100,
        filters: [{ dimension: 'client_ip', op, values }],
      });
      expect(clients).toHaveLength(op === 'in' ? 3 : 6);
      await expectSame(PATHS, { first: 100, filters: [{ dimension: 'path', op, values: ['/a', ''] }] });
    }
    expect(asked.filter((sql) => sql.includes('client_ip_code AS client_ip'))).toHaveLength(2);
  });

  it('are read by texts where too many are of one rank', async () => {
    await store(Array.from({ length: MOST_TIED + 20 }, (_, n) => ({ client_ip: `10.0.${n >> 8}.${n & 255}` })));
    const [, clients] = await expectSame(CHARTS, { first: 5, order: 'asc' });
    expect(clients?.map(({ client_ip }) => client_ip)).toEqual(['', '1.2.3.4', '10.0.0.0', '10.0.0.1', '10.0.0.10']);
    expect(asked).toHaveLength(2);
    expect(asked[1]).not.toContain('_code');
  });

  it('are read by texts where events are deleted meanwhile', async () => {
    const query = clickhouse.query;
    clickhouse.query = async (sql, ...rest) => (sql.includes('_code IN') ? [] : query(sql, ...rest));
    await expectSame(CHARTS, { first: 3 });
    clickhouse.query = query;
    expect(asked.at(-1)).not.toContain('_code');
  });

  it('are read by codes beside a chart of many rows', async () => {
    const each: Chart = { key: 'each', render_hint: 'table', dimensions: [named('request_id')], measures: [requests] };
    const found = await expectSame([...CHARTS, each], { first: 2 });
    expect(found[1]?.map(({ client_ip }) => client_ip)).toEqual(['1.1.1.1', 'unknown']);
    expect(found[3]?.length).toBeGreaterThan(MOST_TIED + 2);
    expect(asked.map((sql) => sql.includes('client_ip_code AS client_ip'))).toEqual([true]);
  });

  it('are read by texts until older rows have codes', async () => {
    await clickhouse.ready();
    const { dialect } = clickhouse;
    clickhouse.dialect = { ...dialect, codes: {} };
    await expectSame(CHARTS, { first: 3 });
    expect(asked.join()).not.toContain('_code');
    clickhouse.dialect = dialect;
    expect(dialect.codes).toBe(clickhouseDialect.codes);
  });

  it('ask for the text of a path or an address once, whatever time they are of, and for that of one that is new', async () => {
    const lookUps = async (etime: number) => {
      asked.length = 0;
      for (const charts of [PATHS, CHARTS]) await expectSame(charts, { first: 3, window: { ...minutes, etime } });
      return asked.filter((sql) => sql.includes('_code IN')).length;
    };
    await lookUps(TIME + 50_000);
    expect(await lookUps(TIME + 40_000)).toBe(0);
    await store(Array.from({ length: 9 }, () => ({ client_ip: '8.8.8.8', path: '/new' })));
    expect([await lookUps(TIME + 30_000), await lookUps(TIME + 20_000)]).toEqual([2, 0]);
  });
});
