import type { Normal } from '../result/normalise';
import { base } from './base';
import type { ChartContext, TimeModel } from './model';
import { allSeries, gridOf, previousSeries, readable, timeTable, withAxes } from './over-time';
import { tidyTable } from './table-model';

/** With more lines than this the previous period would only confuse. */
const COMPARABLE = 3;

/** Lines without stacking, one per category combination or per measure. Different units: two axes, then facets. */
export function prepareTimeSeriesMulti(normal: Normal, context: ChartContext): TimeModel {
  const buckets = gridOf(normal, context);
  const all = allSeries(normal, buckets, context);
  const { shown, hidden } = readable(all, context);
  const previous = shown.length <= COMPARABLE ? previousSeries(shown, normal, buckets, context) : [];
  const { series, axes } = withAxes([...shown, ...previous]);
  const table =
    buckets.length > 0 ? timeTable([...all, ...previous], normal, buckets, context) : tidyTable(normal, context);
  return {
    ...base(normal, 'time_series_multi', context, table),
    kind: 'time',
    buckets,
    series,
    axes,
    isStacked: false,
    mode: 'lines',
    canStack: false,
    hiddenSeries: hidden,
    offsetMs: normal.previous ? normal.offsetMs : 0,
  };
}
