'use client';

import { useEffect, useRef } from 'react';

/** Begins the next step of a page at its top, for the eyes and for the keyboard, as a navigation would. */
export function usePageTurn(step: unknown): void {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    const content = document.getElementById('content');
    content?.scrollTo(0, 0);
    content?.focus({ preventScroll: true });
  }, [step]);
}
