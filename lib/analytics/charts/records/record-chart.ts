import type { Chart, ChartShape, Figure, Filter } from '../chart';
import type { RecordSource } from './sources';

/** How many records pass these filters. */
export type Counted = { count: readonly Filter[] };

type RecordValue =
  | Counted
  /** 0-100; null where there is nothing that it could be a share of. */
  | { share: readonly [Counted, Counted] }
  /** How many different values a column has. */
  | { distinct: string }
  /** The mean of a column over the records that have it; null where none has. */
  | { mean: string };

export type RecordMeasure = Figure & { value: RecordValue };

/** A chart over records of the configuration store, declared as one over events is. */
export type RecordChart = ChartShape<RecordMeasure> & { records: RecordSource };

/** A chart of any source. */
export type AnyChart = Chart | RecordChart;

export function isRecordChart(chart: ChartShape): chart is RecordChart {
  return 'records' in chart;
}
