'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from '@/components/ui/overlays/confirm-dialog';

type Guard = {
  mark: (form: symbol, dirty: boolean) => void;
  /** Runs `leave` at once, or after the reader agreed to lose what they typed. */
  ask: (leave: () => void) => void;
};

const GuardContext = createContext<Guard>({ mark: () => {}, ask: (leave) => leave() });

/** The place a click on a link would go within the console; null when the guard has no say. */
function destinationOf(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return null;
  if (link.origin !== window.location.origin) return null;
  if (link.pathname === window.location.pathname && link.search === window.location.search) return null;
  return link.pathname + link.search + link.hash;
}

/** Asks before anything typed is lost: links of the console, closing a form, closing or reloading the page. */
export function DirtyGuardProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('common.unsaved');
  const router = useRouter();
  const dirty = useRef(new Set<symbol>());
  const [leaving, setLeaving] = useState<{ leave: () => void } | null>(null);

  const ask = useCallback((leave: () => void) => {
    if (dirty.current.size === 0) leave();
    else setLeaving({ leave });
  }, []);

  useEffect(() => {
    const onBeforeUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current.size > 0) event.preventDefault();
    };
    const onClick = (event: MouseEvent) => {
      if (dirty.current.size === 0) return;
      const destination = destinationOf(event);
      if (destination === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeaving({ leave: () => router.push(destination) });
    };
    window.addEventListener('beforeunload', onBeforeUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onBeforeUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [router]);

  const guard = useMemo<Guard>(
    () => ({
      mark: (form, isDirty) => {
        if (isDirty) dirty.current.add(form);
        else dirty.current.delete(form);
      },
      ask,
    }),
    [ask],
  );

  return (
    <GuardContext value={guard}>
      {children}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('title')}
        action={t('leave')}
        keep={t('stay')}
        onConfirm={() => {
          dirty.current.clear();
          leaving?.leave();
        }}
      >
        {t('text')}
      </ConfirmDialog>
    </GuardContext>
  );
}

/** Tells the guard whether a form holds something unsaved; answers `ask`, for ways out that are not links. */
export function useDirtyGuard(isDirty: boolean): Guard['ask'] {
  const { mark, ask } = useContext(GuardContext);
  const id = useRef(Symbol('form'));
  useEffect(() => {
    const form = id.current;
    mark(form, isDirty);
    return () => mark(form, false);
  }, [isDirty, mark]);
  return ask;
}
