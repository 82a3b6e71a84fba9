import { zoneLabel } from '@/lib/i18n/format';
import { fmt } from '../format/format';
import { bucketText, fullStamp } from '../format/time-format';
import type { Cell, Dimension, Measure } from '../result/contract';
import { countryCode } from '../result/geo-codes';
import { valueLabel } from '../result/labels';
import type { Normal } from '../result/normalise';
import type { Bucket, ChartContext, Column, TableData } from './model';

const csvNumber = (value: Cell | undefined) => (typeof value === 'number' ? value : '');

export function measureColumn(measure: Measure, context: ChartContext, label?: string, key?: string): Column {
  const format = fmt(measure, context.locale, context.say);
  const exact = (value: number) => (measure.name.endsWith('_id') ? String(value) : format.exact(value));
  return {
    key: key ?? measure.name,
    label: label ?? context.names.measure(measure.name),
    numeric: true,
    text: (value) => (typeof value === 'number' ? exact(value) : format.exact(null)),
    csv: csvNumber,
  };
}

export function dimensionColumn(dimension: Dimension, context: ChartContext): Column {
  if (dimension.type === 'timestamp') return timeColumn(dimension, context);
  const label = (value: Cell | undefined) =>
    valueLabel(dimension, value === null || value === undefined ? null : String(value), context);
  const raw = (value: Cell | undefined) => (value === null || value === undefined ? '' : String(value));
  const csv = dimension.type === 'geo' ? (value: Cell | undefined) => countryCode(raw(value)) ?? raw(value) : raw;
  return { key: dimension.name, label: context.names.dimension(dimension.name), numeric: false, text: label, csv };
}

/** A time of day in the reader's zone; the head of an export names the zone, its cells stay plain. */
export function timeColumn(dimension: Dimension, context: ChartContext, buckets?: readonly Bucket[]): Column {
  const byStart = new Map(buckets?.map((b) => [b.start, b]));
  const text = (at: number) => {
    const bucket = byStart.get(at);
    if (!bucket) return fullStamp(at, context.tz);
    return bucket.isOpen
      ? context.say('open_bucket', { time: bucketText(bucket, context.tz) })
      : bucketText(bucket, context.tz);
  };
  return {
    key: dimension.name,
    label: `${context.names.dimension(dimension.name)} (${zoneLabel(context.now, context.tz)})`,
    numeric: false,
    text: (value) => (typeof value === 'number' ? text(value) : context.say('none')),
    csv: (value) => (typeof value === 'number' ? fullStamp(value, context.tz) : ''),
  };
}

/** The rows as they came: dimensions, then measures, then the previous period and what `row_extras` adds. */
export function tidyTable(normal: Normal, context: ChartContext): TableData {
  const dims = [...(normal.time ? [normal.time] : []), ...normal.categories];
  const columns = [
    ...dims.map((d) => dimensionColumn(d, context)),
    ...normal.measures.map((m) => measureColumn(m, context)),
  ];
  const names = [...dims, ...normal.measures].map((c) => c.name);
  const extras = extraColumns(normal);
  const rows = normal.current.map((row, i) => {
    const added = normal.extras[i];
    return [...names.map((name) => row[name] ?? null), ...extras.map((e) => extraCell(added, e.key))];
  });
  return { columns: [...columns, ...extras], rows };
}

function extraColumns(normal: Normal): Column[] {
  const keys = new Set(normal.extras.flatMap((e) => (typeof e === 'object' && e !== null ? Object.keys(e) : [])));
  const text = (value: Cell | undefined) => (value === null || value === undefined ? '' : String(value));
  return [...keys].map((key) => ({ key, label: key, numeric: false, extra: true, text, csv: text }));
}

function extraCell(extra: unknown, key: string): Cell {
  if (typeof extra !== 'object' || extra === null) return null;
  const value = (extra as Record<string, unknown>)[key];
  if (value === undefined || value === null) return null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value);
}
