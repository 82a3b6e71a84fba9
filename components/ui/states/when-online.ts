'use client';

import { useSyncExternalStore } from 'react';
import { reloadForNewBuild } from './new-build';

/** A browser says that it is connected a moment before a request gets through. */
const SETTLES_MS = 1_000;

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
    let isJustBack = false;
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (typeof window === 'undefined') throw error;
        if (!navigator.onLine) {
          await connection();
          isJustBack = true;
        } else if (reloadForNewBuild(error)) await new Promise(() => {});
        else if (isJustBack) {
          isJustBack = false;
          await new Promise((resolve) => setTimeout(resolve, SETTLES_MS));
        } else throw error;
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
