import { countryCode } from '../geo-codes';
import type { ChartContext, RankItem, RankModel } from '../model';
import type { Normal } from '../normalise';
import { tidyTable } from '../table';
import { base } from './base';
import { rankItems, rankTotal } from './rank';

const SHADES = 7;

/**
 * Countries as ranked bars shaded by rank; no map, because borders are the operator's to choose. What lies in no
 * country stands at the end, unshaded.
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

/** Counts per country are skewed, so the shade follows the rank and not the value. */
function shaded(items: RankItem[]): RankItem[] {
  const order = [...items].sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
  const per = Math.max(1, order.length / SHADES);
  const shades = new Map(order.map((item, i) => [item.key, Math.max(1, SHADES - Math.floor(i / per))]));
  return items.map((item) => ({ ...item, token: `chart-seq-${shades.get(item.key) ?? 1}` }));
}
