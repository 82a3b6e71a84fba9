import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChartFilter } from '../filters/contract';
import { materializingDialect } from '../store/clickhouse/dialect';
import { type Dialect, duckdbDialect } from '../store/dialect';
import { openDuckdbStore } from '../store/duckdb';
import type { AnalyticsStore } from '../store/store';
import { FIXTURES, loadFiles } from '../testing/load';
import { chartPages, chartsOf } from './catalogue';
import type { Chart } from './chart';
import { compileChart } from './compile';
import type { Scope } from './conditions';
import { isRecordChart } from './records/record-chart';
import { readAhead, runChart } from './run';
import { areInSets, compileInSets, groupsInSets } from './sets';
import { readTogether, type Wanted } from './together';
import { parseWindow } from './window';

const DAY = 86_400_000;
/** The capture runs for two minutes from here. */
const CAPTURE = Date.UTC(2026, 10, 20, 7, 37);
const until = (length: number) => parseWindow({ stime: CAPTURE + 150_000 - length, etime: CAPTURE + 150_000 }, 0);
const everything: Scope = { oem_id: null, domain_ids: 'all', include_unowned: true };
const tenant: Scope = { oem_id: 'acme', domain_ids: ['d-shop'], include_unowned: false };
const isGet: ChartFilter = { dimension: 'method', op: 'in', values: ['GET'] };
const notDenied: ChartFilter = { dimension: 'path', op: 'not_in', values: ["/a'b", '/'] };

const pages = chartPages().map(({ page }) => {
  const charts = chartsOf(page).filter((chart): chart is Chart => !isRecordChart(chart));
  const params = { top: 7, order: 'desc', page: 1, size: 20 } as const;
  return { page, wanted: charts.map((chart): Wanted => ({ chart, params })) };
});

let store: AnalyticsStore;
beforeAll(async () => {
  store = await openDuckdbStore(':memory:');
  // The two halves of a request in turn, so that rollups hold corrections.
  for (const file of [FIXTURES.access, FIXTURES.audit]) await loadFiles(store, [file]);
});
afterAll(() => store.close());

const asked = [
  { window: until(DAY), compare: false, scope: everything, filters: [] },
  { window: until(100_001), compare: true, scope: everything, filters: [] },
  { window: until(30 * DAY), compare: false, scope: tenant, filters: [] },
  { window: until(DAY), compare: true, scope: everything, filters: [isGet, notDenied] },
];

it('a rollup is not asked for what it has nothing else of, the events are', () => {
  const { chart, params } = pages
    .flatMap((one) => one.wanted)
    .find((one) => one.chart.key === 'top_attackers') as Wanted;
  const request = {
    scope: everything,
    window: until(DAY),
    compare: false,
    filters: [],
    params,
    dialect: duckdbDialect,
  };
  for (const part of compileChart(chart, request).sql.split('UNION ALL')) {
    expect(part.includes(', attack_class)'), part).toBe(part.includes('FROM events'));
  }
});

it('both ends of a window are read by one query where that leaves out what is between them', () => {
  const { chart, params } = pages.flatMap((one) => one.wanted).find((one) => one.chart.key === 'top_hosts') as Wanted;
  const request = { scope: everything, window: until(DAY + 1), compare: false, filters: [], params };
  const tables = (dialect: Dialect) =>
    compileChart(chart, { ...request, dialect }).sql.match(/(?<=FROM )(event\w+|rollup_hosts_\w+)/g);
  const hosts = ['rollup_hosts_5m', 'rollup_hosts_1h'];
  expect(tables(materializingDialect)).toEqual(['event_rows', ...hosts]);
  expect(tables(duckdbDialect)).toEqual(['events', ...hosts, 'rollup_hosts_5m', 'events']);
  const { stime, etime } = request.window;
  const places = [stime, etime - 1].map((time) => `intDiv(time, 300000) = ${Math.trunc(time / 300_000)}`);
  const { sql } = compileChart(chart, { ...request, dialect: materializingDialect });
  expect(sql).toContain(`WHERE (${places.join(' OR ')}) AND time >= ${stime} AND time < ${etime} UNION ALL`);
});

it('what takes longest begins first', () => {
  const { wanted = [] } = pages.find((one) => one.page === 'access') ?? {};
  const firsts = readTogether(wanted, { filters: [] }, true).map(([first]) => first?.chart.key);
  expect(firsts.slice(0, 3)).toEqual(['top_clients', 'top_paths', 'requests_over_time']);
  expect(firsts.at(-1)).toBe('latest_requests');
});

describe('charts that one query reads', () => {
  it('have the rows that each of them has when it is read alone', async () => {
    let ahead = 0;
    for (const query of asked) {
      for (const { page, wanted } of pages) {
        for (const group of readTogether(wanted, query).filter((one) => one.length > 1)) {
          const read = await readAhead(store, group, query);
          for (const { chart, params } of group) {
            const rows = read?.rows.get(chart);
            if (!rows) continue;
            ahead += 1;
            const alone = await runChart(store, chart, { ...query, params });
            expect(rows, `${page}/${chart.key}`).toEqual(alone.rows);
          }
        }
      }
    }
    expect(ahead).toBeGreaterThan(200);
  }, 120_000);

  it('are read one by one where the engine works nothing out once', async () => {
    const plain = Object.assign(Object.create(store), { dialect: { ...duckdbDialect, worksOutOnce: false } });
    for (const query of asked)
      for (const { wanted } of pages)
        for (const group of readTogether(wanted, query)) expect(await readAhead(plain, group, query)).toBeUndefined();
  });

  it('are those of a table, where none makes the others keep much more apart', () => {
    const keys = ({ wanted }: { wanted: readonly Wanted[] }) =>
      readTogether(wanted, { filters: [] })
        .map((group) => group.map(({ chart }) => chart.key))
        .filter((group) => group.length > 1);
    const of = (page: string) => keys(pages.find((one) => one.page === page) ?? { wanted: [] });
    expect(of('protect')).toEqual([
      ['top_attackers', 'attackers_total', 'attacks_by_country', 'top_attack_networks'],
      ['verdicts_over_time', 'stopped_share_over_time', 'stopped_total', 'verdicts_total'],
      ['attack_classes_over_time', 'attacks_total', 'attack_class_verdicts'],
    ]);
    expect(of('health')).toContainEqual(['failing_paths', 'slow_paths']);
    expect(of('cache')).toContainEqual(['cached_paths', 'missed_paths']);
    expect(of('access').flat()).not.toContain('top_referers');
  });

  it('are those of some of the events as well, where an engine groups in sets', () => {
    const { wanted = [] } = pages.find((one) => one.page === 'ai') ?? {};
    const request = { ...asked[0], filters: [], dialect: materializingDialect } as Parameters<typeof compileInSets>[1];
    const [group] = readTogether(wanted, request, true).filter((one) =>
      one.some(({ chart }) => chart.key === 'ai_paths'),
    );
    expect(group?.map(({ chart }) => chart.key)).toEqual(['ai_hosts', 'ai_paths', 'ai_by_country', 'ai_statuses']);
    expect(areInSets(group ?? [], request)).toBe(true);
    const { sql, split } = compileInSets(group ?? [], request);
    expect(sql.match(/ FROM event_rows /g)).toHaveLength(1);
    expect(sql).toContain('GROUP BY GROUPING SETS ((host), (path), (country), (status_class))');

    const rows = [
      { chart: 0, texts: ['a.example'], numbers: [3, 900] },
      { chart: -14, texts: [null, null, 'DE'], numbers: [2, 9] },
      { chart: -14, texts: [null, null, 'FR'], numbers: [0, 0] },
    ];
    const found = split(rows as unknown as Parameters<typeof split>[0]);
    expect(found.map((one) => one.rows)).toEqual([
      [{ host: 'a.example', requests: 3, bytes_out: 900 }],
      [],
      [{ country: 'DE', requests: 2 }],
      [],
    ]);
  });

  it('are grouped in sets only where that costs less', () => {
    const request = { ...asked[0], filters: [], dialect: materializingDialect } as Parameters<typeof compileInSets>[1];
    const isIn = (page: string, key: string) => {
      const { wanted = [] } = pages.find((one) => one.page === page) ?? {};
      const groups = readTogether(wanted, request, groupsInSets(request));
      return groups.filter((one) => one.some(({ chart }) => chart.key === key)).map((one) => areInSets(one, request));
    };
    expect(isIn('overview', 'requests_total')).toEqual([true]);
    expect(isIn('access', 'unique_clients')).toEqual([true]);
    expect(isIn('bot', 'top_bots')).toEqual([false]);
    expect(groupsInSets({ ...request, compare: true })).toBe(false);
    expect(groupsInSets({ ...request, dialect: duckdbDialect })).toBe(false);
  });
});
