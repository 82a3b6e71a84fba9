import { isAdditive } from '@/components/charts/format/measure';
import { bucketGrid } from '@/components/charts/prepare/grid';
import { pivot } from '@/components/charts/prepare/pivot';
import type { ChartWindow } from '@/components/charts/result/contract';
import { normalise, numberOf } from '@/components/charts/result/normalise';
import type { PageLayout } from '@/lib/analytics/charts/contract';
import { validate } from '@/lib/analytics/charts/lint';

/** The current value of a chart without dimensions, of its first measure unless one is named; null when it has none. */
export function figureOf(raw: unknown, name?: string): number | null {
  const { result } = validate(raw);
  const normal = result && normalise(result);
  const row = normal?.current[0];
  return row ? numberOf(row[name ?? normal.first.name]) : null;
}

type Column = (number | null)[];
type Course = NonNullable<PageLayout['courses']>[string];

/** A figure's course out of a chart over time that the page has anyway. */
export function courseOf(
  nodes: Readonly<Record<string, unknown>>,
  { chart, value }: Course,
  window: ChartWindow | undefined,
  now: number,
): Column | undefined {
  const { result } = validate(nodes[chart]);
  const normal = result && normalise(result);
  if (!normal?.time || !isAdditive(normal.first) || normal.current.length === 0) return undefined;
  const { time, first: measure, isPartial, categories, current: rows } = normal;
  const times = rows.map((r) => r[time.name]).filter((t): t is number => typeof t === 'number');
  // days are days whatever the zone here: a course this small has no axis
  const buckets = bucketGrid({ times, window, tz: 'UTC', now, isPartial });
  const dims = value === undefined ? [] : categories.slice(0, 1);
  const columns = pivot({ rows, buckets, time, measure, isPartial, dims });
  return coarse(columns.get(JSON.stringify(value === undefined ? [] : [value])));
}

const MOST_STEPS = 48;

/** A course of at most 48 steps, neighbours added up. */
function coarse(column: Column | undefined): Column | undefined {
  if (!column || column.length <= MOST_STEPS) return column;
  const size = Math.ceil(column.length / MOST_STEPS);
  return Array.from({ length: Math.ceil(column.length / size) }, (_, i) => {
    const part = column.slice(i * size, (i + 1) * size).filter((v): v is number => v !== null);
    // a last step of fewer buckets would look like a fall
    return part.length < size ? null : part.reduce((a, b) => a + b, 0);
  });
}
