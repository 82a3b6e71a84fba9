import type { RecordList } from '@/lib/analytics/charts/contract';
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
  /** The list of the records behind it, where it counts no events. */
  list?: RecordLead;
  /** The one event that its row is. */
  event?: string;
};

/** A list of the API and what it is asked for. */
export type RecordLead = { path: string; query: Readonly<Record<string, string>> };

/** One value of a column as a parameter of the list; undefined where the list has none for it. */
export function paramFor(
  { dimensions }: RecordList,
  name: string,
  value: string | null,
): Record<string, string> | undefined {
  const known = dimensions[name];
  const asked = value === null ? undefined : known?.values ? known.values[value] : value;
  return known && asked ? { [known.param]: asked } : undefined;
}

const toList = (list: RecordList, query: Record<string, string>): Lead => {
  return { page: [], events: [], list: { path: list.path, query: { ...list.query, ...query } } };
};

/** Where a single record's column leads. */
export function recordLead({ recordList }: Normal, name: string, value: string | null): Lead | undefined {
  const own = recordList?.rows === 'records' ? paramFor(recordList, name, value) : undefined;
  return own && recordList && toList(recordList, own);
}

function countsLead(
  list: RecordList,
  dims: readonly Dimension[],
  values: readonly (string | null)[],
  measure: Measure,
): Lead | undefined {
  const own = dims.map((d, i) => paramFor(list, d.name, values[i] ?? null));
  if (list.rows !== 'counts' || own.includes(undefined)) return undefined;
  return toList(list, Object.assign({}, list.measures[measure.name], ...own));
}

/** The filter for one value of a column; undefined where the chart's declaration has none. */
export function filterFor(normal: Normal, name: string, value: string | null): ChartFilter | undefined {
  const isDeclared = normal.drillDown?.dimensions.includes(name) ?? false;
  if (!isDeclared || value === null || !isFilterDimension(name)) return undefined;
  return { dimension: name, op: 'in', values: [value] };
}

const EVENT_ID = /^[0-9a-f]{16}$/;

/** Where a single event's column leads: to the event, and to those that have the same value. */
export function eventLead(normal: Normal, name: string, value: string | null, id?: string): Lead | undefined {
  const { drillDown } = normal;
  if (drillDown?.rows !== 'events') return undefined;
  const filter = filterFor(normal, name, value);
  const event = id !== undefined && EVENT_ID.test(id) ? { event: id } : {};
  if (!filter) return event.event === undefined ? undefined : { page: [], events: [], ...event };
  return { page: [filter], events: [...drillDown.filters, filter], ...event };
}

/** Where a figure leads: its group's values and what its measure counts; undefined where no list can be narrowed to it. */
export function leadOf(
  normal: Normal,
  dims: readonly Dimension[],
  values: readonly (string | null)[],
  measure: Measure = normal.first,
): Lead | undefined {
  const { drillDown, recordList } = normal;
  if (recordList) return countsLead(recordList, dims, values, measure);
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
