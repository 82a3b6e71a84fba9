import type { Row } from '../store/store';
import type { ChartShape, Dimension } from './chart';
import type { BatchChartResult } from './contract';

const PERIODS = ['current', 'previous'];

type ResultSchema = BatchChartResult['schema'];

function dimensionOf(dimension: Dimension): ResultSchema['dimensions'][number] {
  if (dimension.type === 'timestamp') return { name: dimension.name, type: 'timestamp', unit: dimension.unit };
  if (dimension.type === 'enum') return { name: dimension.name, type: 'enum', values: [...dimension.values] };
  return { name: dimension.name, type: dimension.type };
}

/** Schema of a chart's result; `compare` adds the enum dimension `period`. */
export function schemaOf(chart: ChartShape, compare: boolean): ResultSchema {
  const dimensions = chart.dimensions.map(dimensionOf);
  if (compare) dimensions.push({ name: 'period', type: 'enum', values: PERIODS });
  return { dimensions, measures: chart.measures.map(({ name, type, unit, format }) => ({ name, type, unit, format })) };
}

/** Rows of single events or records in a comparison: the newest of now, with none of before beside them. */
export const ofNow = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, period: 'current' }));

type Compare = (a: Row, b: Row) => number;

function byEnum(name: string, values: readonly string[]): Compare {
  const order = new Map(values.map((value, index) => [value, index]));
  const at = (row: Row) => order.get(String(row[name])) ?? values.length;
  return (a, b) => at(a) - at(b);
}

function byNumber(name: string, direction: 1 | -1): Compare {
  return (a, b) => direction * (Number(a[name]) - Number(b[name]));
}

function byText(name: string): Compare {
  return (a, b) => {
    const [left, right] = [String(a[name]), String(b[name])];
    return left === right ? 0 : left < right ? -1 : 1;
  };
}

function ordering(chart: ChartShape, order: 'asc' | 'desc', hasPeriods: boolean): Compare[] {
  const periods = hasPeriods ? [byEnum('period', PERIODS)] : [];
  const enums = chart.dimensions.flatMap((d) => (d.type === 'enum' ? [byEnum(d.name, d.values)] : []));
  const texts = chart.dimensions.flatMap((d) => (d.type === 'string' || d.type === 'geo' ? [byText(d.name)] : []));
  const most = byNumber(chart.measures[0]?.name ?? '', order === 'asc' ? 1 : -1);
  if (chart.ranked) return [...periods, most, ...enums, ...texts];
  if (chart.dimensions.some((d) => d.type === 'timestamp'))
    return [...periods, byNumber('time', 1), ...enums, ...texts];
  return [...periods, ...enums, most, ...texts];
}

/**
 * Rows in the order a reader expects, the same each time: time forward, enum values as declared, else most first
 * (ranked charts: as asked), then by name. Lists of events keep the order of the query.
 */
export function orderRows(chart: ChartShape, rows: Row[], order: 'asc' | 'desc' = 'desc'): Row[] {
  if (chart.events) return rows;
  const compares = ordering(chart, chart.ranked ? order : 'desc', rows[0]?.period !== undefined);
  return rows.sort((a, b) => {
    for (const compare of compares) {
      const result = compare(a, b);
      if (result !== 0) return result;
    }
    return 0;
  });
}

/** The node of a chart nobody declared: the contract asks for at least one measure. */
export function unknownChart(key: string, error: { err_key: string; message: string }): BatchChartResult {
  return {
    chart_key: key,
    render_hint: 'table',
    schema: { dimensions: [], measures: [{ name: 'value', type: 'integer', unit: 'events', format: 'short' }] },
    rows: [],
    meta: { available: false, partial: true, error },
  };
}
