import { verdictToken } from '../canvas/colour';
import { fmt } from '../format/format';
import { bucketText, fullStamp, isShifted, offsetStamp, secondStamp, zoneBetween } from '../format/time-format';
import type { Cell, Dimension, Measure } from '../result/contract';
import { countryCode } from '../result/geo-codes';
import { groupLabel, valueLabel } from '../result/labels';
import { type Normal, numberOf } from '../result/normalise';
import { leadOf } from './lead';
import { figureMark, type Mark, valueMark } from './mark';
import type { Bucket, ChartContext, Column, TableData, TableRow } from './model';

const csvNumber = (value: Cell | undefined) => (typeof value === 'number' ? value : '');

export function measureColumn(measure: Measure, context: ChartContext, label?: string, key?: string): Column {
  const format = fmt(measure, context.locale, context.say);
  const exact = (value: number) => (measure.name.endsWith('_id') ? String(value) : format.exact(value));
  return {
    key: key ?? measure.name,
    label: label ?? context.names.measure(measure.name),
    unit: format.unit,
    numeric: true,
    text: (value) => (typeof value === 'number' ? exact(value) : format.exact(null)),
    csv: csvNumber,
  };
}

function dimensionColumn(dimension: Dimension, context: ChartContext): Column {
  const label = (value: Cell | undefined) =>
    valueLabel(dimension, value === null || value === undefined ? null : String(value), context);
  const raw = (value: Cell | undefined) => (value === null || value === undefined ? '' : String(value));
  const csv = dimension.type === 'geo' ? (value: Cell | undefined) => countryCode(raw(value)) ?? raw(value) : raw;
  // what is distinguished by more than its name has its square beside it in a table, too
  const token = (value: Cell | undefined) => (dimension.type === 'enum' ? verdictToken(raw(value)) : undefined);
  return {
    key: dimension.name,
    label: context.names.dimension(dimension.name),
    numeric: false,
    isWord: dimension.type === 'enum',
    token,
    text: label,
    csv,
  };
}

/**
 * A time of day in the reader's zone; the head of an export names the zone, and its cells stay plain unless the clocks were
 * changed meanwhile: an hour would be in it twice.
 */
export function timeColumn(
  dimension: Dimension,
  context: ChartContext,
  buckets?: readonly Bucket[],
  stamp: typeof fullStamp = fullStamp,
): Column {
  const { tz } = context;
  const { stime, etime } = context.window ?? { stime: context.now, etime: context.now };
  const byStart = new Map(buckets?.map((b) => [b.start, b]));
  const isPlain = !isShifted(stime, etime, tz);
  const text = (at: number) => {
    const bucket = byStart.get(at);
    if (!bucket) return stamp(at, tz);
    return bucket.isOpen ? context.say('open_bucket', { time: bucketText(bucket, tz) }) : bucketText(bucket, tz);
  };
  return {
    key: dimension.name,
    label: context.say('noted', {
      name: context.names.dimension(dimension.name),
      note: zoneBetween(stime, etime, tz),
    }),
    numeric: false,
    isTime: true,
    text: (value) => (typeof value === 'number' ? text(value) : context.say('none')),
    csv: (value) => (typeof value === 'number' ? `${stamp(value, tz)}${isPlain ? '' : offsetStamp(value, tz)}` : ''),
  };
}

/** What says least of a single event among the columns of its row. */
const LESSER: ReadonlySet<string> = new Set(['country', 'score', 'bytes_out', 'latency_ms']);

/** The rows as they came: dimensions, then measures, then the previous period and what `row_extras` adds. */
export function tidyTable(normal: Normal, context: ChartContext): TableData {
  const dims = [...(normal.time ? [normal.time] : []), ...normal.categories];
  const columns = [
    ...(normal.time ? [timeColumn(normal.time, context, undefined, stampOf(normal, normal.time))] : []),
    ...normal.categories.map((d) => dimensionColumn(d, context)),
    ...normal.measures.map((m) => measureColumn(m, context)),
  ];
  const names = [...dims, ...normal.measures].map((c) => c.name);
  const extras = extraColumns(normal, context);
  const rows = normal.current.map((row, i) => {
    const added = normal.extras[i];
    return [...names.map((name) => row[name] ?? null), ...extras.map((e) => extraCell(added, e.key))];
  });
  const isEvents = extras.some(({ key }) => key === 'event_id');
  const all = [...columns.map((column) => ({ ...column, yields: isEvents && LESSER.has(column.key) })), ...extras];
  const markAt = (row: TableRow, column: number) => cellMark(normal, row, all, names, column, context);
  return { columns: all, rows, markAt };
}

/** Single events happen within a minute; buckets begin with one. */
function stampOf(normal: Normal, time: Dimension): typeof fullStamp {
  const times = normal.current.map((row) => row[time.name]);
  return times.some((at) => typeof at === 'number' && at % 60_000 !== 0) ? secondStamp : fullStamp;
}

/** What a cell leads to: an event's own value, or the figure of the row it is in. */
function cellMark(
  normal: Normal,
  row: TableRow,
  columns: readonly Column[],
  names: readonly string[],
  at: number,
  context: ChartContext,
): Mark | undefined {
  const [column, name] = [columns[at], names[at]];
  if (!column || name === undefined) return undefined;
  const id = row[columns.findIndex(({ key, extra }) => extra && key === 'event_id')];
  const one = valueMark(normal, name, row[at], column.text(row[at]), typeof id === 'string' ? id : undefined);
  if (one || normal.time) return one;
  const cells = normal.categories.map((d) => row[names.indexOf(d.name)] ?? null);
  const values = cells.map((cell) => (cell === null ? null : String(cell)));
  const measure = normal.measures.find((m) => m.name === name) ?? normal.first;
  const label =
    values.length > 0 ? groupLabel(normal.categories, values, context) : context.names.measure(measure.name);
  const value = numberOf(row[names.indexOf(measure.name)]);
  const lead = leadOf(normal, normal.categories, values, measure);
  return figureMark({ key: name, label, measure, value, lead }, context);
}

function extraColumns(normal: Normal, { names }: ChartContext): Column[] {
  const keys = new Set(normal.extras.flatMap((e) => (typeof e === 'object' && e !== null ? Object.keys(e) : [])));
  const text = (value: Cell | undefined) => (value === null || value === undefined ? '' : String(value));
  return [...keys].map((key) => ({ key, label: names.dimension(key), numeric: false, extra: true, text, csv: text }));
}

function extraCell(extra: unknown, key: string): Cell {
  if (typeof extra !== 'object' || extra === null) return null;
  const value = (extra as Record<string, unknown>)[key];
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}
