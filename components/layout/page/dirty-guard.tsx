'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { whenOnline } from '@/components/ui/states/when-online';
import { HistoryGuard } from './history-guard';
import { hasUnsaved, markUnsaved } from './unsaved';
import { useOfflineRefusal } from './use-offline-refusal';

const load = whenOnline(() => import('./leave-dialog').then((part) => part.LeaveDialog));
const LeaveDialog = dynamic(load, { ssr: false });

/** Runs `leave` at once, or after the reader agreed to lose what they typed. */
type Ask = (leave: () => void) => void;

type Guard = {
  ask: Ask;
  /** Goes to an address of the console once nothing is against it. */
  go: (href: string) => void;
};

const GuardContext = createContext<Guard>({ ask: (leave) => leave(), go: (href) => window.location.assign(href) });

/** Whether going there takes the page away; another part of it does not. */
const isElsewhere = ({ pathname, search }: HTMLAnchorElement | URL) =>
  pathname !== window.location.pathname || search !== window.location.search;

/** The place a click on a link would go within the console; null when the guard has no say. */
function destinationOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin) return null;
  if (!isElsewhere(link)) return null;
  return link.pathname + link.search + link.hash;
}

/**
 * Asks before anything typed is lost: links of the console, what leads elsewhere without one, Back and Forward, closing a
 * form, closing or reloading the page. Offline, links and what leads elsewhere stay on the page.
 */
export function DirtyGuardProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const isRefused = useOfflineRefusal();
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null);

  const ask = useCallback<Ask>((leave) => {
    if (hasUnsaved()) setLeaving({ leave });
    else leave();
  }, []);

  const guard = useMemo<Guard>(() => {
    const go = (href: string) => {
      const push = () => router.push(href);
      if (!isElsewhere(new URL(href, window.location.href))) push();
      else if (!isRefused()) ask(push);
    };
    return { ask, go };
  }, [ask, isRefused, router]);

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (hasUnsaved()) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (!hasUnsaved() && navigator.onLine) return;
      const destination = destinationOf(event);
      if (destination === null) return;
      event.preventDefault();
      event.stopPropagation();
      guard.go(destination);
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [guard]);

  return (
    <GuardContext value={guard}>
      {children}
      <Suspense>
        <HistoryGuard ask={ask} />
      </Suspense>
      {leaving ? <LeaveDialog leave={leaving.leave} onClose={() => setLeaving(null)} /> : null}
    </GuardContext>
  );
}

/** Tells the guard whether a form holds something unsaved; answers `ask`, for ways out that are not links. */
export function useDirtyGuard(isDirty: boolean): Ask {
  const id = useRef(Symbol('form'));
  useEffect(() => {
    const form = id.current;
    markUnsaved(form, isDirty);
    // Whoever types may lose the network before they leave.
    if (isDirty && navigator.onLine) void load().catch(() => undefined);
    return () => markUnsaved(form, false);
  }, [isDirty]);
  return useContext(GuardContext).ask;
}

/** Leads to an address of the console as a link does: asks where something is unsaved. For what is no link. */
export function useGuardedPush(): (href: string) => void {
  return useContext(GuardContext).go;
}
