import { countryCode } from '../result/geo-codes';
import type { Normal } from '../result/normalise';
import { base } from './base';
import type { ChartContext, RankItem, RankModel } from './model';
import { rankItems, rankTotal } from './rank';
import { tidyTable } from './table-model';

export const SHADES = 7;

/** The largest value that has a shade, where the largest of all has the last. */
export const upTo = (shade: number, largest: number): number => Math.floor(largest * (shade / SHADES) ** 2);

/**
 * Countries as ranked bars shaded by value; the map is drawn from the same where the operator has supplied borders. What lies
 * in no country is at the end, unshaded.
 */
export function prepareGeo(normal: Normal, context: ChartContext): RankModel {
  const index = normal.categories.findIndex((d) => d.type === 'geo');
  const coded = rankItems(normal, context).map((item) => ({ ...item, code: countryCode(item.values[index] ?? null) }));
  const places = coded.filter((item) => item.code !== null);
  const nowhere = coded.filter((item) => item.code === null).map((item) => ({ ...item, token: 'chart-seq-0' }));
  const items = [...shaded(places), ...nowhere];
  const shared = base(normal, 'geo', context, tidyTable(normal, context));
  return { ...shared, kind: 'geo', measure: normal.first, items, total: rankTotal(items) };
}

/** Counts per country are skewed: the square root keeps the middle apart from the least. */
function shaded(items: RankItem[]): RankItem[] {
  const largest = Math.max(1, ...items.map((item) => item.value ?? 0));
  const shade = (value: number) => Math.min(SHADES, Math.max(1, Math.ceil(SHADES * Math.sqrt(value / largest))));
  return items.map((item) => ({ ...item, token: `chart-seq-${shade(Math.max(0, item.value ?? 0))}` }));
}
