'use client';

import { useEffect } from 'react';

/** Has Ctrl (or ⌘) with a letter do this instead of what the browser does, while the caller is mounted. */
export function useControlKey(letter: string, run: () => unknown): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isAlone = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isAlone || event.key.toLowerCase() !== letter) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [letter, run]);
}
