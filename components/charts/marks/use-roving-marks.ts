'use client';

import { type RefObject, useEffect } from 'react';

const marksIn = (part: HTMLElement) => [...part.querySelectorAll<HTMLElement>('[data-mark]')];

/** The mark an arrow key leads to: left and right to the neighbours, up and down within the same column. */
function target(marks: readonly HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const column = marks.filter((mark) => mark.dataset.mark === from.dataset.mark);
  const step = (list: readonly HTMLElement[], by: number) => list[list.indexOf(from) + by];
  switch (key) {
    case 'ArrowDown':
      return step(column, 1);
    case 'ArrowUp':
      return column.indexOf(from) > 0 ? step(column, -1) : undefined;
    case 'ArrowRight':
      return step(marks, 1);
    case 'ArrowLeft':
      return marks.indexOf(from) > 0 ? step(marks, -1) : undefined;
    case 'Home':
      return marks[0];
    case 'End':
      return marks.at(-1);
    default:
      return undefined;
  }
}

/** Makes the marks inside one stop of the Tab key, between which the arrow keys move. */
export function useRovingMarks(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const marks = ref.current ? marksIn(ref.current) : [];
    if (marks.length > 0 && !marks.some((mark) => mark.tabIndex === 0)) marks[0]?.setAttribute('tabindex', '0');
  });
  useEffect(() => {
    const part = ref.current;
    if (!part) return;
    const markOf = (event: Event) => (event.target instanceof HTMLElement ? event.target.closest('[data-mark]') : null);
    const onFocus = (event: Event) => {
      const focused = markOf(event);
      if (focused) for (const mark of marksIn(part)) mark.tabIndex = mark === focused ? 0 : -1;
    };
    const onKey = (event: KeyboardEvent) => {
      const from = markOf(event);
      const to = from instanceof HTMLElement ? target(marksIn(part), from, event.key) : undefined;
      if (!to) return;
      event.preventDefault();
      to.focus();
    };
    part.addEventListener('focusin', onFocus);
    part.addEventListener('keydown', onKey);
    return () => {
      part.removeEventListener('focusin', onFocus);
      part.removeEventListener('keydown', onKey);
    };
  }, [ref]);
}
