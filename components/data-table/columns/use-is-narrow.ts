'use client';

import { useSyncExternalStore } from 'react';

/** From this width on a list says a row on one line (visual language, events). */
const ONE_LINE_PX = 900;
/** What a page keeps free beside its list. */
const PAGE_PADDING_PX = 48;

const content = () => document.querySelector('#content');

function onContentResize(onChange: () => void): () => void {
  const page = content();
  if (!page) return () => undefined;
  const observer = new ResizeObserver(onChange);
  observer.observe(page);
  return () => observer.disconnect();
}

const isNarrow = () => (content()?.clientWidth ?? Number.POSITIVE_INFINITY) - PAGE_PADDING_PX < ONE_LINE_PX;

/** Whether a list has no room for rows of one line: in a narrow window, or beside an open drawer. */
export const useIsNarrow = (): boolean => useSyncExternalStore(onContentResize, isNarrow, () => false);
