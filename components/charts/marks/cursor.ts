import type { KeyboardEvent } from 'react';

const STEPS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
};

/** Where a key leads among `count` buckets of time: a step, several, either end; Escape to none. Other keys leave it where it was. */
export function cursorAfter(event: KeyboardEvent, cursor: number | null, count: number): number | null {
  const step = STEPS[event.key];
  const target = event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : undefined;
  if (event.key === 'Escape') return null;
  if (step === undefined && target === undefined) return cursor;
  event.preventDefault();
  if (target !== undefined) return target;
  return cursor === null ? count - 1 : Math.min(count - 1, Math.max(0, cursor + (step ?? 0)));
}
