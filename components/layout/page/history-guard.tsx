'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect, useRef } from 'react';
import { hasUnsaved } from './unsaved';

/** Runs `leave` after the reader agreed to lose what they typed. */
type Ask = (leave: () => void) => void;

/** An entry of the browser's history, with what the router keeps in it. */
type Entry = { state: unknown; path: string };

const pathOf = ({ pathname, search }: { pathname: string; search: string }) => pathname + search;

/**
 * Asks before Back or Forward takes away what is unsaved; `shown` is the entry of the page. A browser without the
 * Navigation API, or one in which Back is pressed twice, has gone already when it is heard here: then the page gets a new
 * entry after the one that was wanted, before the router hears of it.
 */
export function guardHistory(shown: () => Entry, ask: Ask): () => void {
  const browser = 'navigation' in window ? window.navigation : null;
  const onNavigate = (event: NavigateEvent) => {
    const { url, index, sameDocument } = event.destination;
    // Another document is asked about by `beforeunload`.
    if (event.navigationType !== 'traverse' || !event.cancelable || !sameDocument) return;
    if (!hasUnsaved() || pathOf(new URL(url)) === pathOf(location)) return;
    event.preventDefault();
    const steps = index - (browser?.currentEntry?.index ?? 0);
    ask(() => history.go(steps));
  };
  const onPopState = (event: PopStateEvent) => {
    const { state, path } = shown();
    if (!hasUnsaved() || pathOf(location) === path) return;
    event.stopImmediatePropagation();
    // Through the router's own `pushState` it would be the page that was gone to.
    History.prototype.pushState.call(history, state, '', path);
    ask(() => history.back());
  };
  browser?.addEventListener('navigate', onNavigate);
  window.addEventListener('popstate', onPopState, true);
  return () => {
    browser?.removeEventListener('navigate', onNavigate);
    window.removeEventListener('popstate', onPopState, true);
  };
}

/** The guard of Back and Forward, which are no links. */
export function HistoryGuard({ ask }: { ask: Ask }) {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  const shown = useRef<Entry>({ state: null, path: pathname });
  useEffect(() => {
    shown.current = { state: history.state, path: search === '' ? pathname : pathOf(location) };
  }, [pathname, search]);
  useEffect(() => guardHistory(() => shown.current, ask), [ask]);
  return null;
}
