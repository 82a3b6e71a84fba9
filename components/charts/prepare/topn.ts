import type { Normal } from '../result/normalise';
import { base } from './base';
import type { ChartContext, RankModel } from './model';
import { rankItems, rankTotal } from './rank';
import { tidyTable } from './table-model';

/** A ranking, drawn in HTML: accessible as it is, and long names can be cut in the middle. */
export function prepareTopn(normal: Normal, context: ChartContext): RankModel {
  const items = rankItems(normal, context);
  const shared = base(normal, 'topn', context, tidyTable(normal, context));
  return { ...shared, kind: 'rank', measure: normal.first, items, total: rankTotal(items) };
}
