import type { BatchChartResult, RenderHint } from './contract';
import type { ChartContext, ChartModel } from './model';
import { type Normal, normalise } from './normalise';
import { prepareCategoricalDistribution } from './prepare/categorical-distribution';
import { prepareCategoricalDistributionOverTime } from './prepare/categorical-distribution-over-time';
import { prepareGeo } from './prepare/geo';
import { prepareKpi } from './prepare/kpi';
import { prepareTable } from './prepare/table';
import { prepareTimeSeriesMulti } from './prepare/time-series-multi';
import { prepareTimeSeriesSingle } from './prepare/time-series-single';
import { prepareTopn } from './prepare/topn';
import type { Problem } from './validate';

const BY_HINT: Record<RenderHint, (normal: Normal, context: ChartContext) => ChartModel> = {
  kpi: prepareKpi,
  categorical_distribution: prepareCategoricalDistribution,
  categorical_distribution_over_time: prepareCategoricalDistributionOverTime,
  time_series_single: prepareTimeSeriesSingle,
  time_series_multi: prepareTimeSeriesMulti,
  topn: prepareTopn,
  geo: prepareGeo,
  table: prepareTable,
};

/**
 * The model of a validated result. A hint that does not fit its data (a course without a time dimension) becomes a
 * table, which can show anything.
 */
export function prepare(
  result: BatchChartResult,
  context: ChartContext,
  problems: readonly Problem[] = [],
): ChartModel {
  const normal = normalise(result, problems);
  const needsTime = result.render_hint.includes('time');
  return needsTime && !normal.time ? prepareTable(normal, context) : BY_HINT[result.render_hint](normal, context);
}
