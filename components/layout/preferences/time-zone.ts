'use client';

import { useSyncExternalStore } from 'react';
import { setPreferenceCookie } from './preference-cookie';

/** The zone of the reader's browser, whichever it is. */
export const BROWSER_ZONE = 'browser';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a text names a zone that times can be shown in. */
export const isZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the reader chose: the name of a zone, or the browser's. */
function chosenZone(): string {
  const kept = /(?:^|; )zone=([^;]+)/.exec(document.cookie)?.[1];
  const name = kept === undefined ? BROWSER_ZONE : decodeURIComponent(kept);
  return isZone(name) ? name : BROWSER_ZONE;
}

const zone = () => {
  const chosen = chosenZone();
  return chosen === BROWSER_ZONE ? browserZone() : chosen;
};

/** The zone in which times are shown and written; UTC until the page is alive. */
export const useReaderZone = () => useSyncExternalStore(subscribe, zone, () => 'UTC');

/** The reader's choice, and how to change it; kept for a year in this browser. */
export function useZoneChoice(): [string, (choice: string) => void] {
  const choice = useSyncExternalStore(subscribe, chosenZone, () => BROWSER_ZONE);
  return [
    choice,
    (next) => {
      setPreferenceCookie('zone', encodeURIComponent(next));
      for (const listener of listeners) listener();
    },
  ];
}
