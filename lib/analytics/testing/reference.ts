import type { Aggregate, Chart, Dimension, Filter, Value } from '../charts/chart';
import type { Window } from '../charts/window';
import type { Sum } from '../store/rollups';
import { GRAIN_MS, type Row } from '../store/store';

type Event = Row;

/** The sums of rollups, said once more in plain JavaScript. */
const ADDED: Readonly<Record<Sum, (e: Event) => number>> = {
  requests: () => 1,
  bytes_in: (e) => Number(e.bytes_in),
  bytes_out: (e) => Number(e.bytes_out),
  latency_sum: (e) => Number(e.latency_ms ?? 0),
  latency_count: (e) => (e.latency_ms === null ? 0 : 1),
  origin_requests: (e) => (Number(e.upstream_status) > 0 ? 1 : 0),
  origin_errors: (e) => (Number(e.upstream_status) >= 500 ? 1 : 0),
  cache_bytes_out: (e) => (e.cache_status === 'hit' ? Number(e.bytes_out) : 0),
};

const passes = (e: Event, filters: readonly Filter[] = []) =>
  filters.every(({ column, in: values }) => values.includes(String(e[column])));

const added = (events: readonly Event[], { sum, where }: Aggregate) =>
  events.filter((e) => passes(e, where)).reduce((total, e) => total + ADDED[sum](e), 0);

/** The smallest value that so many of a hundred do not exceed; null of none. */
function nearestRank(values: readonly number[], percentile: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((percentile / 100) * sorted.length) - 1] ?? null;
}

function figure(events: readonly Event[], value: Value, seconds: number): number | null {
  if ('sum' in value) return added(events, value);
  if ('ratio' in value) {
    const [part, whole] = [added(events, value.ratio[0]), added(events, value.ratio[1])];
    return whole === 0 ? null : (value.times * part) / whole;
  }
  if ('per_second' in value) return (value.times * added(events, value.per_second)) / seconds;
  if ('distinct' in value) return new Set(events.map((e) => e[value.distinct])).size;
  const bins = events.map((e) => Number(e.latency_bin)).filter((bin) => bin >= 0);
  return nearestRank(bins, value.percentile);
}

const slotOf = (e: Event, { granularity }: Window) => Number(e.time) - (Number(e.time) % GRAIN_MS[granularity]);

function cell(e: Event, dimension: Dimension, window: Window): string | number {
  return dimension.type === 'timestamp' ? slotOf(e, window) : String(e[dimension.name]);
}

/** The greatest of what the rows of a group have: how a dimension that follows another one is read. */
const greatest = (events: readonly Event[], name: string) =>
  events
    .map((e) => String(e[name]))
    .sort()
    .at(-1) ?? '';

/**
 * The rows of a chart as its declaration reads, counted event by event and in no order: what the compiled SQL is compared
 * with. Not for charts of single events.
 */
export function referenceRows(chart: Chart, all: readonly Event[], window: Window): Row[] {
  const inWindow = all.filter((e) => Number(e.time) >= window.stime && Number(e.time) < window.etime);
  const events = inWindow.filter((e) => passes(e, chart.filters));
  const keys = chart.dimensions.filter((d) => !('follows' in d && d.follows));
  const groups = new Map<string, Event[]>(keys.length === 0 ? [['[]', []]] : []);
  for (const e of events) {
    const key = JSON.stringify(keys.map((d) => cell(e, d, window)));
    const group = groups.get(key);
    if (group) group.push(e);
    else groups.set(key, [e]);
  }
  const rows = [...groups.values()].map((group) => {
    const [first = {}] = group;
    const slot = chart.dimensions.some((d) => d.type === 'timestamp') ? slotOf(first, window) : undefined;
    const from = Math.max(slot ?? window.stime, window.stime);
    const to = Math.min(slot === undefined ? window.etime : slot + GRAIN_MS[window.granularity], window.etime);
    const dims = chart.dimensions.map((d) => {
      return [d.name, keys.includes(d) ? cell(first, d, window) : greatest(group, d.name)] as const;
    });
    const figures = chart.measures.map((m) => [m.name, figure(group, m.value, (to - from) / 1000)] as const);
    return Object.fromEntries([...dims, ...figures]);
  });
  const [measure] = chart.measures;
  return chart.ranked && measure ? rows.filter((row) => Number(row[measure.name]) > 0) : rows;
}
