import { hue, measureToken, OTHER, spread } from '../canvas/colour';
import { countText } from '../format/format';
import { axisKey, isAdditive, isPercent, sumOf } from '../format/measure';
import type { Dimension, Measure, Row } from '../result/contract';
import { groupLabel } from '../result/labels';
import { type Normal, numberOf } from '../result/normalise';
import { groupToken } from './base';
import { bucketGrid } from './grid';
import { leadOf } from './lead';
import { seriesMark } from './mark';
import type { Bucket, ChartContext, TableData, TableRow, TimeSeries } from './model';
import { groupsOf, pivot } from './pivot';
import { measureColumn, timeColumn } from './table-model';

/** More lines than this cannot be distinguished; the rest is in the table. */
export const READABLE = 8;

/** The shared grid of the current period; empty without a time dimension or without rows. */
export function gridOf(normal: Normal, context: ChartContext): Bucket[] {
  const { time } = normal;
  if (!time || normal.current.length === 0) return [];
  const times = [...normal.current, ...(normal.previous ?? [])]
    .map((row) => numberOf(row[time.name]))
    .filter((t): t is number => t !== null);
  return bucketGrid({ times, window: context.window, tz: context.tz, now: context.now, isPartial: normal.isPartial });
}

/** One series per category combination, or per measure when there are several measures or no categories. */
export function allSeries(normal: Normal, buckets: readonly Bucket[], context: ChartContext): TimeSeries[] {
  const series = normal.measures.flatMap((measure, m) => measureSeries(measure, m, normal, buckets, context));
  const tokens = spread(series.map((s) => s.token));
  return series.map((s, i) => ({ ...s, token: tokens[i] ?? s.token }));
}

function measureSeries(
  measure: Measure,
  index: number,
  normal: Normal,
  buckets: readonly Bucket[],
  context: ChartContext,
): TimeSeries[] {
  const columns = columnsOf(normal.current, measure, normal.categories, normal, buckets);
  const isOne = normal.measures.length === 1;
  const name = context.names.measure(measure.name);
  return groupsOf(normal.current, normal.categories).map((group) => {
    const values = columns.get(group.key) ?? buckets.map(() => null);
    const own = groupLabel(normal.categories, group.values, context);
    const isPlain = normal.categories.length === 0;
    const plainToken = isOne ? measureToken(measure.name, hue(0)) : measureToken(measure.name, hue(index));
    return {
      key: `${measure.name} ${group.key}`,
      label: isPlain ? name : isOne ? own : `${own} / ${name}`,
      token: isPlain ? plainToken : groupToken(normal, group.values),
      measure,
      axis: 0,
      values,
      isStepped: isAdditive(measure),
      isPrevious: false,
      lead: leadOf(normal, normal.categories, group.values, measure),
      total: isAdditive(measure) ? sumOf(values) : null,
    };
  });
}

function columnsOf(
  rows: readonly Row[],
  measure: Measure,
  dims: readonly Dimension[],
  normal: Normal,
  buckets: readonly Bucket[],
) {
  if (!normal.time) return new Map<string, (number | null)[]>();
  return pivot({ rows, buckets, time: normal.time, dims, measure, isPartial: normal.isPartial });
}

/** The previous period on the current grid, dashed; `dims` empty gives one line over all categories. */
export function previousSeries(
  of: readonly TimeSeries[],
  normal: Normal,
  buckets: readonly Bucket[],
  context: ChartContext,
  dims = normal.categories,
): TimeSeries[] {
  if (!normal.previous) return [];
  // the previous period is over: its last bucket is whole although the current one's is open
  const closed = buckets.map((b) => ({ ...b, isOpen: false }));
  const lines = of.map((series) => {
    const columns = columnsOf(normal.previous ?? [], series.measure, dims, normal, closed);
    const key = series.key.slice(series.measure.name.length + 1);
    const values = columns.get(dims.length === 0 ? '[]' : key) ?? buckets.map(() => null);
    return {
      ...series,
      key: `previous ${series.key}`,
      label: of.length === 1 ? context.say('previous') : context.say('previous_of', { name: series.label }),
      // Several dashed lines of one grey would not be told apart.
      token: of.length === 1 ? 'chart-previous' : series.token,
      values,
      isPrevious: true,
      lead: undefined,
      total: isAdditive(series.measure) ? sumOf(values) : null,
    };
  });
  // nothing known of a period is not a line of nothing
  return lines.filter((line) => line.values.some((v) => v !== null));
}

/** The eight largest series and, where adding means something, one "Other" of the rest; else how many were left out. */
export function readable(series: TimeSeries[], context: ChartContext): { shown: TimeSeries[]; hidden: number } {
  if (series.length <= READABLE) return { shown: series, hidden: 0 };
  const weight = (s: TimeSeries) => s.values.reduce<number>((sum, v) => sum + Math.abs(v ?? 0), 0);
  const largest = new Set([...series].sort((a, b) => weight(b) - weight(a)).slice(0, READABLE));
  const kept = series.filter((s) => largest.has(s));
  const rest = series.filter((s) => !largest.has(s));
  const [first] = rest;
  const canAdd =
    first !== undefined && rest.every((s) => isAdditive(s.measure) && axisKey(s.measure) === axisKey(first.measure));
  if (!first || !canAdd) return { shown: kept, hidden: rest.length };
  const values = first.values.map((_, i) => sumOf(rest.map((s) => s.values[i])));
  const label = context.say('other_n', { n: countText(rest.length, context.locale) });
  return {
    shown: [...kept, { ...first, key: 'other', label, token: OTHER, values, lead: undefined, total: sumOf(values) }],
    hidden: 0,
  };
}

/** Measures of different units get axes of their own, in the order in which they occur. */
export function withAxes(series: readonly TimeSeries[]): { series: TimeSeries[]; axes: Measure[] } {
  const axes: Measure[] = [];
  const placed = series.map((s) => {
    const known = axes.findIndex((a) => axisKey(a) === axisKey(s.measure));
    if (known >= 0) return { ...s, axis: known };
    axes.push(s.measure);
    return { ...s, axis: axes.length - 1 };
  });
  return { series: placed, axes };
}

/** One row per bucket and one column per series, all of them. */
export function timeTable(
  series: readonly TimeSeries[],
  normal: Normal,
  buckets: readonly Bucket[],
  context: ChartContext,
): TableData {
  if (!normal.time) return { columns: [], rows: [] };
  const columns = [
    timeColumn(normal.time, context, buckets),
    ...series.map((s) => measureColumn(s.measure, context, s.label, s.key)),
  ];
  const rows = buckets.map((bucket, i) => [bucket.start, ...series.map((s) => s.values[i] ?? null)]);
  const places = new Map<TableRow, number>(rows.map((row, i) => [row, i]));
  const markAt = (row: TableRow, column: number) => {
    const [at, of] = [places.get(row) ?? -1, series[column - 1]];
    const bucket = buckets[at];
    return bucket && of ? seriesMark(of, bucket, at, context) : undefined;
  };
  return { columns, rows, markAt };
}

/** Every bucket's values as percentages of their sum; a bucket whose sum is 0 has no shares. */
export function asShares(series: readonly TimeSeries[]): TimeSeries[] {
  const share: Measure = { name: 'share', type: 'percent', unit: '%' };
  return series.map((s) => ({
    ...s,
    measure: isPercent(s.measure) ? s.measure : share,
    values: s.values.map((value, i) => {
      const sum = sumOf(series.map((other) => other.values[i]));
      return value === null || sum === null || sum === 0 ? null : (value / sum) * 100;
    }),
  }));
}
