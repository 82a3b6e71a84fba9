import { LRUCache } from 'lru-cache';
import { type AnalyticsStore, QueryTimeout } from '../store/store';
import { type Chart, isPercentile } from './chart';
import { type ChartParams, type Compiled, compileChart, type Scope } from './compile';
import type { BatchChartResult } from './contract';
import { orderRows, schemaOf } from './result';
import { allowsPercentiles, type Window } from './window';

export type ChartQuery = { scope: Scope; window: Window; compare: boolean; params: ChartParams };

/** What a failed chart tells the caller: an error key, never the engine's own words. */
export type ChartFailure = { err_key: 'err.analytics.chart_failed' | 'err.analytics.chart_timeout'; cause: unknown };

type Answer = { rows: BatchChartResult['rows']; source: string; version: number };

/** Remembers answers until the next commit; an entry of an older version counts as absent. */
const caches = new WeakMap<AnalyticsStore, LRUCache<string, Answer>>();

function cacheOf(store: AnalyticsStore): LRUCache<string, Answer> {
  const found = caches.get(store);
  if (found) return found;
  const cache = new LRUCache<string, Answer>({
    max: 1000,
    maxSize: 200_000,
    sizeCalculation: (a) => a.rows.length + 1,
  });
  caches.set(store, cache);
  return cache;
}

async function answer(
  store: AnalyticsStore,
  { sql, source }: Compiled,
  chart: Chart,
): Promise<{ hit: boolean; answer: Answer }> {
  const cache = cacheOf(store);
  const version = store.version();
  const known = cache.get(sql);
  if (known && known.version === version) return { hit: true, answer: known };
  const fresh = { rows: orderRows(chart, await store.query(sql)), source, version };
  cache.set(sql, fresh);
  return { hit: false, answer: fresh };
}

/**
 * One chart's result. The compiled SQL is the cache key: it holds scope, parameters and window. Rejects only when the
 * store does; `runSafely` turns that into a node of its own.
 */
export async function runChart(store: AnalyticsStore, chart: Chart, query: ChartQuery): Promise<BatchChartResult> {
  const started = performance.now();
  const compare = query.compare && !chart.events;
  const node = { chart_key: chart.key, render_hint: chart.render_hint, schema: schemaOf(chart, compare) };
  if (chart.measures.some((m) => isPercentile(m.value)) && !allowsPercentiles(query.window)) {
    return { ...node, rows: [], meta: { available: false, partial: false, reason: 'window_over_24h' } };
  }
  const compiled = compileChart(chart, { ...query, compare, dialect: store.dialect });
  const { hit, answer: found } = await answer(store, compiled, chart);
  return {
    ...node,
    rows: found.rows,
    meta: {
      source: found.source,
      cache: hit,
      latency_ms: Math.round((performance.now() - started) * 10) / 10,
      partial: false,
      available: true,
      ...(compare ? { compare_offset_ms: query.window.compare_offset_ms } : {}),
    },
  };
}

/** As runChart, but a failure becomes the chart's own node and the others still answer. */
export async function runSafely(
  store: AnalyticsStore,
  chart: Chart,
  query: ChartQuery,
  explain: (failure: ChartFailure) => { err_key: string; message: string },
): Promise<BatchChartResult> {
  try {
    return await runChart(store, chart, query);
  } catch (cause) {
    const err_key = cause instanceof QueryTimeout ? 'err.analytics.chart_timeout' : 'err.analytics.chart_failed';
    return {
      chart_key: chart.key,
      render_hint: chart.render_hint,
      schema: schemaOf(chart, query.compare),
      rows: [],
      meta: { available: false, partial: true, error: explain({ err_key, cause }) },
    };
  }
}
