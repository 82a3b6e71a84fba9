import { type ChartFilter, isFilterDimension } from '@/lib/analytics/filters/contract';
import { isAdditive } from '../format/measure';
import type { Dimension, Measure } from '../result/contract';
import type { Normal } from '../result/normalise';

/** Where a mark leads. */
export type Lead = {
  /** What narrows the page to it. */
  page: ChartFilter[];
  /** What narrows all events to those behind it. */
  events: ChartFilter[];
};

/** The filter for one value of a column; undefined where the chart's declaration has none. */
export function filterFor(normal: Normal, name: string, value: string | null): ChartFilter | undefined {
  const isDeclared = normal.drillDown?.dimensions.includes(name) ?? false;
  if (!isDeclared || value === null || !isFilterDimension(name)) return undefined;
  return { dimension: name, op: 'in', values: [value] };
}

/** Where a figure leads: its group's values and what its measure counts; undefined for charts without events behind them. */
export function leadOf(
  normal: Normal,
  dims: readonly Dimension[],
  values: readonly (string | null)[],
  measure: Measure = normal.first,
): Lead | undefined {
  const { drillDown } = normal;
  if (drillDown?.rows !== 'counts') return undefined;
  const named = dims.filter((d) => drillDown.dimensions.includes(d.name));
  const own = dims.flatMap((d, i) => filterFor(normal, d.name, values[i] ?? null) ?? []);
  // a value that no filter can name would lead to more than the figure counts
  if (own.length < named.length) return undefined;
  const counted = drillDown.measures[measure.name] ?? [];
  return { page: own.length > 0 ? own : counted, events: [...drillDown.filters, ...counted, ...own] };
}

/** How many requests a figure counts; null where it is something else. */
export function countOf(measure: Measure, value: number | null): number | null {
  const isCount = isAdditive(measure) && (measure.unit === 'requests' || measure.unit === 'events');
  return isCount ? value : null;
}
