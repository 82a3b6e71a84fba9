import { isAdditive } from '../format/measure';
import type { Normal } from '../result/normalise';
import { base } from './base';
import { prepareCategoricalDistribution } from './categorical-distribution';
import type { ChartContext, PartsModel, TimeModel } from './model';
import { allSeries, asShares, gridOf, previousSeries, readable, timeTable, withAxes } from './over-time';
import { tidyTable } from './table-model';

/**
 * A stack over time, bottom-up in the declared order of the values. Only what can be added is stacked; anything else
 * becomes lines. A single bucket has no course: it is drawn as the distribution that it is.
 */
export function prepareCategoricalDistributionOverTime(normal: Normal, context: ChartContext): TimeModel | PartsModel {
  const buckets = gridOf(normal, context);
  if (buckets.length === 1) {
    const parts = prepareCategoricalDistribution(normal, context);
    return { ...parts, hint: 'categorical_distribution_over_time' };
  }
  // further measures would be stacked onto the first one's values: they stay in the table
  const first = { ...normal, measures: [normal.first] };
  const all = allSeries(first, buckets, context);
  const { shown, hidden } = readable(all, context);
  const canStack = isAdditive(normal.first);
  const mode = canStack ? (context.mode ?? 'absolute') : 'lines';
  const total = (mode === 'absolute' ? previousSeries(shown.slice(0, 1), first, buckets, context, []) : []).map(
    (s) => ({
      ...s,
      label: context.say('previous_total'),
    }),
  );
  const drawn = mode === 'share' ? asShares(shown) : shown;
  const { series, axes } = withAxes([...drawn, ...total]);
  const isTidy = buckets.length === 0 || normal.measures.length > 1;
  return {
    ...base(
      normal,
      'categorical_distribution_over_time',
      context,
      isTidy ? tidyTable(normal, context) : timeTable([...all, ...total], first, buckets, context),
    ),
    kind: 'time',
    buckets,
    series,
    axes,
    isStacked: mode !== 'lines',
    mode,
    canStack,
    hiddenSeries: hidden,
    offsetMs: normal.previous ? normal.offsetMs : 0,
  };
}
