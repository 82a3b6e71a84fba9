import type { ChartFilter } from '../filters/contract';
import { ROLLUPS } from '../store/rollups';
import { type AnalyticsStore, type Asking, GRAIN_MS, GRAINS, QueryTimeout, type Row } from '../store/store';
import { absenceOfRequests, isNothing } from './absence';
import { type Chart, type ChartShape, isPercentile } from './chart';
import {
  type ChartParams,
  type Compiled,
  compileChart,
  compileGuide,
  type Request,
  rollupFor,
  skipped,
} from './compile';
import type { Scope } from './conditions';
import type { BatchChartResult, EventRow } from './contract';
import { drillDownOf } from './drill-down';
import { type Answer, type AtVersion, answersOf } from './kept-answers';
import { lookedUp } from './known-texts';
import { ofNow, orderRows, schemaOf } from './result';
import { areInSets, compileInSets } from './sets';
import { compileTogether, type Wanted } from './together';
import { isWithinDay, type Window } from './window';

/** A chart that is asked for; where nobody is said to ask, the process itself does. */
export type ChartQuery = Asking & {
  scope: Scope;
  window: Window;
  compare: boolean;
  params: ChartParams;
  filters?: readonly ChartFilter[];
  keyword?: string;
  /** Somebody looks at it: where there is no figure, it says why. */
  explained?: boolean;
  /** One of many pieces that are hardly asked for again: its answer is not kept. */
  isPiece?: boolean;
  /** What was read ahead for charts, this one maybe among them. */
  ahead?: Ahead;
  /** Unix ms from which single events are kept: what is read from them for an earlier time is incomplete. */
  events_since?: number;
};

/** What a failed chart tells the caller: an error key, never the engine's own words. */
export type ChartFailure = { err_key: 'err.analytics.chart_failed' | 'err.analytics.chart_timeout'; cause: unknown };

/** Rows that one query has read for several charts, begun at `started` when the store was at that version. */
export type Ahead = AtVersion & { started: number; rows: ReadonlyMap<Chart, Row[]> };

/** How many times the wanted events a part of the window is to hold, one try after another. */
const GENEROSITY = [1, 8, 64];

async function fresh(store: AnalyticsStore, chart: Chart, asked: Request & Asking, compiled: Compiled): Promise<Row[]> {
  const { timeoutMs, behalf } = asked;
  const query = ({ sql, values }: Pick<Compiled, 'sql' | 'values'>) => store.query(sql, values, { timeoutMs, behalf });
  if (!chart.events) return orderRows(chart, await query(compiled), asked.params.order);
  const request = { ...asked, window: windowAfter(asked.window, asked.params) };
  const read = (window: Window) => query(compileChart(chart, { ...request, window }));
  if (!request.params.after) {
    const near = edgeOf(request.window, request.params);
    const rows = await read(near);
    if (rows.length === request.params.size || lengthOf(near) === lengthOf(request.window)) return rows;
    return read(await narrow(store, chart, request, 1));
  }
  for (const times of GENEROSITY) {
    // Rollups count what comes before the place in its minute, too, so a part may turn out too short.
    const window = await narrow(store, chart, request, times);
    const rows = await read(window);
    const isAll = window.stime === request.window.stime && window.etime === request.window.etime;
    if (isAll || rows.length === request.params.size) return rows;
  }
  return read(request.window);
}

const lengthOf = ({ stime, etime }: Window) => etime - stime;

/** Where traffic is, a page of events is within so much time, which costs less to read than to find by counting. */
const EDGE_MS = GRAIN_MS['5m'];

/** The end of a window from which its events are listed. */
function edgeOf(window: Window, { order }: ChartParams): Window {
  const { stime, etime } = window;
  return order === 'desc'
    ? { ...window, stime: Math.max(stime, etime - EDGE_MS) }
    : { ...window, etime: Math.min(etime, stime + EDGE_MS) };
}

/** The window without what comes before the place where the events go on. */
export function windowAfter(window: Window, { after, order }: Pick<ChartParams, 'after' | 'order'>): Window {
  if (!after) return window;
  return order === 'desc'
    ? { ...window, etime: Math.min(window.etime, after.time + 1) }
    : { ...window, stime: Math.max(window.stime, after.time) };
}

const keyOf = ({ sql, values }: Compiled) => JSON.stringify([sql, ...values]);

async function answer(
  store: AnalyticsStore,
  chart: Chart,
  request: Request & Pick<ChartQuery, 'explained' | 'ahead' | 'isPiece' | keyof Asking>,
): Promise<{ hit: boolean; answer: Answer }> {
  const ahead = request.ahead?.rows.get(chart);
  const { version, answers } = ahead && request.ahead ? request.ahead : await answersOf(store);
  const compiled = compileChart(chart, request);
  const key = keyOf(compiled);
  const known = ahead ? undefined : answers.get(key);
  if (known) return { hit: true, answer: known };
  const rows = ahead ?? (await fresh(store, chart, request, compiled));
  const absence =
    request.explained && isNothing(chart, rows) ? await absenceOfRequests(store, chart, request) : undefined;
  const found = { rows, absence, source: compiled.source };
  if (!request.isPiece) answers.set(version, key, found);
  return { hit: false, answer: found };
}

/**
 * Reads charts of one group of `readTogether` with one query, those excepted whose answers are known. Undefined where that is of no
 * use. Rejects as the store does: each chart may still be read alone, and fail alone.
 */
export async function readAhead(
  store: AnalyticsStore,
  wanted: readonly Wanted[],
  query: Omit<ChartQuery, 'params'>,
): Promise<Ahead | undefined> {
  if (wanted.length < 2 || !store.dialect.worksOutOnce) return undefined;
  const started = performance.now();
  const { version, answers } = await answersOf(store);
  const tooYoung = tooYoungFor(store, query);
  const request = { ...query, filters: query.filters ?? [], tooYoung, dialect: store.dialect };
  const missing = wanted.filter(({ chart, params }) => {
    if (chart.events || (dayLimit(chart) && !isWithinDay(query.window))) return false;
    return answers.get(keyOf(compileChart(chart, { ...request, params }))) === undefined;
  });
  if (missing.length < 2) return undefined;
  const found = await readOf(store, missing, request);
  return {
    ...{ version, answers, started },
    rows: new Map(found.map(({ chart, params, rows }) => [chart, orderRows(chart, rows, params.order)])),
  };
}

type AskedTogether = Parameters<typeof compileInSets>[1];

/** The rows of several charts. */
async function readOf(
  store: AnalyticsStore,
  wanted: readonly Wanted[],
  asked: AskedTogether & Pick<Asking, 'behalf'>,
): Promise<(Wanted & { rows: Row[] })[]> {
  const compile = areInSets(wanted, asked) ? compileInSets : compileTogether;
  const { sql, values, lookUps, split } = compile(wanted, asked);
  const rows = await store.query(sql, values, { behalf: asked.behalf });
  const wants = lookUps(rows);
  if (!wants) return readOf(store, wanted, { ...asked, byTexts: true });
  const texts = await Promise.all(wants.map(async (one) => [one, await lookedUp(store, one)] as const));
  // Events may have been deleted meanwhile, and their texts with them.
  const isWhole = texts.every(([{ codes }, found]) => found.length === codes.length);
  return isWhole ? split(rows, new Map(texts)) : readOf(store, wanted, { ...asked, byTexts: true });
}

/**
 * The part of the window that holds the page of events asked for, found by counting in the rollups: reading the newest
 * twenty of ten million rows then touches the last minutes alone.
 */
async function narrow(store: AnalyticsStore, chart: Chart, request: Request, times: number): Promise<Window> {
  const { size, order } = request.params;
  const newest = order === 'desc';
  let { window } = request;
  let wanted = (skipped(request.params) + size) * times;
  for (const granularity of GRAINS.toReversed()) {
    if (GRAIN_MS[granularity] >= lengthOf(window)) continue;
    const guide = compileGuide(chart, { ...request, window: { ...window, granularity } });
    if (!guide) return request.window;
    const counts = await store.query(guide.sql, guide.values);
    let before = 0;
    for (const { time, requests } of counts) {
      if (before + Number(requests) >= wanted) {
        const from = Math.max(Number(time), window.stime);
        const to = Math.min(Number(time) + GRAIN_MS[granularity], window.etime);
        window = { ...window, stime: from, etime: to };
        wanted -= before;
        break;
      }
      before += Number(requests);
    }
  }
  return newest ? { ...request.window, stime: window.stime } : { ...request.window, etime: window.etime };
}

/** Rows in the columns of the schema; which event each row is goes beside them, where the chart does not show it. */
function ownRows(chart: Chart, rows: readonly Row[]): Pick<BatchChartResult, 'rows'> & { row_extras?: EventRow[] } {
  if (!chart.events || chart.dimensions.some(({ name }) => name === 'event_id')) return { rows: [...rows] };
  return {
    rows: rows.map(({ event_id: _, ...row }) => row),
    row_extras: rows.map(({ event_id }) => ({ event_id: String(event_id) })),
  };
}

/**
 * One chart's result. The compiled SQL and its parameters are the cache key: they hold scope, parameters and window. Rejects only when the
 * store does; `runSafely` turns that into a node of its own.
 */
export async function runChart(store: AnalyticsStore, chart: Chart, query: ChartQuery): Promise<BatchChartResult> {
  const started = query.ahead?.rows.has(chart) ? query.ahead.started : performance.now();
  const compare = query.compare && !chart.events;
  const node = { chart_key: chart.key, render_hint: chart.render_hint, schema: schemaOf(chart, query.compare) };
  const limit = dayLimit(chart);
  if (limit && !isWithinDay(query.window)) {
    return { ...node, rows: [], meta: { available: false, partial: false, reason: limit } };
  }
  const filters = query.filters ?? [];
  const tooYoung = tooYoungFor(store, query);
  const request = { ...query, filters, compare, tooYoung, dialect: store.dialect };
  const { hit, answer: found } = await answer(store, chart, request);
  const { rows, row_extras } = ownRows(chart, found.rows);
  return {
    ...node,
    rows: query.compare && chart.events ? ofNow(rows) : rows,
    meta: {
      source: found.source,
      cache: hit,
      latency_ms: Math.round((performance.now() - started) * 10) / 10,
      partial: isShortened(store, chart, request),
      available: true,
      drill_down: drillDownOf(chart),
      ...(found.absence ? { absence: found.absence } : {}),
      ...(row_extras ? { row_extras } : {}),
      ...(compare ? { compare_offset_ms: query.window.compare_offset_ms } : {}),
    },
  };
}

/**
 * Why a chart answers windows up to 24 h alone: percentiles (D4), or figures that only the events themselves have, of
 * which more would be read than anybody waits for. Undefined: it answers any window.
 */
export function dayLimit(chart: Chart): 'window_over_24h' | 'events_over_24h' | undefined {
  if (chart.measures.some((m) => isPercentile(m.value))) return 'window_over_24h';
  return !chart.events && rollupFor(chart) === undefined ? 'events_over_24h' : undefined;
}

type Asked = Pick<ChartQuery, 'window' | 'compare'>;

const firstOf = ({ window, compare }: Asked) => (compare ? window.stime - window.compare_offset_ms : window.stime);

/** Rollups that begin after what is asked for does, where that is short enough to be read from the events. */
export function tooYoungFor(store: AnalyticsStore, asked: Asked): ReadonlySet<string> | undefined {
  if (!isWithinDay(asked.window)) return undefined;
  const young = ROLLUPS.filter(({ name }) => firstOf(asked) < store.rollupSince(name));
  return young.length > 0 ? new Set(young.map(({ name }) => name)) : undefined;
}

/** Whether the window begins before what alone can answer: a rollup that is younger than it, or the events that are kept. */
function isShortened(store: AnalyticsStore, chart: Chart, request: Request & ChartQuery): boolean {
  const rollup = rollupFor(chart, request);
  return firstOf(request) < (rollup ? store.rollupSince(rollup.name) : (request.events_since ?? 0));
}

/** As `run`, but a failure becomes the chart's own node and the others still answer. */
export async function runSafely(
  chart: ChartShape,
  compare: boolean,
  run: () => Promise<BatchChartResult>,
  explain: (failure: ChartFailure) => { err_key: string; message: string },
): Promise<BatchChartResult> {
  try {
    return await run();
  } catch (cause) {
    const err_key = cause instanceof QueryTimeout ? 'err.analytics.chart_timeout' : 'err.analytics.chart_failed';
    return {
      chart_key: chart.key,
      render_hint: chart.render_hint,
      schema: schemaOf(chart, compare),
      rows: [],
      meta: { available: false, partial: true, error: explain({ err_key, cause }) },
    };
  }
}
