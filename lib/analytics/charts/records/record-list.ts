import type { Filter } from '../chart';
import type { RecordList } from '../contract';
import type { Counted, RecordChart, RecordMeasure } from './record-chart';
import type { RecordSource } from './sources';

type Param = RecordList['dimensions'][string];
type Query = RecordList['query'];

type List = {
  path: string;
  params: Readonly<Record<string, Param>>;
  /** Filters that hold of whatever a mark names: what has the name of a rule was found by a rule. */
  implied?: readonly string[];
};

/** Where records of a source are listed, and which of the list's parameters a column of a chart becomes. */
const LISTS: Readonly<Record<RecordSource, List>> = {
  audit_logs: {
    path: '/api/sys/audit-logs',
    params: {
      operation: { param: 'keyword' },
      actor_type: { param: 'channel' },
      actor_name: { param: 'actor_name' },
      outcome: { param: 'status', values: { ok: '1', failed: '2' } },
    },
  },
  login_records: {
    path: '/api/sys/login-records',
    params: { ip: { param: 'keyword' }, outcome: { param: 'status', values: { ok: '1', failed: '2' } } },
  },
  alerts: {
    path: '/api/analytics/alerts',
    params: {
      policy_type: { param: 'policy_type' },
      metric: { param: 'metric' },
      domain: { param: 'keyword' },
      rule: { param: 'keyword' },
      handler: { param: 'handler' },
      handled_within: { param: 'handled_within' },
      open_for: { param: 'open_for' },
      state: { param: 'status', values: { pending: '0', handled: '1' } },
    },
    implied: ['source'],
  },
};

/** Declared filters as parameters; undefined where the list has none for one of them. */
function queryOf({ params, implied }: List, filters: readonly Filter[]): Query | undefined {
  const query: Query = {};
  for (const { column, in: values } of filters) {
    if (implied?.includes(column)) continue;
    const [value, ...others] = values;
    const known = params[column];
    if (!known || value === undefined || others.length > 0) return undefined;
    query[known.param] = known.values?.[value] ?? value;
  }
  return query;
}

/** The records behind a figure: of a share its part, of a mean and of different values all. */
function countedBy({ value }: RecordMeasure): Counted['count'] {
  if ('share' in value) return value.share[0].count;
  return 'count' in value ? value.count : [];
}

/** How a chart's marks lead on, read from its declaration; undefined where the list cannot be narrowed to them. */
export function recordListOf(chart: RecordChart): RecordList | undefined {
  const list = LISTS[chart.records];
  const { path, params } = list;
  const own = chart.dimensions.filter((d) => d.type !== 'timestamp').map((d) => d.name);
  const query = queryOf(list, chart.filters ?? []);
  if (!query || (!chart.events && own.some((name) => !params[name]))) return undefined;
  const dimensions = Object.fromEntries(own.flatMap((name) => (params[name] ? [[name, params[name]]] : [])));
  const measures: RecordList['measures'] = {};
  for (const measure of chart.measures) {
    const counted = chart.events ? {} : queryOf(list, countedBy(measure));
    if (!counted) return undefined;
    if (Object.keys(counted).length > 0) measures[measure.name] = counted;
  }
  return { rows: chart.events ? 'records' : 'counts', path, query, dimensions, measures };
}
