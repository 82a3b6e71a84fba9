import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '@/lib/analytics/alerts/vocabulary';
import { messages } from '@/lib/generated/messages';
import { LOCALES } from '@/lib/i18n/locales';
import { openDuckdbStore } from '../store/duckdb';
import type { AnalyticsStore, Row } from '../store/store';
import { batchOf } from '../testing/batch';
import { FIXTURES, loadFiles, readEvents } from '../testing/load';
import { referenceRows } from '../testing/reference';
import { chartPages, chartsOf, findChart } from './catalogue';
import type { Chart } from './chart';
import type { Scope } from './conditions';
import { batchChartResult, type PageName, RENDER_HINTS } from './contract';
import { lint, namingProblems } from './lint';
import { isRecordChart } from './records/record-chart';
import { schemaOf } from './result';
import { dayLimit, runChart } from './run';
import { parseWindow, type Window } from './window';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The capture runs for two minutes from here. */
const CAPTURE = Date.UTC(2026, 10, 20, 7, 37);
const everything: Scope = { oem_id: null, domain_ids: 'all', include_unowned: true };
const params = { top: 100, order: 'desc', page: 1, size: 20 } as const;
const until = (length: number, etime = CAPTURE + 150_000) => parseWindow({ stime: etime - length, etime }, 0);
/** The day is whole; the others begin and end within buckets. */
const WINDOWS: readonly Window[] = [
  until(100_001, CAPTURE + 120_003),
  until(DAY, Date.UTC(2026, 10, 21)),
  until(7 * DAY + 1),
  until(30 * DAY),
  until(90 * DAY),
  until(HOUR, CAPTURE - DAY),
];

/** Pages that are declared so far. */
const SHOWN = chartPages().map(({ page }) => page);
const every = SHOWN.flatMap((page) => chartsOf(page).map((chart) => ({ chart, name: `${page}/${chart.key}` })));
/** Those over events; what charts over records count is in the tests beside them. */
const charts = every.flatMap(({ chart, name }) => (isRecordChart(chart) ? [] : [{ chart, name }]));

let store: AnalyticsStore;
let events: Row[];
beforeAll(async () => {
  store = await openDuckdbStore(':memory:');
  await loadFiles(store, [FIXTURES.access, FIXTURES.audit]);
  const numbers = ['time', 'bytes_in', 'bytes_out'].map((name) => `${name}::DOUBLE AS ${name}`);
  events = await store.query(`SELECT * REPLACE (${numbers.join(', ')}) FROM events`);
});
afterAll(() => store.close());

const run = (chart: Chart, window: Window, compare = false, from = store) =>
  runChart(from, chart, { scope: everything, window, compare, params });

async function rowsOf(page: PageName, key: string): Promise<Row[]> {
  const chart = findChart(page, key);
  if (!chart || isRecordChart(chart)) throw new Error(key);
  return (await run(chart, WINDOWS[1] ?? until(DAY))).rows;
}

const texts = (locale: (typeof LOCALES)[number], page: PageName) =>
  (messages[locale].analytics as Record<string, object>)[page] as {
    title?: string;
    purpose?: string;
    measures?: object;
    dimensions?: object;
    charts?: Record<string, { title?: string; explanation?: string }>;
  };

describe('declarations', () => {
  it('are eight or more on a page, each key once', () => {
    for (const page of SHOWN) {
      const keys = chartsOf(page).map((chart) => chart.key);
      expect(keys.length, page).toBeGreaterThanOrEqual(8);
      expect(new Set(keys).size, page).toBe(keys.length);
    }
    expect(new Set(every.map(({ chart }) => chart.render_hint))).toEqual(new Set(RENDER_HINTS));
  });

  it('are each in the layout of their page once, in rows of twelve columns', () => {
    for (const { page, layout } of chartPages()) {
      const { figures, panels } = layout;
      const keys = [...figures, ...panels.map((panel) => panel.key)];
      expect([...keys].sort(), page).toEqual(
        chartsOf(page)
          .map((chart) => chart.key)
          .sort(),
      );
      for (const key of figures) expect(findChart(page, key)?.render_hint, `${page}/${key}`).toBe('kpi');
      let used = 0;
      for (const { key, columns } of panels) {
        used = used === 12 ? columns : used + columns;
        expect(used, `${page}/${key}`).toBeLessThanOrEqual(12);
      }
      expect(used, page).toBe(12);
    }
  });

  it('have a title, an explanation and names of measures in both languages, and no text is left over', () => {
    for (const locale of LOCALES) {
      for (const page of SHOWN) {
        const found = texts(locale, page);
        expect([found.title, found.purpose], page).toEqual([expect.any(String), expect.any(String)]);
        expect(Object.keys(found.charts ?? {}).sort(), page).toEqual(
          chartsOf(page)
            .map((c) => c.key)
            .sort(),
        );
        for (const one of Object.values(found.charts ?? {})) {
          expect(one).toEqual({ title: expect.any(String), explanation: expect.any(String) });
        }
      }
      const shared = messages[locale].charts;
      const said = SHOWN.flatMap((page) => Object.keys(texts(locale, page).measures ?? {}));
      const declared = every.flatMap(({ chart }) => chart.measures.map((one) => one.name));
      // The dry run of an alert rule answers a chart, too: of its metric and what that is compared with.
      const used = new Set([...declared, ...METRICS, 'threshold']);
      expect(new Set([...Object.keys(shared.measures), ...said])).toEqual(used);
      for (const { page, charts: shown } of chartPages()) {
        const { measures = {}, dimensions = {} } = texts(locale, page);
        for (const chart of shown) {
          const [figures, names] = [chart.measures, chart.dimensions].map((list) => list.map((one) => one.name));
          expect(Object.keys({ ...shared.measures, ...measures }), chart.key).toEqual(
            expect.arrayContaining(figures ?? []),
          );
          expect(Object.keys({ ...shared.dimensions, ...dimensions }), chart.key).toEqual(
            expect.arrayContaining(names ?? []),
          );
        }
      }
    }
  });

  it('name percentiles, cache figures and handling as the spec does (D4, D8, D10)', () => {
    for (const { chart, name } of every) {
      for (const measure of chart.measures) {
        expect(/^p\d\d$/.test(measure.name), `${name} ${measure.name}`).toBe('percentile' in measure.value);
      }
      expect(namingProblems(schemaOf(chart, true)), name).toEqual([]);
    }
  });

  it('declare the empty attack class wherever requests without an attack are among their rows', () => {
    for (const { chart, name } of charts) {
      const own = chart.dimensions.find((d) => d.name === 'attack_class');
      if (own?.type !== 'enum') continue;
      const isNarrowed = chart.filters?.some(({ column, in: values }) => column === own.name && !values.includes(''));
      expect(own.values.includes(''), name).toBe(!isNarrowed);
    }
  });

  it('mean the same figure by the same name on every page, but for what the chart is about', () => {
    const units = new Map<string, string>();
    for (const { chart, name } of every) {
      for (const { name: measure, type, unit, format } of chart.measures) {
        const shape = JSON.stringify([type, unit, format]);
        expect(units.get(measure) ?? shape, `${name} ${measure}`).toBe(shape);
        units.set(measure, shape);
      }
    }
  });
});

describe('every chart over every window', () => {
  it('answers five fields, cells of the declared types, each row once', async () => {
    for (const { chart, name } of charts) {
      for (const window of WINDOWS) {
        // One window is enough to compare: how a period is read does not depend on its neighbour.
        for (const compare of window === WINDOWS[0] ? [false, true] : [false]) {
          const result = await run(chart, window, compare);
          expect(batchChartResult.parse(result), name).toEqual(result);
          expect(Object.keys(result).sort()).toEqual(['chart_key', 'meta', 'render_hint', 'rows', 'schema']);
          const breaches = lint(result, window).filter(
            ({ level, code }) => level === 'error' || code === 'undeclared_value',
          );
          expect(breaches, `${name} ${window.granularity} ${compare}`).toEqual([]);
          expect(problemsOf(result, window), `${name} ${window.granularity} ${compare}`).toEqual([]);
        }
      }
    }
  }, 120_000);

  it('leaves out what only short windows can have, and says why', async () => {
    for (const { chart, name } of charts) {
      for (const window of WINDOWS) {
        const { meta, rows } = await run(chart, window);
        const isLeftOut = dayLimit(chart) !== undefined && window.etime - window.stime > DAY;
        expect([meta.available, meta.reason], name).toEqual(isLeftOut ? [false, dayLimit(chart)] : [true, undefined]);
        if (isLeftOut) expect(rows).toEqual([]);
      }
    }
    const limited = (why: string) => charts.filter(({ chart }) => dayLimit(chart) === why).map(({ name }) => name);
    expect(limited('window_over_24h')).toEqual([
      'overview/latency_percentiles',
      'health/latency_percentiles',
      'health/latency_percentiles_over_time',
    ]);
    expect(limited('events_over_24h')).toEqual([
      'access/unique_clients',
      'access/top_clients',
      'access/top_referers',
      'ai/ai_statuses',
      'ai/ai_hosts',
      'ai/ai_paths',
      'ai/ai_by_country',
      'bot/bot_paths',
      'bot/bots_by_country',
    ]);
  });

  it('counts what its declaration says, event by event', async () => {
    for (const { chart, name } of charts.filter((one) => !one.chart.events)) {
      for (const window of WINDOWS.filter((_, i) => i === 0 || i === 2)) {
        const { rows, meta } = await run(chart, window);
        if (!meta.available) continue;
        const wanted = referenceRows(chart, events, window);
        const kept = chart.ranked ? cutAt(chart, wanted) : wanted;
        expect(sorted(chart.ranked ? cutAt(chart, rows) : rows), `${name} ${window.granularity}`).toEqual(sorted(kept));
      }
    }
  }, 120_000);

  it('answers alike however its events arrived', async () => {
    const other = await openDuckdbStore(':memory:');
    const read = async (file: string) => (await readEvents([file])).toReversed();
    const [audit, access] = [await read(FIXTURES.audit), await read(FIXTURES.access)];
    await other.insert([batchOf(audit)]);
    for (let i = 0; i < access.length; i += 4000) await other.insert([batchOf(access.slice(i, i + 4000))]);
    for (const { chart, name } of charts) {
      for (const compare of [false, true]) {
        const window = WINDOWS[1] ?? until(DAY);
        const [one, same] = [await run(chart, window, compare), await run(chart, window, compare, other)];
        expect(same.rows, name).toEqual(one.rows);
      }
    }
    await other.close();
  }, 120_000);

  it('shows nothing to a caller who owns nothing', async () => {
    const nobody: Scope = { oem_id: 'nobody', domain_ids: [], include_unowned: false };
    for (const { chart, name } of charts) {
      const window = WINDOWS[1] ?? until(DAY);
      const { rows } = await runChart(store, chart, { scope: nobody, window, compare: true, params });
      for (const row of rows) for (const { name: measure } of chart.measures) expect(row[measure] ?? 0, name).toBe(0);
    }
  });
});

type Result = Awaited<ReturnType<typeof runChart>>;

/** What a result's rows have against their schema and window, in words. */
function problemsOf({ schema, rows }: Result, window: Window): string[] {
  const names = [...schema.dimensions, ...schema.measures].map((one) => one.name).sort();
  const isList = schema.dimensions.some((one) => one.name === 'request_id');
  const keys = rows.map((row) => JSON.stringify(schema.dimensions.map((one) => row[one.name])));
  const step = { '5m': 300_000, '1h': HOUR, '1d': DAY }[window.granularity];
  const isOnGrid = (time: number) => time % step === 0 && time > window.stime - step && time < window.etime;
  const cells = rows.flatMap((row) => {
    const dimensions = schema.dimensions.filter(({ name, type, values }) => {
      const value = row[name];
      if (type === 'timestamp') return typeof value !== 'number' || !(isList || isOnGrid(value));
      // The empty text is a list's way to say that no rule matched.
      const isKnown = type !== 'enum' || values?.includes(String(value)) || (isList && value === '');
      return typeof value !== 'string' || !isKnown;
    });
    // Counts of nothing are 0; only a share or a latency of nothing is null.
    const measures = schema.measures.filter(({ name, type, unit }) => {
      const value = row[name];
      if (value === null) return type === 'integer' && unit !== 'ms';
      const isRight =
        type === 'percent' ? Number(value) >= 0 && Number(value) <= 100 : type === 'float' || Number.isInteger(value);
      return typeof value !== 'number' || !isRight;
    });
    const others = JSON.stringify(Object.keys(row).sort()) === JSON.stringify(names) ? [] : ['keys'];
    return [...[...dimensions, ...measures].map(({ name }) => `${name}: ${row[name]}`), ...others];
  });
  return isList || new Set(keys).size === keys.length ? cells : [...cells, 'a row twice'];
}

/** Rows of a ranking that lie above its last figure: of those that share it any may be in. */
function cutAt(chart: Chart, rows: readonly Row[]): Row[] {
  const name = chart.measures[0]?.name ?? '';
  const ranked = rows.toSorted((a, b) => Number(b[name]) - Number(a[name]));
  const last = ranked[params.top - 1];
  return last ? ranked.filter((row) => Number(row[name]) > Number(last[name])) : ranked;
}

const rounded = (cell: Row[string] | undefined) => (typeof cell === 'number' ? Number(cell.toPrecision(12)) : cell);
const sorted = (rows: readonly Row[]) =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.keys(row)
          .sort()
          .map((name) => [name, rounded(row[name])]),
      ),
    )
    .sort();

describe('definitions', () => {
  const access = gunzipSync(readFileSync(FIXTURES.access)).toString('latin1').trim().split('\n');
  const audit = gunzipSync(readFileSync(FIXTURES.audit)).toString('latin1').trim().split('\n');
  const field = (line: string, name: string) => new RegExp(`"${name}":"?((?:[^",\\\\]|\\\\.)*)`).exec(line)?.[1] ?? '';
  const total = (lines: readonly string[], name: string) =>
    lines.reduce((sum, line) => sum + Number(field(line, name)), 0);
  const attackIds = new Set(audit.filter((l) => /"ruleId":"(?!949)/.test(l)).map((l) => field(l, 'unique_id')));
  const attacks = access.filter((line) => attackIds.has(field(line, 'request_id')));

  it('of bytes, rates and addresses agree with the raw lines', async () => {
    expect(await rowsOf('access', 'bytes_total')).toEqual([
      { bytes_out: total(access, 'bytes_sent'), bytes_in: total(access, 'request_length') },
    ]);
    const [rate] = await rowsOf('access', 'requests_total');
    expect(rate?.requests).toBe(access.length);
    expect(rate?.request_rate).toBeCloseTo(access.length / 86_400, 9);
    const addresses = new Set(access.map((line) => field(line, 'remote_addr')));
    expect(await rowsOf('access', 'unique_clients')).toEqual([{ unique_clients: addresses.size }]);
  });

  it('of attacks and attackers agree with the raw lines', async () => {
    expect((await rowsOf('protect', 'attacks_total'))[0]?.attacks).toBe(attacks.length);
    const attackers = new Set(attacks.map((line) => field(line, 'remote_addr')));
    expect(await rowsOf('protect', 'attackers_total')).toEqual([{ attackers: attackers.size }]);
    const [top] = await rowsOf('protect', 'top_attackers');
    expect(top?.attacks).toBe(attacks.filter((line) => field(line, 'remote_addr') === top?.client_ip).length);
  });

  it('of cache and errors agree with the raw lines', async () => {
    const hits = access.filter((line) => line.includes('"upstream_cache_status":"HIT"'));
    expect(await rowsOf('cache', 'cache_bytes_total')).toEqual([
      {
        total_cache_bytes: total(hits, 'bytes_sent'),
        total_cache_bytes_share: (100 * total(hits, 'bytes_sent')) / total(access, 'bytes_sent'),
      },
    ]);
    const missed = access.filter((l) => /"upstream_cache_status":"(MISS|BYPASS|EXPIRED|UPDATING|REVALIDATED)"/.test(l));
    expect((await rowsOf('cache', 'misses_total'))[0]?.total_cache_misses).toBe(missed.length);
    const failed = access.filter((line) => /"status":"?5\d\d/.test(line));
    expect((await rowsOf('health', 'server_errors'))[0]?.server_errors).toBe(failed.length);
  });
});
