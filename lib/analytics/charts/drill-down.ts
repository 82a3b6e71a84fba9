import { type ChartFilter, FILTER_DIMENSIONS, isFilterDimension } from '../filters/contract';
import type { Sum } from '../store/rollups';
import type { Aggregate, Chart, Filter, Value } from './chart';
import type { DrillDown } from './contract';

/** Events that count in a sum of their own, where it is not all of them. */
const COUNTED: Readonly<Partial<Record<Sum, ChartFilter>>> = {
  origin_requests: { dimension: 'origin_status_class', op: 'not_in', values: ['none'] },
  origin_errors: { dimension: 'origin_status_class', op: 'in', values: ['5xx'] },
  cache_bytes_out: { dimension: 'cache_status', op: 'in', values: ['hit'] },
};

/** A declared filter as a reader's own; the shorter way round where it names nearly every value. */
function readerFilter(filter: Filter): ChartFilter[] {
  const { column, in: values } = filter;
  if (!isFilterDimension(column)) return [];
  const known: { type: string; values?: readonly string[] } = FILTER_DIMENSIONS[column];
  const others = (known.values ?? []).filter((value) => !values.includes(value));
  const isMost = others.length > 0 && others.length < values.length;
  return [{ dimension: column, op: isMost ? 'not_in' : 'in', values: isMost ? others : [...values] }];
}

function countedBy({ sum, where = [] }: Aggregate): ChartFilter[] {
  const own = COUNTED[sum];
  return [...where.flatMap(readerFilter), ...(own ? [own] : [])];
}

/** The events behind a figure: of a share its part, of a percentile all. */
function eventsOf(value: Value): ChartFilter[] {
  if ('ratio' in value) return countedBy(value.ratio[0]);
  if ('per_second' in value) return countedBy(value.per_second);
  return 'sum' in value ? countedBy(value) : [];
}

/**
 * How a chart's marks lead on, read from its declaration; undefined where filters cannot select a row.
 * A dimension that follows another one says nothing beyond it.
 */
export function drillDownOf(chart: Chart): DrillDown | undefined {
  const own = chart.dimensions.filter((d) => d.type !== 'timestamp' && !('follows' in d));
  const dimensions = own.map((d) => d.name);
  const filters = (chart.filters ?? []).flatMap(readerFilter);
  if (chart.events) {
    const columns = [...dimensions, ...chart.events.measures].filter(isFilterDimension);
    return { rows: 'events', dimensions: columns, filters, measures: {} };
  }
  if (!dimensions.every(isFilterDimension)) return undefined;
  const counted = chart.measures.map((m) => [m.name, eventsOf(m.value)] as const);
  const measures = Object.fromEntries(counted.filter(([, of]) => of.length > 0));
  return { rows: 'counts', dimensions, filters, measures };
}
