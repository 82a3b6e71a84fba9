import type { Normal } from '../result/normalise';
import { base } from './base';
import type { ChartContext, TableModel } from './model';
import { tidyTable } from './table-model';

/** Columns are the dimensions, then the measures; also the answer to a hint nobody knows. */
export function prepareTable(normal: Normal, context: ChartContext): TableModel {
  return { ...base(normal, 'table', context, tidyTable(normal, context)), kind: 'table' };
}
