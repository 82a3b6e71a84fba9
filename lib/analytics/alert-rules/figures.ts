import type { Behalf } from '@/lib/queues/behalf';
import type { Chart } from '../charts/chart';
import { compileChart } from '../charts/compile';
import type { Scope } from '../charts/conditions';
import { actionIs, bytesOut, counts, requests, requestsOf, statusIs, sumOf, time } from '../charts/declare';
import type { AnalyticsStore, Asking, Row } from '../store/store';
import { SUMS, type Sums } from './judge';

/** Longer than a chart may take: nobody waits for it. */
const TIME_LIMIT_MS = 30_000;

const measures: Chart['measures'] = [
  requests,
  counts('blocked', requestsOf(actionIs('block'))),
  counts('limited', requestsOf(actionIs('limit'))),
  counts('errors_5xx', requestsOf(statusIs('5xx'))),
  counts('errors_4xx', requestsOf(statusIs('4xx'))),
  bytesOut,
  counts('ms', sumOf('latency_sum')),
  counts('timed', sumOf('latency_count')),
];

const byDomain: Chart = {
  key: 'sums_by_domain',
  render_hint: 'table',
  dimensions: [{ name: 'domain_id', type: 'string' }],
  measures,
};
const overTime: Chart = { ...byDomain, key: 'sums_over_time', dimensions: [time] };

type Span = { from: number; until: number };

function read(
  store: AnalyticsStore,
  chart: Chart,
  scope: Scope,
  { from, until }: Span,
  asking: Asking,
): Promise<Row[]> {
  const window = { stime: from, etime: until, granularity: '5m', compare_offset_ms: 0 } as const;
  const params = { top: 1, order: 'desc', page: 1, size: 1 } as const;
  const request = { scope, window, compare: false, filters: [], params, dialect: store.dialect };
  const { sql, values } = compileChart(chart, request);
  return store.query(sql, values, asking);
}

const sumsOf = (row: Row) => Object.fromEntries(SUMS.map((name) => [name, Number(row[name])])) as Sums;

/** What a window adds up to, for every domain in scope that had a request, in one query over the rollups. */
export async function sumsByDomain(store: AnalyticsStore, scope: Scope, span: Span): Promise<Map<string, Sums>> {
  const rows = await read(store, byDomain, scope, span, { timeoutMs: TIME_LIMIT_MS });
  return new Map(rows.map((row) => [String(row.domain_id), sumsOf(row)]));
}

/** The sums of each bucket of five minutes that had a request, by its start. */
export async function sumsOverTime(
  store: AnalyticsStore,
  scope: Scope,
  span: Span,
  behalf?: Behalf,
): Promise<Map<number, Sums>> {
  const rows = await read(store, overTime, scope, span, { behalf });
  return new Map(rows.map((row) => [Number(row.time), sumsOf(row)]));
}
