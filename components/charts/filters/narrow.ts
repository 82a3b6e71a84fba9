import type { ChartFilter } from '@/lib/analytics/filters/contract';

const without = (values: readonly string[], out: readonly string[]) => values.filter((value) => !out.includes(value));

/** Two filters of one dimension as one that means both; undefined where that takes both. */
function merged(a: ChartFilter, b: ChartFilter): ChartFilter | undefined {
  const { dimension } = a;
  if (a.op === 'not_in' && b.op === 'not_in') {
    return { dimension, op: 'not_in', values: [...new Set([...a.values, ...b.values])] };
  }
  const [kept, other] = a.op === 'in' ? [a, b] : [b, a];
  const values =
    other.op === 'in'
      ? kept.values.filter((value) => other.values.includes(value))
      : without(kept.values, other.values);
  return values.length > 0 ? { dimension, op: 'in', values } : undefined;
}

/** Filters that all of both lists mean, each dimension once where that is possible. */
export function narrow(filters: readonly ChartFilter[], more: readonly ChartFilter[]): ChartFilter[] {
  const list = [...filters];
  for (const next of more) {
    const both = list.map((known) => (known.dimension === next.dimension ? merged(known, next) : undefined));
    const at = both.findIndex((one) => one !== undefined);
    list.splice(at < 0 ? list.length : at, 1, both[at] ?? next);
  }
  return list;
}
