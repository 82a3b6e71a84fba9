/** The most charts one request may ask for (spec section 8). */
export const MOST_CHARTS = 20;

/** Keys in requests of at most twenty, each key once, those in sight first. */
export function chunksOf(keys: readonly string[]): string[][] {
  const distinct = [...new Set(keys)];
  const chunks: string[][] = [];
  for (let i = 0; i < distinct.length; i += MOST_CHARTS) chunks.push(distinct.slice(i, i + MOST_CHARTS));
  return chunks;
}
