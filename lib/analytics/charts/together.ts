import { ACTIONS, ATTACK_CLASSES, CACHE_STATUSES, STATUS_CLASSES, UA_CLASSES } from '../events/vocabulary';
import type { Row } from '../store/store';
import { type Chart, type Dimension, type Filter, isDistinct, isPercentile } from './chart';
import type { LookUp } from './codes';
import {
  type ChartParams,
  type Compiled,
  chartSql,
  columnsOf,
  follows,
  isTimed,
  periodRows,
  type Request,
  readName,
  rollupFor,
  settledSql,
} from './compile';
import { type Narrowing, valuesOf } from './conditions';

/** Charts of one request whose rows one query reads: a table is then read once, whatever its charts add up. */

/** A chart over events, and how it is asked for. */
export type Wanted = { chart: Chart; params: ChartParams };

/** How many values the columns have that have few: to keep them apart as well makes so many times more rows at most. */
const FEW: Readonly<Record<string, number>> = {
  action: ACTIONS.length,
  attack_class: ATTACK_CLASSES.length,
  cache_status: CACHE_STATUSES.length,
  method: 10,
  protocol: 5,
  status_class: STATUS_CLASSES.length,
  ua_class: UA_CLASSES.length,
};
const MOST_TIMES = 400;

/** What an address has one of, as a rule. */
const OF_ADDRESS = ['country', 'asn'];

/** A figure alone, without a row for each of something. */
export const isFigure = ({ dimensions, measures }: Chart): boolean => dimensions.length === 0 && measures.length === 1;

export const filtersOf = ({ filters = [] }: Chart): readonly Filter[] => filters;

/** Columns that a chart's rows are kept apart by while they are read. */
function keysOf(chart: Chart): string[] {
  const { group, extra } = columnsOf(chart);
  return [...(isTimed(chart) ? ['time'] : []), ...group, ...extra, ...filtersOf(chart).map((f) => f.column)];
}

type Source = { source: string; mostTimes: number };

const timesMore = (few: Iterable<string>) => [...few].reduce((product, name) => product * (FEW[name] ?? 1), 1);

type Group<T> = Source & { wide: ReadonlySet<string>; few: ReadonlySet<string>; wanted: T[] };

const hasPercentiles = ({ chart }: Wanted): boolean => chart.measures.some((m) => isPercentile(m.value));

/**
 * Splits charts into those that one query reads together: they read the same table, and keeping apart what all of them do
 * makes hardly more rows than the one of them that keeps apart most. Lists of events and percentiles are read alone.
 * `inSets`: what each keeps apart is grouped beside what the others do.
 */
export function readTogether<T extends Wanted>(wanted: readonly T[], narrowing: Narrowing, inSets = false): T[][] {
  const groups: Group<T>[] = [];
  const isAlone = (one: Wanted) => one.chart.events || hasPercentiles(one);
  const parts = wanted
    .filter((one) => !isAlone(one))
    .map((one) => ({ one, wide: keysOf(one.chart).filter((key) => !FEW[key]) }))
    .sort((a, b) => b.wide.length - a.wide.length);
  for (const { one, wide } of parts) {
    const { source, mostTimes } = sourceOf(one.chart, narrowing, inSets);
    const few = keysOf(one.chart).filter((key) => FEW[key]);
    const found = groups.find(
      (group) =>
        group.source === source &&
        (mostTimes === Infinity ||
          (wide.every((key) => group.wide.has(key)) && timesMore(new Set([...group.few, ...few])) <= group.mostTimes)),
    );
    if (found) {
      found.wanted.push(one);
      found.few = new Set([...found.few, ...few]);
    } else {
      const all = wide.includes('client_ip') ? [...wide, ...OF_ADDRESS] : wide;
      groups.push({
        source,
        wide: new Set(all),
        few: new Set(few),
        mostTimes: Math.max(mostTimes, timesMore(few)),
        wanted: [one],
      });
    }
  }
  const all = [...wanted.filter(isAlone).map((one) => [one]), ...groups.map((group) => group.wanted)];
  // Of what is read beside each other, that which takes longest begins first.
  return all.sort((a, b) => lengthOf(b, narrowing) - lengthOf(a, narrowing));
}

/** Columns of as many values as there are clients, or as they send. */
const WIDEST = ['client_ip', 'path'];

/** How long a group takes, among others: all events of a window, percentiles or a rollup of very many rows, several charts of another, one chart, a page of events. */
function lengthOf([first, ...others]: readonly Wanted[], narrowing: Narrowing): number {
  if (!first || first.chart.events) return 0;
  const rollup = rollupFor(first.chart, narrowing);
  if (!rollup) return 4;
  if (hasPercentiles(first) || rollup.dimensions.some((name) => WIDEST.includes(name))) return 3;
  return others.length > 0 ? 2 : 1;
}

/**
 * What a chart is read from, and how many times more rows may be kept apart there. Events that nobody narrowed are so many that one
 * column more costs more than reading them twice: there only charts of the same events share, by the same columns, or in sets all
 * that filter by the same columns.
 */
function sourceOf(chart: Chart, narrowing: Narrowing, inSets: boolean): Source {
  const rollup = rollupFor(chart, narrowing);
  if (rollup || narrowing.filters.length > 0) return { source: rollup?.name ?? 'events', mostTimes: MOST_TIMES };
  const filters = filtersOf(chart);
  const isKnown = !chart.measures.some(({ value }) => isDistinct(value)) || isFigure(chart);
  if (inSets && isKnown) return { source: `events by ${filters.map((f) => f.column)}`, mostTimes: Infinity };
  return { source: JSON.stringify(filters), mostTimes: 1 };
}

export const sameFilter = (a: Filter) => {
  const wanted = JSON.stringify([a.column, [...a.in].sort()]);
  return (b: Filter) => JSON.stringify([b.column, [...b.in].sort()]) === wanted;
};

/** What all charts leave out, each of the columns that all of them filter by. */
export function sharedFilters([first, ...others]: readonly Chart[]): Filter[] {
  if (!first) return [];
  return filtersOf(first).flatMap(({ column, in: values }) => {
    const theirs = others.map((chart) => filtersOf(chart).find((f) => f.column === column));
    if (theirs.includes(undefined)) return [];
    return [{ column, in: [...new Set([...values, ...theirs.flatMap((f) => f?.in ?? [])])] }];
  });
}

/** One chart of everything that these charts add up, and keep apart. */
export function wholeOf(charts: readonly Chart[], filters: readonly Filter[]): Chart {
  const left = charts.flatMap((chart) => filtersOf(chart).filter((f) => !filters.some(sameFilter(f))));
  const compared = [...left.map(({ column }) => column), ...charts.flatMap((chart) => columnsOf(chart).extra)];
  const columns = compared.map((name): Dimension => ({ name, type: 'string' }));
  const named = [...charts.flatMap((chart) => chart.dimensions), ...columns];
  // What one of them groups by is kept apart, also where it follows in another.
  const dimensions = [...named.filter(follows), ...named.filter((d) => !follows(d))];
  return {
    key: 'together',
    render_hint: 'table',
    dimensions: [...new Map(dimensions.map((d) => [d.name, d])).values()],
    measures: charts.flatMap((chart) => chart.measures),
    filters,
  };
}

/** Columns of a chart's rows: texts and numbers, as the engine answers them. */
type RowColumns = { texts: string[]; numbers: string[] };

function columnsOfRows(chart: Chart, compare: boolean): RowColumns {
  const names = (isTime: boolean) =>
    chart.dimensions.filter((d) => (d.type === 'timestamp') === isTime).map((d) => d.name);
  return {
    texts: [...(compare ? ['period'] : []), ...names(false)],
    numbers: [...names(true), ...chart.measures.map((m) => m.name)],
  };
}

/** A row of several charts under the names that its own chart has for it. */
function named(row: Row, { texts, numbers }: RowColumns = { texts: [], numbers: [] }): Row {
  return Object.fromEntries([
    ...texts.map((name, i) => [name, row[`text_${i}`] ?? null]),
    ...numbers.map((name, i) => [name, row[`number_${i}`] ?? null]),
  ]);
}

export type CompiledTogether = Pick<Compiled, 'sql' | 'values'> & {
  /** What is to be asked of these rows first; undefined: all is to be read anew, by texts. */
  lookUps(rows: readonly Row[]): LookUp[] | undefined;
  /** The rows of each chart. */
  split(rows: readonly Row[], texts?: ReadonlyMap<LookUp, readonly Row[]>): (Wanted & { rows: Row[] })[];
};

/** SQL that reads what these charts have in common once and answers the rows of each, marked with its number. */
export function compileTogether(wanted: readonly Wanted[], request: Omit<Request, 'params'>): CompiledTogether {
  const { dialect, compare, window } = request;
  const charts = wanted.map(({ chart }) => chart);
  const filters = sharedFilters(charts);
  const whole = wholeOf(charts, filters);
  const params: ChartParams = { top: 0, order: 'desc', page: 1, size: 0 };
  const read = (shift: number) =>
    dialect.named(
      readName(shift),
      settledSql(periodRows(whole, { ...request, params }, shift), whole, dialect),
      'once',
    );
  const rows = charts.map((chart) => columnsOfRows(chart, compare));
  const places = (of: 'texts' | 'numbers') =>
    Array.from({ length: Math.max(...rows.map((r) => r[of].length)) }, (_, i) => i);
  const [texts, numbers] = [places('texts'), places('numbers')];
  const parts = wanted.map(({ chart, params }, n) => {
    const own = { ...chart, filters: filtersOf(chart).filter((f) => !filters.some(sameFilter(f))) };
    const sql = chartSql(own, { ...request, params, isRead: true });
    const cells = [
      ...texts.map((i) => `${rows[n]?.texts[i] ?? 'NULL'} AS text_${i}`),
      ...numbers.map((i) => `${rows[n]?.numbers[i] ?? 'NULL'} AS number_${i}`),
    ];
    return `SELECT ${n} AS chart, ${cells.join(', ')} FROM (${sql}) AS chart_${n}`;
  });
  const reads = [0, ...(compare ? [window.compare_offset_ms] : [])].map(read);
  return {
    sql: `WITH ${reads.join(', ')} ${parts.join(' UNION ALL ')}`,
    values: valuesOf(request),
    lookUps: () => [],
    split(found) {
      const answers = wanted.map((one) => ({ ...one, rows: [] as Row[] }));
      for (const row of found) answers[Number(row.chart)]?.rows.push(named(row, rows[Number(row.chart)]));
      return answers;
    },
  };
}
