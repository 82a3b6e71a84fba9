import { isAdditive } from '@/components/charts/format/measure';
import { bucketGrid } from '@/components/charts/prepare/grid';
import { pivot } from '@/components/charts/prepare/pivot';
import type { ChartWindow } from '@/components/charts/result/contract';
import { normalise, numberOf } from '@/components/charts/result/normalise';
import { validate } from '@/components/charts/result/validate';

/** The current value of a measure in a chart without dimensions; null when it has none. */
export function figureOf(raw: unknown, name: string): number | null {
  const { result } = validate(raw);
  const row = result && normalise(result).current[0];
  return row ? numberOf(row[name]) : null;
}

type Column = (number | null)[];

/**
 * Courses for the headline figures, taken from the stacked chart that the page has anyway: requests are all verdicts
 * together, blocked and limited are their own.
 */
export function sparksOf(
  raw: unknown,
  window: ChartWindow | undefined,
  now: number,
): Record<string, Column | undefined> {
  const { result } = validate(raw);
  const normal = result && normalise(result);
  const [verdict] = normal?.categories ?? [];
  if (!normal?.time || !verdict || !isAdditive(normal.first) || normal.current.length === 0) return {};
  const { time, first: measure, isPartial, current: rows } = normal;
  const times = rows.map((r) => r[time.name]).filter((t): t is number => typeof t === 'number');
  // days are days whatever the zone here: a course this small has no axis
  const buckets = bucketGrid({ times, window, tz: 'UTC', now, isPartial });
  const input = { rows, buckets, time, measure, isPartial };
  const columns = pivot({ ...input, dims: [verdict] });
  return {
    requests_total: coarse(pivot({ ...input, dims: [] }).get('[]')),
    blocked_total: coarse(columns.get('["block"]')),
    limited_total: coarse(columns.get('["limit"]')),
  };
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
