import { groupedBy } from '@/lib/db/grouped';
import type { Row } from '../store/store';
import { type Aggregate, type Chart, type Dimension, type Filter, isDistinct, type Value } from './chart';
import { type CodedRows, codedColumns, codeOf, decoded, lookUpsOf, MOST_TIED } from './codes';
import { follows, measureSql, periodRows, type Request, readName, rollupFor, textSql } from './compile';
import { valuesOf } from './conditions';
import {
  type CompiledTogether,
  filtersOf,
  isFigure,
  sameFilter,
  sharedFilters,
  type Wanted,
  wholeOf,
} from './together';

/**
 * Several charts from one pass over their rows, which are grouped by the keys of each chart beside those of the others: for an engine
 * that takes longer to plan a query for each chart than to add up its rows.
 */

type Asked = Omit<Request, 'params'>;
type Coded = { coded: ReadonlySet<string> };

/** Keys that rows are grouped by, beside other such sets. */
type GroupingSet = readonly string[];

/** What charts want of their rows, in SQL, of which several want some: each row has all of it, since to tell sets apart takes longer. */
type Cells = { texts: string[]; numbers: string[] };
type Grouping = { sets: GroupingSet[]; cells: Cells };

/** Where a chart finds its cells in the rows of its set; `present` is how many requests it has in each. */
type Place = { wanted: Wanted; set: GroupingSet; texts: Cell[]; numbers: Cell[]; present: number; isCoded: boolean };
type Cell = { name: string; at: number };

export const groupsInSets = ({ dialect, compare }: Pick<Asked, 'dialect' | 'compare'>): boolean =>
  dialect.list !== undefined && !compare;

/**
 * Whether these charts are read so. A ranking, or how many different values there are, is a query of its own again: that saves
 * something only where the rows are many, as those of events are. Those that count different values count nothing else.
 */
export function areInSets(wanted: readonly Wanted[], asked: Asked): boolean {
  const charts = wanted.map(({ chart }) => chart);
  const isDistinctOne = (chart: Chart) => chart.measures.some((m) => isDistinct(m.value));
  const isKnown = (chart: Chart) => !isDistinctOne(chart) || isFigure(chart);
  const isOfSet = (chart: Chart) => !chart.ranked && !isDistinctOne(chart);
  const isWorth = charts.every(isOfSet) || charts.some((chart) => !rollupFor(chart, asked));
  return groupsInSets(asked) && isWorth && charts.every(isKnown) && charts.some((chart) => keysOf(chart).length > 0);
}

function distinctOf({ measures: [first] }: Chart): string | undefined {
  return first && isDistinct(first.value) ? first.value.distinct : undefined;
}

function keysOf(chart: Chart): string[] {
  const distinct = distinctOf(chart);
  if (distinct) return [distinct];
  return chart.dimensions.filter((d) => !follows(d)).map((d) => (d.type === 'timestamp' ? 'slot' : d.name));
}

/** A column that follows another one has a name that is not that of a key of other charts. */
const beside = (name: string) => `beside_${name}`;

/** The same of the events that pass these filters, too. */
function narrowed(value: Value, filters: readonly Filter[]): Value {
  const of = ({ where = [], ...one }: Aggregate): Aggregate => {
    return { ...one, where: [...where, ...filters.filter((filter) => !where.some(sameFilter(filter)))] };
  };
  if ('ratio' in value) return { ...value, ratio: [of(value.ratio[0]), of(value.ratio[1])] };
  if ('per_second' in value) return { ...value, per_second: of(value.per_second) };
  return 'sum' in value ? of(value) : value;
}

function placeOf(cells: string[], sql: string): number {
  const found = cells.indexOf(sql);
  return found === -1 ? cells.push(sql) - 1 : found;
}

function setOf(sets: GroupingSet[], keys: readonly string[]): GroupingSet {
  const found = sets.find((set) => set.length === keys.length && keys.every((key) => set.includes(key)));
  if (!found) sets.push(keys);
  return found ?? keys;
}

function placeIn({ sets, cells }: Grouping, wanted: Wanted, shared: readonly Filter[], asked: Asked & Coded): Place {
  const { chart } = wanted;
  const { dialect, coded } = asked;
  const own = filtersOf(chart).filter((filter) => !shared.some(sameFilter(filter)));
  const set = setOf(sets, keysOf(chart));
  const number = (value: Value) => placeOf(cells.numbers, measureSql(chart, { value: narrowed(value, own) }, asked));
  const time = chart.dimensions.filter((d) => d.type === 'timestamp');
  // What follows a text that is looked up is found with it.
  const texts = chart.dimensions.filter(
    (d) => d.type !== 'timestamp' && (coded.has(d.name) || !codeOf(chart, d.name, coded)),
  );
  const textOf = (d: Dimension) => (coded.has(d.name) ? dialect.digits(d.name) : textSql(d, dialect, beside(d.name)));
  const measures = distinctOf(chart) ? [] : chart.measures;
  return {
    wanted,
    set,
    texts: texts.map((d) => ({ name: d.name, at: placeOf(cells.texts, textOf(d)) })),
    numbers: [
      ...time.map(({ name }) => ({ name, at: placeOf(cells.numbers, dialect.number('slot')) })),
      ...measures.map(({ name, value }) => ({ name, at: number(value) })),
    ],
    present: number({ sum: 'requests' }),
    isCoded: texts.some((d) => coded.has(d.name)),
  };
}

/** Elements of the engine's lists count from 1. */
const element = (list: 'texts' | 'numbers', at: number) => `${list}[${at + 1}]`;

/** Rows that are none of a set's, but made of them: the first of a ranking, or how many there are. Undefined: a chart's rows are those of its set. */
function ownRows(place: Place, marks: number, { dialect }: Asked): string | undefined {
  const { wanted, texts, numbers, present, isCoded } = place;
  const from = `FROM ${readName(0)} WHERE marks = ${marks} AND ${element('numbers', present)} > 0`;
  if (distinctOf(wanted.chart)) {
    return `SELECT ${dialect.list?.([])} AS texts, ${dialect.list?.([dialect.number('count(*)')])} AS numbers ${from}`;
  }
  const [first] = numbers;
  if (!wanted.chart.ranked || !first) return undefined;
  const most = element('numbers', first.at);
  const { top } = wanted.params;
  const byMost = `${most} ${wanted.params.order.toUpperCase()}`;
  if (isCoded) {
    const tied = `SELECT texts, numbers ${from} AND ${most} > 0 ORDER BY ${byMost} LIMIT ${top} WITH TIES`;
    return `SELECT texts, numbers FROM (${tied}) AS tied LIMIT ${top + MOST_TIED + 1}`;
  }
  const order = [byMost, ...texts.map(({ at }) => element('texts', at))];
  return `SELECT texts, numbers ${from} AND ${most} > 0 ORDER BY ${order.join(', ')} LIMIT ${top}`;
}

type ListRow = { texts: readonly (string | null)[]; numbers: readonly (number | null)[] };

function named({ wanted: { chart }, texts, numbers, present }: Place, found: readonly ListRow[]): Row[] {
  if (distinctOf(chart)) return found.map((row) => ({ [chart.measures[0]?.name ?? '']: row.numbers[0] ?? null }));
  const counted = chart.dimensions.length === 0 ? found : found.filter((row) => Number(row.numbers[present]) > 0);
  return counted.map((row) => {
    const cells: Row = {};
    for (const { name, at } of texts) cells[name] = row.texts[at] ?? null;
    for (const { name, at } of numbers) cells[name] = row.numbers[at] ?? null;
    return cells;
  });
}

/** The rows of all sets; `marks` has a bit for each key that a row's set has not. */
function groupedSql({ sets, cells }: Grouping, rows: string, beneath: readonly string[], { dialect }: Asked) {
  const keys = [...new Set(sets.flat())];
  const marksOf = (set: GroupingSet) => keys.reduce((marks, key) => 2 * marks + (set.includes(key) ? 0 : 1), 0);
  const lists = [`${dialect.list?.(cells.texts)} AS texts`, `${dialect.list?.(cells.numbers)} AS numbers`];
  const also = beneath.map((name) => `, ${name} AS ${beside(name)}`).join('');
  const from = also === '' ? rows : `SELECT *${also} FROM (${rows}) AS p`;
  const sql = `SELECT grouping(${keys.join(', ')}) AS marks, ${lists.join(', ')}
    FROM (${from}) AS rows_of_period GROUP BY GROUPING SETS (${sets.map((set) => `(${set.join(', ')})`).join(', ')})`;
  return { sql, marksOf };
}

/** SQL that answers the rows of each chart, marked with its number, and those of sets with a negative one. */
export function compileInSets(wanted: readonly Wanted[], asked: Asked & { byTexts?: boolean }): CompiledTogether {
  const charts = wanted.map(({ chart }) => chart);
  const shared = sharedFilters(charts);
  const whole = wholeOf(charts, shared);
  const coded = asked.byTexts ? new Set<string>() : codedColumns(charts, whole, asked);
  const request = { ...asked, coded, params: { top: 0, order: 'desc', page: 1, size: 0 } } as const;
  const grouping: Grouping = { sets: [], cells: { texts: [], numbers: [] } };
  const places = wanted.map((one) => placeIn(grouping, one, shared, request));
  const rows = periodRows(whole, request, 0);
  const followers = charts.flatMap((chart) =>
    chart.dimensions.filter((d) => follows(d) && !codeOf(chart, d.name, coded)).map((d) => d.name),
  );
  const { sql, marksOf } = groupedSql(grouping, rows, [...new Set(followers)], asked);
  const parts = places.map((place) => ({ place, own: ownRows(place, marksOf(place.set), asked) }));
  const ofSets = [...new Set(parts.filter(({ own }) => !own).map(({ place }) => marksOf(place.set)))];
  const plain = (from: string) => `SELECT -1 - marks AS chart, texts, numbers FROM ${from}`;
  const own = parts.flatMap((part, n) =>
    part.own ? [`SELECT ${n} AS chart, texts, numbers FROM (${part.own}) AS chart_${n}`] : [],
  );
  const all = [...(ofSets.length > 0 ? [`${plain(readName(0))} WHERE marks IN (${ofSets.join(', ')})`] : []), ...own];
  const split = (found: readonly Row[]): CodedRows[] => {
    const byChart = groupedBy(found, ({ chart }) => String(chart));
    return parts.map(({ place, own }, n) => {
      const its = byChart.get(String(own ? n : -1 - marksOf(place.set))) ?? [];
      return { wanted: place.wanted, rows: named(place, its as unknown as ListRow[]) };
    });
  };
  return {
    sql:
      own.length > 0
        ? `WITH ${asked.dialect.named(readName(0), sql, 'once')} ${all.join(' UNION ALL ')}`
        : plain(`(${sql}) AS sets`),
    values: valuesOf(asked),
    lookUps: (found) => {
      const inCodes = split(found).filter((_, n) => places[n]?.isCoded);
      return lookUpsOf(inCodes, whole, request, coded);
    },
    split: (found, texts = new Map()) =>
      split(found).map((one, n) => ({
        ...one.wanted,
        rows: places[n]?.isCoded ? decoded(one, texts) : one.rows,
      })),
  };
}
