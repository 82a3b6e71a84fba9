import type { Problem } from '@/lib/analytics/charts/lint';
import type { BatchChartResult, RenderHint } from '../result/contract';
import { type Normal, normalise } from '../result/normalise';
import { prepareCategoricalDistribution } from './categorical-distribution';
import { prepareCategoricalDistributionOverTime } from './categorical-distribution-over-time';
import { prepareGeo } from './geo';
import { prepareKpi } from './kpi';
import type { ChartContext, ChartModel } from './model';
import { prepareTable } from './table';
import { prepareTimeSeriesMulti } from './time-series-multi';
import { prepareTimeSeriesSingle } from './time-series-single';
import { prepareTopn } from './topn';

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
