import type { ChartFilter } from '../filters/contract';
import type { Dialect } from '../store/dialect';
import { grainsOf, ROLLUPS, type Rollup, rollupTable, SCOPE_COLUMNS, SUMS, type Sum } from '../store/rollups';
import { GRAIN_MS, type Grain } from '../store/store';
import {
  type Aggregate,
  type Chart,
  type Dimension,
  type Filter,
  isDistinct,
  isPercentile,
  type Measure,
  type Value,
} from './chart';
import { filterSql, type Narrowing, readerSql, type Scope, tenantSql, typeOf, valuesOf } from './conditions';
import { cover, type Stretches, stretchesOf } from './cover';
import type { Window } from './window';

export type ChartParams = {
  top: number;
  order: 'asc' | 'desc';
  page: number;
  size: number;
  /** Of single events, those that follow this one in the order. */
  after?: EventPlace;
  /** Of single events, how many of those in the order are left out, instead of the pages before. */
  skip?: number;
};

/** How many single events are left out before those asked for. */
export const skipped = ({ page, size, skip = (page - 1) * size }: ChartParams): number => skip;

/** Where an event is among others: events are in the order of their times, those of one millisecond in that of their ids. */
export type EventPlace = { time: number; event_id: string };

/** `values` are the parameters of `sql`, in the order of their numbers. */
export type Compiled = { sql: string; values: string[]; source: string };

export type Request = Narrowing & {
  scope: Scope;
  window: Window;
  compare: boolean;
  params: ChartParams;
  dialect: Dialect;
  /** Columns that events have codes of, by which their rows are kept apart instead of by their texts. */
  coded?: ReadonlySet<string>;
  /** Rows are read from what `compileTogether` has read for several charts, instead of from tables. */
  isRead?: true;
};

/** Whether it has a row for each bucket. */
export const isTimed = ({ dimensions }: Chart) => dimensions.some((d) => d.type === 'timestamp');

export function aggregates(value: Value): readonly Aggregate[] {
  if ('ratio' in value) return value.ratio;
  if ('per_second' in value) return [value.per_second];
  return 'sum' in value ? [value] : [];
}

export function columnsOf(chart: Chart): { group: string[]; extra: string[]; sums: Sum[] } {
  const group = chart.dimensions.filter((d) => d.type !== 'timestamp').map((d) => d.name);
  const used = chart.measures.flatMap((m) => aggregates(m.value));
  const extra = new Set(used.flatMap((a) => (a.where ?? []).map((f) => f.column)));
  if (chart.measures.some((m) => isPercentile(m.value))) extra.add('latency_bin');
  for (const { value } of chart.measures) if (isDistinct(value)) extra.add(value.distinct);
  for (const name of group) extra.delete(name);
  return { group, extra: [...extra], sums: [...new Set<Sum>(['requests', ...used.map((a) => a.sum)])] };
}

/** Whether a rollup that holds only some events holds all the chart asks for. */
function holdsAll({ only }: Rollup, chart: Chart, filters: readonly ChartFilter[]): boolean {
  if (!only) return true;
  const kept = filters.filter((f) => f.op === 'in').map((f) => ({ column: f.dimension, in: f.values }));
  const wanted = [...(chart.filters ?? []), ...kept].filter((f) => f.column === only.column);
  return wanted.some((f) => f.in.every((value) => only.in.includes(value)));
}

/** The cheapest rollup that has every column the chart and its reader need; undefined: only the events have them. */
export function rollupFor(chart: Chart, narrowing: Narrowing = { filters: [] }): Rollup | undefined {
  const { filters, keyword, tooYoung } = narrowing;
  if (chart.events || keyword) return undefined;
  const { group, extra, sums } = columnsOf(chart);
  const filtered = [...(chart.filters ?? []).map((f) => f.column), ...filters.map((f) => f.dimension)];
  const needed = [...group, ...extra, ...filtered];
  return ROLLUPS.find(
    (rollup) =>
      needed.every((c) => [...SCOPE_COLUMNS, ...rollup.dimensions].includes(c)) &&
      sums.every((s) => rollup.sums.includes(s)) &&
      !tooYoung?.has(rollup.name) &&
      (!isTimed(chart) || !rollup.grains) &&
      holdsAll(rollup, chart, filters),
  );
}

function grainsFor(chart: Chart, window: Window, rollup: Rollup): Grain[] {
  const coarsest = isTimed(chart) ? GRAIN_MS[window.granularity] : GRAIN_MS['1d'];
  return grainsOf(rollup)
    .filter((g) => GRAIN_MS[g] <= coarsest)
    .sort((a, b) => GRAIN_MS[b] - GRAIN_MS[a]);
}

/** Which events count: those of the tenant, of the chart, and of what the reader narrows it to. A rollup of nothing else is not asked for it. */
export function whereSql(chart: Chart, request: Request, from?: Rollup): string[] {
  const { scope, dialect } = request;
  const isHeld = ({ column, in: values }: Filter) =>
    from?.only?.column === column && from.only.in.every((value) => values.includes(value));
  const filters = (chart.filters ?? []).filter((filter) => !isHeld(filter));
  const tenant = tenantSql(scope, dialect);
  return [...(tenant ? [tenant] : []), ...filterSql(filters, dialect), ...readerSql(request, dialect)];
}

/** What one query reads for several charts of one period. */
export const readName = (shift: number) => `read_${shift}`;

/** What an event adds to a sum. */
const addedSql = (sum: Sum, { added: { sign } }: Dialect) => (SUMS[sum] === '1' ? sign : `${sign} * (${SUMS[sum]})`);

function eventsOf(stretches: Stretches, dialect: Dialect): string {
  const [{ from, to }, ...others] = stretches;
  return others.length > 0 && dialect.eventsWithin ? dialect.eventsWithin(stretches) : dialect.eventsBetween(from, to);
}

function bucketsOf(stretches: Stretches): string {
  const each = stretches.map(({ from, to }) => `bucket >= ${from} AND bucket < ${to}`);
  return each.length > 1 ? `(${each.join(' OR ')})` : each.join('');
}

/** One period: the union of what each segment's table has, in the columns the chart needs. */
export function periodRows(chart: Chart, request: Request, shift: number): string {
  const { window, dialect } = request;
  if (request.isRead) return readRows(chart, request, shift);
  const rollup = rollupFor(chart, request);
  const { group, extra, sums } = columnsOf(chart);
  const kept = (name: string) => (request.coded?.has(name) ? `${dialect.codes[name]} AS ${name}` : name);
  const segmentSql = (stretches: Stretches): string => {
    const [{ grain }] = stretches;
    const raw = grain === 'events' || !rollup;
    const clock = raw ? 'time' : 'bucket';
    const isBucket = grain === window.granularity && !raw;
    const bucket = `${isBucket ? clock : dialect.bucket(clock, GRAIN_MS[window.granularity])} + ${shift}`;
    const where = whereSql(chart, request, raw ? undefined : rollup);
    const columns = [
      ...(isTimed(chart) ? [`${bucket} AS slot`] : []),
      ...[...group, ...extra].map(kept),
      ...sums.map((s) => (raw ? `${addedSql(s, dialect)} AS ${s}` : s)),
    ];
    const table = raw ? dialect.added.table : rollupTable(rollup.name, grain);
    const within = raw ? eventsOf(stretches, dialect) : bucketsOf(stretches);
    return `SELECT ${columns.join(', ')} FROM ${table} WHERE ${[within, ...where].join(' AND ')}`;
  };
  const segments = cover(window.stime - shift, window.etime - shift, rollup ? grainsFor(chart, window, rollup) : []);
  return stretchesOf(segments, dialect.eventsWithin !== undefined)
    .map(segmentSql)
    .join(' UNION ALL ');
}

/** One period of a chart, from what was read for several. */
function readRows(chart: Chart, { dialect }: Request, shift: number): string {
  const { group, extra, sums } = columnsOf(chart);
  const columns = [...(isTimed(chart) ? ['slot'] : []), ...group, ...extra, ...sums];
  const where = filterSql(chart.filters ?? [], dialect);
  return `SELECT ${columns.join(', ')} FROM ${readName(shift)}${where.length > 0 ? ` WHERE ${where.join(' AND ')}` : ''}`;
}

const sumSql = ({ sum, where }: Aggregate, dialect: Dialect): string =>
  dialect.sum(sum, filterSql(where ?? [], dialect));

/** Seconds of the bucket that lie inside the window, or of the whole window. */
function secondsSql(chart: Chart, window: Window): string {
  const { stime, etime, granularity } = window;
  if (!isTimed(chart)) return `${(etime - stime) / 1000}`;
  return `((least(slot + ${GRAIN_MS[granularity]}, ${etime}) - greatest(slot, ${stime})) / 1000.0)`;
}

export function measureSql(
  chart: Chart,
  { value }: Pick<Measure, 'value'>,
  { dialect, window }: Pick<Request, 'dialect' | 'window'>,
): string {
  if ('sum' in value) return dialect.number(sumSql(value, dialect));
  if ('ratio' in value) {
    const [a, b] = value.ratio;
    return dialect.ratio(`${value.times} * ${sumSql(a, dialect)}`, sumSql(b, dialect));
  }
  if ('per_second' in value) {
    const total = dialect.number(sumSql(value.per_second, dialect));
    return `${value.times} * ${total} / ${secondsSql(chart, window)}`;
  }
  if (isDistinct(value)) return dialect.number(`count(DISTINCT ${value.distinct})`);
  const among = chart.measures.flatMap((m) => (isPercentile(m.value) ? [m.value.percentile] : []));
  return dialect.number(dialect.percentile(value.percentile, 'latency_bin', 'requests', among));
}

/** How many requests had each latency, from which any percentile is read by nearest rank. */
function binsSql(rows: string, keys: readonly string[], { addsCounts }: Dialect): string {
  if (addsCounts) return `SELECT * FROM (${rows}) AS p WHERE latency_bin >= 0`;
  const columns = [...keys, 'latency_bin'].join(', ');
  return `SELECT ${columns}, sum(requests) AS requests FROM (${rows}) AS p
    WHERE latency_bin >= 0 GROUP BY ${columns} HAVING sum(requests) > 0`;
}

/** Rows with the corrections that ingestion left in rollups added up, so that what is no more there is not counted. */
export function settledSql(rows: string, chart: Chart, dialect: Dialect): string {
  const { extra, sums } = columnsOf(chart);
  const columns = [...keysOf(chart), ...extra];
  const followers = chart.dimensions.filter(follows).map((d) => `${followerSql(d, dialect)} AS ${d.name}`);
  const totals = sums.map((s) => `sum(${s}) AS ${s}`);
  const by = columns.length > 0 ? `GROUP BY ${columns.join(', ')} ` : '';
  return `SELECT ${[...columns, ...followers, ...totals].join(', ')} FROM (${rows}) AS p ${by}HAVING sum(requests) > 0`;
}

function keysOf(chart: Chart): string[] {
  return chart.dimensions.filter((d) => !follows(d)).map((d) => (d.type === 'timestamp' ? 'slot' : d.name));
}

/** A dimension another one decides (the country of an address) is read along instead of grouped by. */
export function follows(dimension: Dimension): boolean {
  return 'follows' in dimension && dimension.follows !== undefined;
}

/**
 * What is looked up by an address is the same of all its rows; of what senders say themselves the last in the order of texts, on any
 * engine.
 */
function followerSql(dimension: Dimension, dialect: Dialect, column: string = dimension.name): string {
  const isLookedUp = 'follows' in dimension && dimension.follows === 'client_ip';
  return isLookedUp ? dialect.valueOf(column) : `max(${column})`;
}

/** The text of a dimension, which one that follows takes from `column`. */
export function textSql(dimension: Dimension, dialect: Dialect, column: string = dimension.name): string {
  const value = follows(dimension) ? followerSql(dimension, dialect, column) : dimension.name;
  return typeOf(dimension.name) === 'text' ? value : dialect.digits(value);
}

function dimensionSql(dimension: Dimension, dialect: Dialect): string {
  if (dimension.type === 'timestamp') return `${dialect.number('slot')} AS time`;
  return `${textSql(dimension, dialect)} AS ${dimension.name}`;
}

/** Ranks only what there is something of; that there are requests is asked of each row. */
function rankedSql(chart: Chart, request: Request): string {
  const [first] = chart.measures;
  if (!chart.ranked || !first) return '';
  const { value } = first;
  if (!('sum' in value)) return ` AND ${measureSql(chart, first, request)} > 0`;
  return value.sum === 'requests' && !value.where ? '' : ` AND ${sumSql(value, request.dialect)} > 0`;
}

/** The table that a period's figures are read from. */
function countedRows(chart: Chart, rows: string, keys: readonly string[], dialect: Dialect): string {
  if (chart.measures.some((m) => isPercentile(m.value))) return binsSql(rows, keys, dialect);
  return chart.measures.some((m) => isDistinct(m.value)) ? settledSql(rows, chart, dialect) : rows;
}

/** Grouped measures of one period, without order. */
function groupedSql(chart: Chart, request: Request, shift: number): string {
  const keys = keysOf(chart);
  const from = countedRows(chart, periodRows(chart, request, shift), keys, request.dialect);
  const columns = [
    ...chart.dimensions.map((d) => dimensionSql(d, request.dialect)),
    ...chart.measures.map((m) => `${measureSql(chart, m, request)} AS ${m.name}`),
  ];
  const group =
    keys.length > 0 ? ` GROUP BY ${keys.join(', ')} HAVING sum(requests) > 0${rankedSql(chart, request)}` : '';
  return `SELECT ${columns.join(', ')} FROM (${from}) AS rows_of_period${group}`;
}

function orderSql(chart: Chart, { params }: Request): string {
  // By their places: a name may be that of a column that is grouped as well.
  const places = chart.dimensions.map((_, i) => i + 1);
  const first = `${places.length + 1} ${params.order.toUpperCase()}`;
  return `ORDER BY ${[first, ...places].join(', ')} LIMIT ${params.top}`;
}

/** A column of table events as JavaScript can hold it: numbers as such, 64 bits without a sign as hex digits. */
export function columnSql(name: string, dialect: Dialect): string {
  const type = typeOf(name);
  if (type === 'text') return name;
  return `${type === 'u64' ? dialect.hex(name) : dialect.number(name)} AS ${name}`;
}

/** The events of a window, of which only those after one in their order where that is asked. */
function betweenSql({ window, params: { after, order }, dialect }: Request): string[] {
  const within = [dialect.eventsBetween(window.stime, window.etime)];
  if (!after) return within;
  const beyond = order === 'desc' ? '<' : '>';
  const id = BigInt(`0x${after.event_id}`);
  // The bound that time alone gives is the one by which parts of the table are left out.
  return [
    ...within,
    `time ${beyond}= ${after.time}`,
    `(time ${beyond} ${after.time} OR events.event_id ${beyond} ${id})`,
  ];
}

/** Single events, newest first, each with its id. */
function eventsSql(chart: Chart, request: Request): string {
  const { params, dialect } = request;
  const shown = [...chart.dimensions.map((d) => d.name), ...(chart.events?.measures ?? [])];
  const names = shown.includes('event_id') ? shown : [...shown, 'event_id'];
  const columns = names.map((name) => columnSql(name, dialect));
  const where = [...betweenSql(request), ...whereSql(chart, request)];
  const direction = params.order.toUpperCase();
  return `SELECT ${columns.join(', ')} FROM ${dialect.listed} WHERE ${where.join(' AND ')}
    ORDER BY events.time ${direction}, events.event_id ${direction} LIMIT ${params.size} OFFSET ${skipped(params)}`;
}

function comparedSql(chart: Chart, request: Request): string {
  const names = [...chart.dimensions.map((d) => d.name), ...chart.measures.map((m) => m.name)].join(', ');
  const keys = chart.dimensions.filter((d) => !follows(d)).map((d) => d.name);
  const current = groupedSql(chart, request, 0);
  const previous = groupedSql(chart, request, request.window.compare_offset_ms);
  const onlyTop = chart.ranked && keys.length > 0;
  return `WITH now_rows AS (${current}${onlyTop ? ` ${orderSql(chart, request)}` : ''}), then_rows AS (${previous})
    SELECT 'current' AS period, ${names} FROM now_rows UNION ALL
    SELECT 'previous' AS period, ${names} FROM then_rows
    ${onlyTop ? `WHERE (${keys.join(', ')}) IN (SELECT ${keys.join(', ')} FROM now_rows)` : ''}`;
}

/** SQL of a chart for a window and a scope. Every value in it is a checked number, an escaped literal or a parameter. */
export function compileChart(chart: Chart, request: Request): Compiled {
  const values = valuesOf(request);
  const rollup = rollupFor(chart, request);
  const grain = rollup ? grainsFor(chart, request.window, rollup).find((g) => usesGrain(request.window, g)) : undefined;
  const source = rollup && grain ? rollupTable(rollup.name, grain) : 'events';
  return { sql: chartSql(chart, request), values, source };
}

export function chartSql(chart: Chart, request: Request): string {
  if (chart.events) return eventsSql(chart, request);
  if (request.compare) return comparedSql(chart, request);
  const sql = groupedSql(chart, request, 0);
  return chart.ranked ? `${sql} ${orderSql(chart, request)}` : sql;
}

/**
 * The chart's rows counted per bucket of its window: tells where to look for its newest events. Undefined where no
 * rollup has what it filters by, since counting would then read as much as looking.
 */
export function compileGuide(chart: Chart, request: Request): Pick<Compiled, 'sql' | 'values'> | undefined {
  const counting: Chart = {
    ...chart,
    events: undefined,
    dimensions: [{ name: 'time', type: 'timestamp', unit: 'ms' }],
    measures: [{ name: 'requests', type: 'integer', unit: 'events', format: 'short', value: { sum: 'requests' } }],
  };
  if (!rollupFor(counting, request)) return undefined;
  const sql = `${groupedSql(counting, request, 0)} ORDER BY time ${request.params.order.toUpperCase()}`;
  return { sql, values: valuesOf(request) };
}

function usesGrain({ stime, etime }: Window, grain: Grain): boolean {
  return cover(stime, etime, [grain]).some((s) => s.grain === grain);
}
