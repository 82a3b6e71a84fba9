import { LRUCache } from 'lru-cache';
import type { AnalyticsStore, Row } from '../store/store';
import type { LookUp } from './codes';

/** Of the texts of a store, in bytes, and what each takes beside it. */
const MOST_BYTES = 4 << 20;
const ENTRY = 200;

const kept = new WeakMap<AnalyticsStore, LRUCache<string, string>>();

function textsOf(store: AnalyticsStore): LRUCache<string, string> {
  const known =
    kept.get(store) ??
    new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: (text: string) => ENTRY + 2 * text.length });
  kept.set(store, known);
  return known;
}

/**
 * The rows of a look-up. A code is that of one text for ever, and the first paths of a page are those of a moment ago: where all are
 * known, and nothing beside them is asked for, nobody is asked.
 */
export async function lookedUp(store: AnalyticsStore, lookUp: LookUp): Promise<readonly Row[]> {
  const { sql, values, column, codes, beside } = lookUp;
  if (beside.length > 0) return store.query(sql, values);
  const texts = textsOf(store);
  const keyOf = (code: unknown) => `${column} ${code}`;
  const known = codes.map((code) => ({ code, text: texts.get(keyOf(code)) }));
  const isKnown = (row: (typeof known)[number]): row is { code: string; text: string } => row.text !== undefined;
  if (known.every(isKnown)) return known;
  const rows = await store.query(sql, values);
  for (const { code, text } of rows) texts.set(keyOf(code), String(text));
  return rows;
}
