import type { Sum } from '../store/rollups';
import type { PageName, RenderHint } from './contract';

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
  | { percentile: number };

export type Measure = {
  name: string;
  type: 'integer' | 'float' | 'percent';
  unit: string;
  format: 'iec' | 'short';
  value: Value;
};

export type Dimension =
  | { name: 'time'; type: 'timestamp'; unit: 'ms' }
  | { name: string; type: 'enum'; values: readonly string[] }
  /** `follows`: the dimension that decides this one, so that it need not be grouped by. */
  | { name: string; type: 'string' | 'geo'; follows?: string };

/**
 * A chart, declared once: batch, single and export endpoints, glossary and workbench all come from it. Title and
 * explanation are the messages `charts.<key>.title` and `charts.<key>.explanation` of the page.
 */
export type Chart = {
  page: PageName;
  key: string;
  render_hint: RenderHint;
  /** The name of a dimension is the column it groups by; `time` is the bucket. */
  dimensions: readonly Dimension[];
  measures: readonly Measure[];
  filters?: readonly Filter[];
  /** Highest (or lowest) first by the first measure, cut at the parameter `top`. */
  ranked?: true;
  /** Single events, newest first, paged by `page` and `size`; the measures are columns then. */
  events?: { measures: readonly string[] };
};

export function isPercentile(value: Value): value is { percentile: number } {
  return 'percentile' in value;
}
