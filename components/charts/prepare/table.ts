import type { ChartContext, TableModel } from '../model';
import type { Normal } from '../normalise';
import { tidyTable } from '../table';
import { base } from './base';

/** Columns are the dimensions, then the measures; also the answer to a hint nobody knows. */
export function prepareTable(normal: Normal, context: ChartContext): TableModel {
  return { ...base(normal, 'table', context, tidyTable(normal, context)), kind: 'table' };
}
