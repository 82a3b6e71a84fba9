'use client';

import { useSyncExternalStore } from 'react';

export type Activity = { id: string; label: string; href: string };

let running: readonly Activity[] = [];
const listeners = new Set<() => void>();

/** Announces work that goes on in the background, shown in the header until `endActivity`. */
export function startActivity(activity: Activity): void {
  running = [...running.filter((known) => known.id !== activity.id), activity];
  for (const listener of listeners) listener();
}

export function endActivity(id: string): void {
  running = running.filter((known) => known.id !== id);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: readonly Activity[] = [];

export function useActivities(): readonly Activity[] {
  return useSyncExternalStore(
    subscribe,
    () => running,
    () => none,
  );
}
