import type { Normal } from '../result/normalise';
import type { ChartContext, TimeModel } from './model';
import { prepareTimeSeriesMulti } from './time-series-multi';

/**
 * One measure over time: steps with a light area for counts, a bare line for ratios and latency, the previous period
 * dashed. Categories or further measures make it several series rather than a wrong one.
 */
export function prepareTimeSeriesSingle(normal: Normal, context: ChartContext): TimeModel {
  return { ...prepareTimeSeriesMulti(normal, context), hint: 'time_series_single' };
}
