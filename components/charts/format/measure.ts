import type { Measure } from '../result/contract';

/**
 * Units whose values can be added over time and over groups, and whose missing bucket means zero. Anything unknown is
 * not added: a sum of distinct addresses or of averages would look right and be wrong.
 */
const ADDITIVE = new Set(['requests', 'events', 'bytes', 'hits', 'operations', 'records', 'alerts', 'matches']);

export const isAdditive = (measure: Measure): boolean =>
  measure.type !== 'percent' && measure.unit !== undefined && ADDITIVE.has(measure.unit);

export const isPercent = (measure: Measure): boolean => measure.type === 'percent' || measure.unit === '%';

/** The sum of an additive measure over rows; null when no row has a value. */
export function sumOf(values: readonly (number | null | undefined)[]): number | null {
  const numbers = values.filter((v): v is number => typeof v === 'number');
  return numbers.length === 0 ? null : numbers.reduce((a, b) => a + b, 0);
}

/** Measures of one unit share an axis. */
export const axisKey = (measure: Measure): string => (isPercent(measure) ? '%' : (measure.unit ?? measure.type));
