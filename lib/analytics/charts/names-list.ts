import { messageOf } from '@/lib/render/nginx/vocabulary';
import type { Dialect } from '../store/dialect';

/** Nodes name a list in words, in which it stands between these. */
const [LIST_BEFORE = '', LIST_AFTER = ''] = messageOf({ kind: 'list', id: 0, policy_id: '' }).split('0');

/** What matched is one of these lists, in whatever policy. `places` are those of the lists' ids in a statement. */
export function namesList(places: readonly string[], { compares, digits, text }: Dialect): string {
  const starts = places.map((place) => `concat(${text(LIST_BEFORE)}, ${digits(place)}, ${text(LIST_AFTER)})`);
  return `rule_id = 0 AND (${starts.map((start) => compares.prefix('message', start)).join(' OR ')})`;
}
