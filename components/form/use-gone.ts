'use client';

import { useEffect, useRef } from 'react';
import { ApiError } from '@/lib/api/client';

/** Whether a write did not find its object any more. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Has what shows an object asked again where a write did not find it any more: only once the dialog or the form that says
 * so has gone, since it may hang on the very row and hold what was typed.
 */
export function useGone(): (error: unknown, askAgain: () => void) => void {
  const afterwards = useRef<(() => void) | null>(null);
  useEffect(() => () => afterwards.current?.(), []);
  return (error, askAgain) => {
    if (isGone(error)) afterwards.current = askAgain;
  };
}
