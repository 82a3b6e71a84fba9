import { GRAIN_MS, type Grain } from '../store/store';

/** A stretch of time read from one table: a rollup of that grain, or the events themselves. */
export type Segment = { grain: Grain | 'events'; from: number; to: number };

/**
 * Splits [from, to) so that whole buckets come from the coarsest rollup that has them and only the ends from finer ones
 * or from the events: exact for any window, and as cheap as the rollup. `grains` go from coarse to fine.
 */
export function cover(from: number, to: number, grains: readonly Grain[]): Segment[] {
  if (from >= to) return [];
  const [grain, ...finer] = grains;
  if (!grain) return [{ grain: 'events', from, to }];
  const width = GRAIN_MS[grain];
  const first = Math.ceil(from / width) * width;
  const last = Math.floor(to / width) * width;
  if (first >= last) return cover(from, to, finer);
  return [...cover(from, first, finer), { grain, from: first, to: last }, ...cover(last, to, finer)];
}

/** Segments of one table. */
export type Stretches = readonly [Segment, ...Segment[]];

/** Segments as queries read them: each alone, or those of a table together. */
export function stretchesOf(segments: readonly Segment[], areTogether: boolean): Stretches[] {
  if (!areTogether) return segments.map((segment) => [segment]);
  const grains = [...new Set(segments.map(({ grain }) => grain))];
  return grains.flatMap((grain) => {
    const [first, ...others] = segments.filter((segment) => segment.grain === grain);
    return first ? [[first, ...others] as const] : [];
  });
}
