import { LRUCache } from 'lru-cache';
import type { AnalyticsStore, Row } from '../store/store';
import type { LookUp } from './codes';

/** Of what is known of codes of a store, in bytes, and what each takes beside its texts. */
const MOST_BYTES = 4 << 20;
const ENTRY = 300;
/** What is looked up by an address, its country, may be another one after an upgrade. */
const BESIDE_MS = 60 * 60_000;

const kept = new WeakMap<AnalyticsStore, LRUCache<string, Row>>();

function rowsOf(store: AnalyticsStore): LRUCache<string, Row> {
  const bytesOf = (row: Row, key: string) =>
    Object.values(row).reduce<number>((bytes, cell) => bytes + 2 * String(cell).length, ENTRY + 2 * key.length);
  const rows = kept.get(store) ?? new LRUCache({ maxSize: MOST_BYTES, sizeCalculation: bytesOf });
  kept.set(store, rows);
  return rows;
}

/**
 * The rows of a look-up. A code is that of one text for ever, and the first paths and addresses of a page are those of a moment
 * ago: where all are known, nobody is asked.
 */
export async function lookedUp(store: AnalyticsStore, lookUp: LookUp): Promise<readonly Row[]> {
  const { sql, values, column, codes, beside } = lookUp;
  const rows = rowsOf(store);
  const keyOf = (code: unknown) => [column, ...beside, code].join(' ');
  const known = codes.map((code) => rows.get(keyOf(code))).filter((row) => row !== undefined);
  if (known.length === codes.length) return known;
  const found = await store.query(sql, values);
  const ttl = beside.length > 0 ? BESIDE_MS : 0;
  for (const row of found) rows.set(keyOf(row.code), row, { ttl });
  return found;
}
