'use client';

import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/**
 * A mark that has the focus goes with the data that it was drawn from. Then the keyboard goes on at the part of the page where it
 * was, and not at the page's start.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const note = ({ target }: Event) => {
      focused.current = target instanceof Element && part.current?.contains(target) ? target : null;
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [part]);
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = null;
    if (document.activeElement === document.body) part.current?.focus({ preventScroll: true });
  });
}
