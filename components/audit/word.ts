'use client';

import { useTranslations } from 'next-intl';

/**
 * The word for a value of a set (see lib/api/words.ts), the same on every screen; one without a word as it is. A set is named
 * by the path of its texts, so that a page brings those of its own sets.
 */
export function useWord(): (set: string, value: unknown) => string {
  const t = useTranslations();
  return (set, value) => {
    const key = `${set}.${String(value)}`;
    return t.has(key) ? t(key) : String(value);
  };
}
