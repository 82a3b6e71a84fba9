'use client';

import { useSyncExternalStore } from 'react';
import { reloadForNewBuild } from './new-build';

let waiting = 0;
const listeners = new Set<() => void>();

function count(change: number): void {
  waiting += change;
  for (const listener of listeners) listener();
}

/** Resolves when the browser is connected again. */
async function connection(): Promise<void> {
  count(1);
  await new Promise((resolve) => addEventListener('online', resolve, { once: true }));
  count(-1);
}

/**
 * Makes a part's loader patient: without a network it waits for one, and for the new page where the part's build is gone;
 * the page would otherwise break.
 */
export function whenOnline<T>(load: () => Promise<T>): () => Promise<T> {
  return async () => {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (typeof window === 'undefined') throw error;
        if (!navigator.onLine) await connection();
        else if (reloadForNewBuild(error)) await new Promise(() => {});
        else throw error;
      }
    }
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether something was opened that comes only with the connection. */
export function useIsWaitingForConnection(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => waiting > 0,
    () => false,
  );
}
