import { useState } from 'react';
import type { Bucket } from '../prepare/model';
import type { ChartWindow } from '../result/contract';
import { brushed } from './brush';

/** Two instants, and the px that must lie between them for a part to be meant. */
type Part = { from: number; to: number; least: number };

type Input = {
  buckets: readonly Bucket[];
  window?: ChartWindow;
  xOf: (at: number) => number;
  onZoom?: (from: number, to: number) => void;
};

/** A part of a course that is chosen to be zoomed into, by dragging or with Shift and the arrow keys. */
export function useBrush({ buckets, window, xOf, onZoom }: Input) {
  const [part, setPart] = useState<Part | null>(null);
  const isMeant = part !== null && Math.abs(xOf(part.to) - xOf(part.from)) > part.least;
  const span = onZoom && isMeant ? brushed(buckets, part.from, part.to, window) : null;
  return {
    /** The window that is chosen so far, if one is. */
    span,
    isBegun: part !== null,
    begin: (at: number, least: number) => setPart({ from: at, to: at, least }),
    extend: (at: number) => setPart((begun) => begun && { ...begun, to: at }),
    /** Goes on from where it was begun, else from `from`, to another bucket. */
    step: (from: number, to: number) => setPart((begun) => ({ from: begun?.from ?? from, to, least: 0 })),
    drop: () => setPart(null),
    zoom: () => {
      if (span) onZoom?.(...span);
      setPart(null);
    },
  };
}
