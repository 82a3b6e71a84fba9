import type { Sum } from '../store/rollups';
import type { RenderHint } from './contract';

/** Keeps rows whose column has one of these values. */
export type Filter = { column: string; in: readonly string[] };

export type Aggregate = { sum: Sum; where?: readonly Filter[] };

export type Value =
  | Aggregate
  /** `times` x a / b; null when b is 0. */
  | { ratio: readonly [Aggregate, Aggregate]; times: number }
  /** Per second of the bucket (or of the window when the chart has no time), times `times`. */
  | { per_second: Aggregate; times: number }
  /** Latency below which this share of requests stayed, in ms; windows up to 24 h alone (D4). */
  | { percentile: number }
  /** How many different values a column has; addresses of one person count apart. */
  | { distinct: string };

/** A column of numbers in a chart's result. */
export type Figure = {
  name: string;
  type: 'integer' | 'float' | 'percent';
  unit: string;
  format: 'iec' | 'short';
};

export type Measure = Figure & { value: Value };

export type Dimension =
  | { name: 'time'; type: 'timestamp'; unit: 'ms' }
  /** `follows`: the dimension that decides this one, so that it need not be grouped by. */
  | { name: string; type: 'enum'; values: readonly string[]; follows?: string }
  | { name: string; type: 'string' | 'geo'; follows?: string };

/**
 * What any chart declares, whatever its source: batch, single and export endpoints, catalogue and workbench all come from
 * it. Title and explanation are the messages `analytics.<page>.charts.<key>`, names of measures `charts.measures`.
 */
export type ChartShape<F extends Figure = Figure> = {
  key: string;
  render_hint: RenderHint;
  /** The name of a dimension is the column it groups by; `time` is the bucket. */
  dimensions: readonly Dimension[];
  measures: readonly F[];
  filters?: readonly Filter[];
  /** Highest (or lowest) first by the first measure, cut at the parameter `top`; nothing of which it is 0. */
  ranked?: true;
  /** Single events or records, newest first, paged by `page` and `size`; the measures are columns then. */
  events?: { measures: readonly string[] };
};

/** A chart over events. */
export type Chart = ChartShape<Measure>;

export function isPercentile(value: Value): value is { percentile: number } {
  return 'percentile' in value;
}

export function isDistinct(value: Value): value is { distinct: string } {
  return 'distinct' in value;
}
