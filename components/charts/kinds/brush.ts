import { bucketIndex } from '../prepare/grid';
import type { Bucket } from '../prepare/model';
import type { ChartWindow } from '../result/contract';

/** The time between two instants, widened to whole buckets but never beyond the window that is drawn. */
export function brushed(buckets: readonly Bucket[], a: number, b: number, window?: ChartWindow): [number, number] {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const start = buckets[bucketIndex(buckets, from)]?.start ?? from;
  const end = buckets[bucketIndex(buckets, to)]?.end ?? to;
  return [Math.max(start, window?.stime ?? start), Math.min(end, window?.etime ?? end)];
}
