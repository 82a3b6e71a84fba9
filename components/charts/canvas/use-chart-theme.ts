'use client';

import { type RefObject, useCallback, useRef, useSyncExternalStore } from 'react';
import { type ChartTheme, readTheme } from '../output/theme';

const MEDIA = ['(prefers-color-scheme: dark)', '(forced-colors: active)'];

/**
 * The colours that apply to an element, read once and again when the theme around it is switched; null before mount. As a
 * store, so that a chart is drawn anew at once: a browser that prints waits for nothing that is done later.
 */
export function useChartTheme(ref: RefObject<Element | null>): ChartTheme | null {
  const theme = useRef<ChartTheme | null>(null);
  const subscribe = useCallback(
    (onChange: () => void) => {
      const element = ref.current;
      if (!element) return () => {};
      const read = () => {
        theme.current = readTheme(element);
        onChange();
      };
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
    },
    [ref],
  );
  return useSyncExternalStore(
    subscribe,
    () => theme.current,
    () => null,
  );
}
