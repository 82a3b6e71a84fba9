'use client';

import { type RefObject, useEffect, useState } from 'react';
import { type ChartTheme, readTheme } from '../output/theme';

const MEDIA = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

/** The colours that apply to an element, read once and again when the theme around it is switched; null before mount. */
export function useChartTheme(ref: RefObject<Element | null>): ChartTheme | null {
  const [theme, setTheme] = useState<ChartTheme | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const read = () => setTheme(readTheme(element));
    read();
    const observer = new MutationObserver(read);
    const watched = { attributes: true, attributeFilter: ['data-theme', 'lang'] };
    for (const holder of [document.documentElement, element.closest('[data-theme]')]) {
      if (holder) observer.observe(holder, watched);
    }
    const lists = MEDIA.map((query) => window.matchMedia(query));
    for (const list of lists) list.addEventListener('change', read);
    return () => {
      observer.disconnect();
      for (const list of lists) list.removeEventListener('change', read);
    };
  }, [ref]);
  return theme;
}
