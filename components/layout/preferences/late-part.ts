'use client';

import { useCallback, useState } from 'react';
import { useLanguage } from './intl-provider';

/**
 * A part that comes with its code and its texts when it is wanted: no page brings either along, so this is for what each
 * list has and few readers open. What the calling module imports dynamically counts for no page's texts
 * (scripts/page-texts.ts). `load` should be stable.
 */
export function useLatePart<M>(load: () => Promise<M>): { part: M | null; show: () => Promise<void> } {
  const { showAllTexts } = useLanguage();
  const [part, setPart] = useState<M | null>(null);
  const show = useCallback(async () => {
    const [loaded] = await Promise.all([load(), showAllTexts()]);
    setPart(loaded);
  }, [load, showAllTexts]);
  return { part, show };
}
