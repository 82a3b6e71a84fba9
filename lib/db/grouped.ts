/** Rows by a key of theirs, each key's in the order they came. */
export function groupedBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}

/** Parts of a list, in its order, none longer than `size`. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}

/** Parts of a list, in its order, each as long as a power of two and none longer than `most`, so that their lengths are few. */
export function powersOfTwo<T>(list: readonly T[], most: number): T[][] {
  const parts: T[][] = [];
  for (let from = 0; from < list.length; from += parts.at(-1)?.length ?? 0) {
    const length = 2 ** Math.floor(Math.log2(Math.min(list.length - from, most)));
    parts.push(list.slice(from, from + length));
  }
  return parts;
}
