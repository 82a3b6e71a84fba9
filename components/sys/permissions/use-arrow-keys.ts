'use client';

import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

const ROW = '[data-row]';
const STOP = 'input, button, a';

function move(key: string, rows: HTMLElement[][], from: HTMLElement): HTMLElement | undefined {
  const all = rows.flat();
  const at = rows.findIndex((row) => row.includes(from));
  const column = rows[at]?.indexOf(from) ?? 0;
  const inRow = (row: HTMLElement[] | undefined) => row?.[Math.min(column, row.length - 1)];
  switch (key) {
    case 'ArrowDown':
      return inRow(rows[at + 1]);
    case 'ArrowUp':
      return inRow(rows[at - 1]);
    case 'ArrowRight':
      return all[all.indexOf(from) + 1];
    case 'ArrowLeft':
      return all[all.indexOf(from) - 1];
    case 'Home':
      return all[0];
    case 'End':
      return all.at(-1);
    default:
      return undefined;
  }
}

/**
 * Makes the controls of all `data-row` elements inside one stop of the Tab key, as a toolbar is: arrows go from one to
 * the next and from row to row, Home and End to the ends. A tree of two hundred permissions would else be in the way of
 * everything after it.
 */
export function useArrowKeys() {
  const root = useRef<HTMLDivElement>(null);
  const current = useRef<HTMLElement | null>(null);
  const rowsOf = () =>
    [...(root.current?.querySelectorAll(ROW) ?? [])]
      .map((row) => [...row.querySelectorAll<HTMLElement>(STOP)])
      .filter((row) => row.length > 0);
  const settle = () => {
    const all = rowsOf().flat();
    const stop = all.find((each) => each === current.current) ?? all[0];
    for (const each of all) each.tabIndex = each === stop ? 0 : -1;
  };
  useEffect(settle);
  return {
    ref: root,
    onFocus: (event: FocusEvent) => {
      if (!event.target.matches(STOP) || !event.target.closest(ROW)) return;
      current.current = event.target as HTMLElement;
      settle();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const next = move(event.key, rowsOf(), event.target as HTMLElement);
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
  };
}
