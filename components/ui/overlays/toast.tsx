'use client';

import { useSyncExternalStore } from 'react';

export type Notice = {
  /** Outcome of one's own action; `failed` stays until closed, the others leave after 6 s. */
  kind: 'done' | 'progress' | 'failed';
  title: string;
  description?: string;
  /** What failed: says why, and leads to where that is mended. */
  error?: unknown;
  /** Stays until this is aborted, for as long as its step can be taken. */
  until?: AbortSignal;
  /** One next step. */
  action?: { label: string; onClick: () => void };
};

const waiting: Notice[] = [];
let isNeeded = false;
let show: ((notice: Notice) => void) | null = null;
const listeners = new Set<() => void>();

/** Tells the outcome of one's own action. Never the only record of it, and never a secret in it. */
export function notify(notice: Notice): void {
  if (show) {
    show(notice);
    return;
  }
  waiting.push(notice);
  isNeeded = true;
  for (const listener of listeners) listener();
}

/** The host takes over: it gets what waited, then everything as it comes. */
export function takeNotices(receiver: (notice: Notice) => void): () => void {
  show = receiver;
  for (const notice of waiting.splice(0)) receiver(notice);
  return () => {
    show = null;
  };
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether anything was ever to be shown on this page. */
export function useHasNotices(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isNeeded,
    () => false,
  );
}
