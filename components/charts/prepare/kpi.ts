import { measureToken } from '../canvas/colour';
import { deltaOf } from '../format/delta';
import { isAdditive, sumOf } from '../format/measure';
import type { Measure, Row } from '../result/contract';
import { groupLabel } from '../result/labels';
import { groupKey, type Normal, numberOf } from '../result/normalise';
import { base, groupToken } from './base';
import { bucketGrid } from './grid';
import { leadOf } from './lead';
import type { Bucket, ChartContext, Figure, KpiCard, KpiModel } from './model';
import { type Group, groupsOf, pivot } from './pivot';
import { tidyTable } from './table-model';

/**
 * One card per category value (one in all without categories): the first measure is the headline, the others are
 * below it. With a time dimension the buckets become the sparkline; a row whose time is null is the whole window's
 * figure, else counts are added up and anything else shows its latest closed bucket.
 */
export function prepareKpi(normal: Normal, context: ChartContext): KpiModel {
  const current = rowsByGroup(normal.current, normal);
  const previous = normal.previous && rowsByGroup(normal.previous, normal);
  const cards = groupsOf(normal.current, normal.categories).map((group) => {
    const rows = { current: current.get(group.key) ?? [], previous: previous ? (previous.get(group.key) ?? []) : null };
    return card(group, rows, normal, context);
  });
  return { ...base(normal, 'kpi', context, tidyTable(normal, context)), kind: 'kpi', cards };
}

/** The rows of each card, found in one pass. */
function rowsByGroup(rows: readonly Row[], { categories }: Normal): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const key = groupKey(row, categories);
    const list = found.get(key);
    if (list) list.push(row);
    else found.set(key, [row]);
  }
  return found;
}

type GroupRows = { current: readonly Row[]; previous: readonly Row[] | null };

function card(group: Group, { current, previous }: GroupRows, normal: Normal, context: ChartContext): KpiCard {
  const buckets = bucketsOf(current, normal, context);
  const figure = (measure: Measure): Figure => {
    const value = headline(current, measure, normal, buckets);
    const before = previous ? headline(previous, measure, normal, buckets) : undefined;
    return {
      measure,
      label: context.names.measure(measure.name),
      value,
      previous: before,
      delta: deltaOf(measure, value, before, context, normal.offsetMs),
    };
  };
  const [dimension] = normal.categories;
  const first = figure(normal.first);
  return {
    ...first,
    key: group.key,
    label: dimension ? groupLabel(normal.categories, group.values, context) : first.label,
    token: dimension ? groupToken(normal, group.values) : measureToken(normal.first.name),
    secondary: normal.measures.slice(1).map(figure),
    lead: leadOf(normal, normal.categories, group.values),
    spark: buckets.length > 1 ? sparkline(current, normal, buckets) : [],
    isLatest: buckets.length > 0 && !isAdditive(normal.first) && !hasWhole(current, normal),
  };
}

function bucketsOf(rows: readonly Row[], normal: Normal, context: ChartContext): Bucket[] {
  const { time } = normal;
  if (!time) return [];
  const times = rows.map((row) => row[time.name]).filter((t): t is number => typeof t === 'number');
  if (times.length === 0) return [];
  return bucketGrid({ times, window: context.window, tz: context.tz, now: context.now, isPartial: normal.isPartial });
}

const hasWhole = (rows: readonly Row[], { time }: Normal) =>
  time !== undefined && rows.some((row) => numberOf(row[time.name]) === null);

function headline(rows: readonly Row[], measure: Measure, normal: Normal, buckets: readonly Bucket[]): number | null {
  const { time } = normal;
  if (time && hasWhole(rows, normal)) {
    return numberOf(rows.find((row) => numberOf(row[time.name]) === null)?.[measure.name]);
  }
  if (isAdditive(measure)) return sumOf(rows.map((row) => numberOf(row[measure.name])));
  if (!time) return numberOf(rows[0]?.[measure.name]);
  const column = pivot({ rows, buckets, time, dims: [], measure, isPartial: normal.isPartial }).get('[]') ?? [];
  return column.findLast((value, i) => value !== null && !buckets[i]?.isOpen) ?? null;
}

function sparkline(rows: readonly Row[], normal: Normal, buckets: readonly Bucket[]): (number | null)[] {
  if (!normal.time) return [];
  const input = { rows, buckets, time: normal.time, dims: [], measure: normal.first, isPartial: normal.isPartial };
  return pivot(input).get('[]') ?? [];
}
