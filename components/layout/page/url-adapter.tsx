'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import {
  renderQueryString,
  type unstable_AdapterInterface,
  unstable_createAdapterProvider,
} from 'nuqs/adapters/custom';
import {
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { NAVIGATION } from './navigation-event';
import { UrlWrites } from './url-writes';

/** Browsers bound how often an address may change; the router writes each of ours up to twice more. */
const HISTORY_CALLS_PER_UPDATE = 3;

const writes = new UrlWrites();
const snapshot = () => new URLSearchParams(writes.lastOf(location.pathname) ?? location.search);

function useUrl(): unstable_AdapterInterface {
  const pathname = usePathname();
  const shown = useSearchParams();
  const written = useSyncExternalStore(
    writes.subscribe,
    () => writes.lastOf(pathname),
    () => undefined,
  );
  const searchParams = useMemo(
    () => (written === undefined ? new URLSearchParams(shown) : new URLSearchParams(written)),
    [shown, written],
  );
  const updateUrl = useCallback<unstable_AdapterInterface['updateUrl']>(
    (search, { history: entry, scroll }) => {
      // What was changed on a page left meanwhile says nothing of this one.
      if (location.pathname !== pathname) return;
      const url = `${pathname}${renderQueryString(search)}${location.hash}`;
      // Said to the router, it would end the navigation that is under way; on the way back it is read from the address.
      if (writes.isLeft(pathname)) return History.prototype.replaceState.call(history, history.state, '', url);
      writes.write(pathname, search.toString());
      startTransition(() => {
        if (entry === 'push') history.pushState(null, '', url);
        else history.replaceState(null, '', url);
      });
      if (scroll) window.scrollTo(0, 0);
    },
    [pathname],
  );
  return {
    searchParams,
    pathname,
    updateUrl,
    getSearchParamsSnapshot: snapshot,
    rateLimitFactor: HISTORY_CALLS_PER_UPDATE,
  };
}

/** Learns which address the router shows. */
function ShownUrl() {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  useEffect(() => writes.shown(pathname, search), [pathname, search]);
  useEffect(() => {
    const forget = () => writes.forget();
    const leave = ({ detail }: CustomEvent<string>) => {
      if (new URL(detail, location.href).pathname !== location.pathname) writes.leave(location.pathname);
    };
    window.addEventListener('popstate', forget);
    window.addEventListener(NAVIGATION, leave);
    return () => {
      window.removeEventListener('popstate', forget);
      window.removeEventListener(NAVIGATION, leave);
    };
  }, []);
  return null;
}

const Provider = unstable_createAdapterProvider(useUrl);

/**
 * The URL as the state of the screens. In place of the adapter nuqs has for Next: with that one, a value chosen while the
 * router still shows the one before falls back to it for a moment, and a key pressed in that moment begins at the wrong row.
 */
export function UrlAdapter({ children }: { children: ReactNode }) {
  return (
    <Provider>
      <Suspense>
        <ShownUrl />
      </Suspense>
      {children}
    </Provider>
  );
}
