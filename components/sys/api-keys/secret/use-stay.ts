'use client';

import { useEffect } from 'react';
import { useDirtyGuard } from '@/components/layout/page/dirty-guard';

/**
 * Keeps the reader here: links and reloads ask first, and Back only takes away an entry of the history that was put
 * there for it to take.
 */
export function useStay(isStaying: boolean): void {
  useDirtyGuard(isStaying);
  useEffect(() => {
    if (!isStaying) return;
    const hold = () => window.history.pushState(window.history.state, '');
    hold();
    window.addEventListener('popstate', hold);
    return () => window.removeEventListener('popstate', hold);
  }, [isStaying]);
}
