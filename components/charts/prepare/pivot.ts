import { isAdditive } from '../format/measure';
import type { Dimension, Measure, Row } from '../result/contract';
import { combine, groupKey, numberOf } from '../result/normalise';
import { bucketIndex } from './grid';
import type { Bucket } from './model';

export type Group = { key: string; values: (string | null)[] };

/** The distinct category combinations of the rows, enum dimensions in declared order, the rest as they first occur. */
export function groupsOf(rows: readonly Row[], dims: readonly Dimension[]): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const key = groupKey(row, dims);
    if (!groups.has(key)) groups.set(key, { key, values: dims.map((d) => textOf(row[d.name])) });
  }
  const list = [...groups.values()];
  const rank = (group: Group) => dims.map((d, i) => rankIn(d, group.values[i] ?? null));
  const ranks = new Map(list.map((g) => [g.key, rank(g)]));
  return list.sort((a, b) => compare(ranks.get(a.key) ?? [], ranks.get(b.key) ?? []));
}

const textOf = (cell: Row[string] | undefined) => (cell === null || cell === undefined ? null : String(cell));

/** "Other" is last whatever its place in the declaration; null after everything that has a name. */
function rankIn(dimension: Dimension, value: string | null): number {
  if (dimension.type !== 'enum') return 0;
  if (value === null) return Number.MAX_SAFE_INTEGER;
  return value.toLowerCase() === 'other' ? Number.MAX_SAFE_INTEGER - 1 : (dimension.values ?? []).indexOf(value);
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

type PivotInput = {
  rows: readonly Row[];
  buckets: readonly Bucket[];
  time: Dimension;
  dims: readonly Dimension[];
  measure: Measure;
  isPartial: boolean;
};

/**
 * One complete column of values per group on the shared grid. A closed bucket without a row is 0 for counts and a gap
 * for ratios; an explicit null, an open bucket and a partial result are gaps (charts reference 4.2).
 */
export function pivot(input: PivotInput): Map<string, (number | null)[]> {
  const { buckets, dims, measure } = input;
  const found = new Map<string, (number | null | undefined)[]>();
  for (const row of input.rows) {
    const at = numberOf(row[input.time.name]);
    const index = at === null ? -1 : bucketIndex(buckets, at);
    if (index < 0) continue;
    const key = groupKey(row, dims);
    const column = found.get(key) ?? new Array<number | null | undefined>(buckets.length).fill(undefined);
    const cell = numberOf(row[measure.name]);
    column[index] = column[index] === undefined ? cell : combine(measure, column[index], cell);
    found.set(key, column);
  }
  const missing = (bucket: Bucket | undefined) =>
    isAdditive(measure) && !input.isPartial && bucket !== undefined && !bucket.isOpen ? 0 : null;
  const dense = (column: (number | null | undefined)[]) =>
    column.map((value, i) => (value === undefined ? missing(buckets[i]) : value));
  return new Map([...found].map(([key, column]) => [key, dense(column)]));
}
