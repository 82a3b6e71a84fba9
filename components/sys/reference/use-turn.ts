import { useEffect, useRef } from 'react';
import { useMediaQuery } from '@/components/layout/page/use-media-query';

/**
 * Where only one of list and operation is in sight, the keyboard goes where the reader looks: to the begin of the chosen
 * operation, and back to its place in the list.
 */
export function useTurn(chosen: string | null): void {
  const isOneOfBoth = useMediaQuery('(max-width: 1199px)');
  const shown = useRef(chosen);
  useEffect(() => {
    const left = shown.current;
    shown.current = chosen;
    if (!isOneOfBoth || left === chosen) return;
    if (chosen === null) {
      document.querySelector<HTMLElement>(`[data-operation="${CSS.escape(left ?? '')}"]`)?.focus();
      return;
    }
    const content = document.getElementById('content');
    content?.scrollTo(0, 0);
    content?.focus({ preventScroll: true });
  }, [chosen, isOneOfBoth]);
}
