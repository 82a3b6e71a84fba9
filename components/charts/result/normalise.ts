import type { DrillDown, RecordList } from '@/lib/analytics/charts/contract';
import type { Problem } from '@/lib/analytics/charts/lint';
import { isAdditive } from '../format/measure';
import type { BatchChartResult, Cell, Dimension, Measure, Row } from './contract';

/** Enum dimension that compare=true adds to every row (DESIGN 5). */
const PERIOD = 'period';

/** A result in one shape for all hints: times in ms, undeclared enum values declared, the two periods apart. */
export type Normal = {
  chart_key: string;
  time?: Dimension;
  /** Every dimension but time and period, enum values complete. */
  categories: Dimension[];
  /** The enum values as the schema declared them, by dimension: an undeclared one has no colour of its own. */
  declared: ReadonlyMap<string, readonly string[]>;
  measures: Measure[];
  first: Measure;
  current: Row[];
  /** Rows of the previous period, already on the current grid; null without comparison. */
  previous: Row[] | null;
  offsetMs: number;
  isPartial: boolean;
  warnings: Problem[];
  extras: readonly unknown[];
  /** How marks lead to the events behind them. */
  drillDown?: DrillDown;
  /** How marks lead to the list of the records behind them. */
  recordList?: RecordList;
};

/** Prepares a validated result for any hint. Pure; `problems` are the validator's warnings. */
export function normalise(result: BatchChartResult, problems: readonly Problem[] = []): Normal {
  const [first] = result.schema.measures;
  if (!first) throw new RangeError('a validated result has at least one measure');
  const time = result.schema.dimensions.find((d) => d.type === 'timestamp');
  const isCompared = result.schema.dimensions.some((d) => d.name === PERIOD && d.values?.includes('previous'));
  const rows = inMillis(result.rows, result.schema.dimensions);
  const categories = result.schema.dimensions
    .filter((d) => d.type !== 'timestamp' && !(isCompared && d.name === PERIOD))
    .map((d) => complete(d, rows));
  const isPrevious = (row: Row) => isCompared && row[PERIOD] === 'previous';
  const current = rows.filter((row) => !isPrevious(row));
  const previous = isCompared ? rows.filter(isPrevious) : null;
  const dims = time ? [time, ...categories] : categories;
  return {
    chart_key: result.chart_key,
    time,
    categories,
    declared: new Map(result.schema.dimensions.map((d) => [d.name, d.values ?? []])),
    measures: result.schema.measures,
    first,
    current,
    previous,
    offsetMs: result.meta.compare_offset_ms ?? 0,
    isPartial: result.meta.partial === true,
    warnings: [...problems, ...duplicates(current, dims, result.render_hint)],
    extras: Array.isArray(result.meta.row_extras) ? result.meta.row_extras : [],
    drillDown: result.meta.drill_down,
    recordList: result.meta.record_list,
  };
}

function inMillis(rows: readonly Row[], dimensions: readonly Dimension[]): Row[] {
  const inSeconds = dimensions.filter((d) => d.type === 'timestamp' && d.unit === 's').map((d) => d.name);
  if (inSeconds.length === 0) return [...rows];
  return rows.map((row) => {
    const changed: Row = { ...row };
    for (const name of inSeconds) if (typeof row[name] === 'number') changed[name] = row[name] * 1000;
    return changed;
  });
}

/** Appends the values that occur without being declared, in the order in which they first occur. */
function complete(dimension: Dimension, rows: readonly Row[]): Dimension {
  if (dimension.type !== 'enum') return dimension;
  const declared = dimension.values ?? [];
  const found = rows.map((row) => row[dimension.name]).filter((v): v is string => typeof v === 'string');
  return { ...dimension, values: [...new Set([...declared, ...found])] };
}

function duplicates(rows: readonly Row[], dims: readonly Dimension[], hint: string): Problem[] {
  if (hint === 'table' || dims.length === 0) return [];
  const seen = new Set<string>();
  let repeated = 0;
  for (const row of rows) {
    const key = groupKey(row, dims);
    if (seen.has(key)) repeated++;
    seen.add(key);
  }
  if (repeated === 0) return [];
  return [{ level: 'warning', code: 'duplicate_rows', path: ['rows'], values: { n: String(repeated) } }];
}

/** Identity of a row within these dimensions; null, '' and 0 stay different. */
export const groupKey = (row: Row, dims: readonly Dimension[]): string =>
  JSON.stringify(dims.map((d) => row[d.name] ?? null));

export const numberOf = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null);

/** Two observations of one cell: added where adding means something, else the later one counts. */
export function combine(measure: Measure, before: number | null | undefined, next: number | null): number | null {
  if (before === undefined || before === null) return next;
  if (next === null) return before;
  return isAdditive(measure) ? before + next : next;
}
