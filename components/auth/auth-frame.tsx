'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useId } from 'react';
import { OtherLanguageButton } from '@/components/layout/preferences/language-switch';
import { ThemeMenu } from '@/components/layout/preferences/theme-menu';
import { Logo } from '@/components/ui/content/logo';

/** The crenellation along the foot of the sign-in page. */
function Battlement() {
  const id = useId();
  return (
    <svg aria-hidden="true" width="100%" height="25" className="block text-line-strong">
      <defs>
        <pattern id={id} x="24" width="72" height="25" patternUnits="userSpaceOnUse">
          <path d="M0 24.5V.5H42V14.5H72V26H0Z" fill="var(--panel)" />
          <path d="M0 14.5H.5V.5H41.5V14.5H72.5" fill="none" stroke="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="25" fill={`url(#${id})`} />
    </svg>
  );
}

/** The page around signing in and changing a password. */
export function AuthFrame({ title, version, children }: { title: string; version: string; children: ReactNode }) {
  const t = useTranslations('auth');
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[56px_1fr_auto]">
      <title>{`${title} · Parapet`}</title>
      <header className="flex items-center gap-2 px-6 max-sm:px-4">
        <span className="text-accent">
          <Logo />
        </span>
        <span className="flex-1 text-14 font-semibold tracking-[-0.015em]">Parapet</span>
        <OtherLanguageButton />
        <ThemeMenu />
      </header>
      {/* Anchored at its top: what is said below a form moves none of it. */}
      <main className="grid grid-cols-[minmax(0,1fr)] items-start justify-items-center p-6 pt-[12dvh] max-sm:p-4">
        <section className="w-full max-w-95 rounded-3 border border-line bg-panel p-7 max-sm:p-5">{children}</section>
      </main>
      <footer>
        <Battlement />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 bg-panel px-6 pt-3.5 pb-4 text-12 text-ink-3 max-sm:px-4">
          <span className="flex-1">{t('api_hint')}</span>
          <span className="tabular-nums">Parapet {version}</span>
        </div>
      </footer>
    </div>
  );
}
