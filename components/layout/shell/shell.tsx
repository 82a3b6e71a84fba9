'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { Note } from '@/components/ui/states/note';
import { whenOnline } from '@/components/ui/states/when-online';
import type { ConsoleSession } from '@/lib/auth/session/contract';
import { type PackedSession, unpackSession } from '../account/packed-session';
import { SessionProvider, useSession } from '../account/session';
import { OfflineNote } from '../faults/offline-note';
import { CrumbProvider } from '../navigation/crumbs';
import { Sidebar } from '../navigation/sidebar';
import { usePageFocus } from '../navigation/use-page-focus';
import { useControlKey } from '../page/control-key';
import { DirtyGuardProvider } from '../page/dirty-guard';
import { ShortcutsProvider } from '../page/shortcuts';
import { useMediaQuery } from '../page/use-media-query';
import { preloadPalette, usePalette } from '../palette/use-palette';
import { useAppearance } from '../preferences/appearance';
import { useLanguage } from '../preferences/intl-provider';
import { loadTexts } from '../preferences/texts';
import { Header } from './header';

// Opened far less often than pages are loaded.
const NavSheet = dynamic(
  whenOnline(() => import('../navigation/nav-sheet').then((m) => m.NavSheet)),
  { ssr: false },
);

const LATER_MS = 1_500;

const later = () => import('./later');
const preparePaper = () => later().then(({ readyForPaper }) => readyForPaper());

type PopupState = 'never' | 'open' | 'closed';

/** Whether the reader asked their browser to load nothing that may not be needed. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * A moment after the page is there, so that neither the next page waits for its texts, nor a key for the palette, nor the
 * browser's own menu for the rules for paper.
 */
function useReadiness() {
  const { locale } = useLanguage();
  useEffect(() => {
    if (savesData()) return;
    // What does not come now comes when it is needed.
    const timer = setTimeout(
      () => void Promise.allSettled([loadTexts(locale), preloadPalette(), preparePaper()]),
      LATER_MS,
    );
    return () => clearTimeout(timer);
  }, [locale]);
}

/** Looks, whenever one comes back to this tab, at what others changed meanwhile. */
function useOtherTabs() {
  const { theme, setTheme } = useAppearance();
  const { user_id } = useSession().user;
  useEffect(() => {
    // A part that does not come says so elsewhere.
    const look = () =>
      later().then(
        ({ catchUp }) => catchUp(user_id, theme, setTheme),
        () => {},
      );
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [user_id, theme, setTheme]);
}

function InsecureNote({ session }: { session: ConsoleSession }) {
  const t = useTranslations('common');
  if (!session.insecure_transport) return null;
  return (
    <Note meaning="pending" icon="lock" title={t('insecure.title')} className="m-3 mb-0 sm:mx-6">
      {t('insecure.text')}
    </Note>
  );
}

function Frame({ session, children }: { session: ConsoleSession; children: ReactNode }) {
  const t = useTranslations('common');
  const [nav, setNav] = useState<PopupState>('never');
  const palette = usePalette();
  const slim = useMediaQuery('(max-width: 1199px)');
  useReadiness();
  useOtherTabs();
  usePageFocus();
  useControlKey('k', palette.isOpen ? palette.hide : palette.show);
  return (
    <>
      <a
        href="#content"
        className="fixed top-1 left-1 z-80 -translate-y-20 rounded-2 bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {t('skip_to_content')}
      </a>
      <div className="grid h-dvh grid-cols-[auto_minmax(0,1fr)] grid-rows-[var(--header-h)_minmax(0,1fr)] max-sm:grid-cols-1 sm:grid-cols-[var(--sidebar-w-slim)_minmax(0,1fr)] lg:grid-cols-[var(--sidebar-w)_minmax(0,1fr)]">
        <Sidebar slim={slim} />
        <Header onOpenNav={() => setNav('open')} onOpenPalette={palette.show} />
        <main
          id="content"
          tabIndex={-1}
          className="relative min-h-0 overflow-auto bg-canvas outline-none focus-visible:shadow-none"
        >
          <InsecureNote session={session} />
          <OfflineNote />
          <div className="in-order max-w-(--page-max) px-(--page-pad) pt-5 pb-8 max-sm:pt-4">{children}</div>
        </main>
      </div>
      {nav === 'never' ? null : <NavSheet open={nav === 'open'} onClose={() => setNav('closed')} />}
      {palette.Palette ? <palette.Palette open={palette.isOpen} onClose={palette.hide} /> : null}
    </>
  );
}

/** The frame of every page behind the sign-in. */
export function Shell({ session: packed, children }: { session: PackedSession; children: ReactNode }) {
  const session = useMemo(() => unpackSession(packed), [packed]);
  return (
    <SessionProvider session={session}>
      <DirtyGuardProvider>
        <ShortcutsProvider>
          <CrumbProvider>
            <Frame session={session}>{children}</Frame>
          </CrumbProvider>
        </ShortcutsProvider>
      </DirtyGuardProvider>
    </SessionProvider>
  );
}
