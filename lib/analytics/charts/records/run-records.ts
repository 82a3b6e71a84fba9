import { type RawBuilder, sql } from 'kysely';
import type { Db } from '@/lib/db/store';
import { GRAIN_MS, type Row } from '../../store/store';
import { isNothing, SOUGHT_MS } from '../absence';
import type { Filter } from '../chart';
import type { ChartParams } from '../compile';
import type { Absence, BatchChartResult } from '../contract';
import { ofNow, orderRows, schemaOf } from '../result';
import type { Window } from '../window';
import type { Counted, RecordChart, RecordMeasure } from './record-chart';
import { recordListOf } from './record-list';
import { RECORD_SOURCES, type RecordScope } from './sources';

export type RecordQuery = {
  scope: RecordScope;
  window: Window;
  compare: boolean;
  params: ChartParams;
  /** The request narrows by filters, which records do not have. */
  isFiltered: boolean;
};

type Period = { from: number; to: number; shift: number };

function columnOf(db: Db, chart: RecordChart, name: string): RawBuilder<unknown> {
  const column = RECORD_SOURCES[chart.records].columns[name];
  if (!column) throw new Error(`${chart.key}: ${chart.records} has no column ${name}`);
  return column(db);
}

/** Declared values are written into the statement, so that PostgreSQL sees one expression wherever it occurs. */
function passes(db: Db, chart: RecordChart, filters: readonly Filter[]): RawBuilder<boolean> {
  const parts = filters.map(({ column, in: values }) => {
    return sql`${columnOf(db, chart, column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
  });
  return parts.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(parts, sql` and `)}`;
}

function measureSql(db: Db, chart: RecordChart, { value }: RecordMeasure): RawBuilder<unknown> {
  const count = (counted: Counted) =>
    sql`coalesce(sum(case when ${passes(db, chart, counted.count)} then 1 else 0 end), 0)`;
  if ('count' in value) return count(value);
  if ('mean' in value) return sql`avg(${columnOf(db, chart, value.mean)})`;
  if ('distinct' in value) return sql`count(distinct ${columnOf(db, chart, value.distinct)})`;
  return sql`100.0 * ${count(value.share[0])} / nullif(${count(value.share[1])}, 0)`;
}

function within(db: Db, chart: RecordChart, scope: RecordScope, { from, to }: Period) {
  return RECORD_SOURCES[chart.records]
    .inScope(db, scope)
    .where(sql<boolean>`ctime >= ${from}`)
    .where(sql<boolean>`ctime < ${to}`)
    .where(passes(db, chart, chart.filters ?? []));
}

/** Numbers as such, whatever the store's driver makes of sums and shares, and whole where the measure is: a mean is not. */
function asRows(chart: RecordChart, found: readonly object[]): Row[] {
  const numbers = new Map<string, 'whole' | 'any'>([['time', 'whole']]);
  for (const { name, type } of chart.measures) numbers.set(name, type === 'integer' ? 'whole' : 'any');
  const cellOf = (name: string, cell: unknown) => {
    const kind = numbers.get(name);
    if (cell === null || kind === undefined) return cell;
    return kind === 'whole' ? Math.round(Number(cell)) : Number(cell);
  };
  return found.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, cellOf(name, cell)])),
  ) as Row[];
}

async function grouped(db: Db, chart: RecordChart, query: RecordQuery, period: Period, among?: readonly Row[]) {
  const { window, scope, params } = query;
  const width = GRAIN_MS[window.granularity];
  const slot = sql`ctime - ctime % ${sql.lit(width)} + ${sql.lit(period.shift)}`;
  const dimensions = chart.dimensions.map((d) =>
    (d.type === 'timestamp' ? slot : columnOf(db, chart, d.name)).as(d.name),
  );
  const measures = chart.measures.map((measure) => measureSql(db, chart, measure).as(measure.name));
  let rows = within(db, chart, scope, period).select([...dimensions, ...measures]);
  const places = dimensions.map((_, i) => sql`${sql.lit(i + 1)}`);
  if (places.length > 0) rows = rows.groupBy(places);
  const [first] = chart.measures;
  if (chart.ranked && first) {
    const [key] = chart.dimensions;
    if (among && key)
      rows = rows.where(
        sql<boolean>`${columnOf(db, chart, key.name)} in (${sql.join(among.map((row) => row[key.name]))})`,
      );
    else rows = rows.orderBy(sql`${sql.lit(places.length + 1)}`, params.order).limit(params.top);
    rows = rows.having(sql<boolean>`${measureSql(db, chart, first)} > 0`);
    for (const place of places) rows = rows.orderBy(place);
  }
  return asRows(chart, await rows.execute());
}

/** Single records, newest first. */
async function listed(db: Db, chart: RecordChart, { window, scope, params }: RecordQuery): Promise<Row[]> {
  const columns = [...chart.dimensions, ...chart.measures].map(({ name }) =>
    (name === 'time' ? sql`ctime` : columnOf(db, chart, name)).as(name),
  );
  const { page, size, order } = params;
  const rows = within(db, chart, scope, { from: window.stime, to: window.etime, shift: 0 })
    .select(columns)
    .orderBy(sql`ctime`, order)
    .orderBy(sql`id`, order)
    .limit(size)
    .offset((page - 1) * size);
  return asRows(chart, await rows.execute());
}

async function rowsOf(db: Db, chart: RecordChart, query: RecordQuery): Promise<Row[]> {
  const { window, compare, params } = query;
  if (chart.events) return listed(db, chart, query);
  const now = await grouped(db, chart, query, { from: window.stime, to: window.etime, shift: 0 });
  if (!compare) return orderRows(chart, now, params.order);
  const shift = window.compare_offset_ms;
  const before = { from: window.stime - shift, to: window.etime - shift, shift };
  const then = chart.ranked && now.length === 0 ? [] : await grouped(db, chart, query, before, chart.ranked && now);
  const named = (period: string, rows: Row[]) => rows.map((row) => ({ period, ...row }));
  return orderRows(chart, [...named('current', now), ...named('previous', then)], params.order);
}

/** Why a chart has nothing: whether others were recorded in its window, and when the latest of its own was. */
async function absenceOf(db: Db, chart: RecordChart, { scope, window }: RecordQuery): Promise<Absence> {
  const { inScope, of } = RECORD_SOURCES[chart.records];
  const [first] = chart.measures;
  const counted = first && 'count' in first.value ? first.value.count : [];
  const before = inScope(db, scope).where(sql<boolean>`ctime < ${window.etime}`);
  const { others } = await before
    .where(sql<boolean>`ctime >= ${window.stime}`)
    .select(sql<number>`count(*)`.as('others'))
    .executeTakeFirstOrThrow();
  const { latest } = await before
    .where(sql<boolean>`ctime >= ${window.etime - SOUGHT_MS}`)
    .where(passes(db, chart, [...(chart.filters ?? []), ...counted]))
    .select(sql<number | null>`max(ctime)`.as('latest'))
    .executeTakeFirstOrThrow();
  return { of, others: Number(others), filtered: false, latest: latest === null ? null : Number(latest) };
}

/** One chart's result from the configuration store. Rejects as the store does. */
export async function runRecordChart(db: Db, chart: RecordChart, query: RecordQuery): Promise<BatchChartResult> {
  const started = performance.now();
  const compare = query.compare && !chart.events;
  const node = { chart_key: chart.key, render_hint: chart.render_hint, schema: schemaOf(chart, query.compare) };
  const { hasDomains } = RECORD_SOURCES[chart.records];
  if (query.isFiltered || (query.scope.domain_id !== undefined && !hasDomains))
    return { ...node, rows: [], meta: { available: false, partial: false, reason: 'not_by_filter' } };
  const rows = await rowsOf(db, chart, { ...query, compare });
  return {
    ...node,
    rows: query.compare && chart.events ? ofNow(rows) : rows,
    meta: {
      source: chart.records,
      latency_ms: Math.round((performance.now() - started) * 10) / 10,
      partial: false,
      available: true,
      record_list: recordListOf(chart),
      ...(isNothing(chart, rows) ? { absence: await absenceOf(db, chart, query) } : {}),
      ...(compare ? { compare_offset_ms: query.window.compare_offset_ms } : {}),
    },
  };
}
