'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { AuthFrame } from './auth-frame';

/** The end of signing in beside a page that keeps what was typed: the way goes on in the other tab. */
export function SignedInBeside({ version }: { version: string }) {
  const t = useTranslations('auth.beside');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <AuthFrame title={t('title')} version={version}>
      <h1 ref={heading} tabIndex={-1} className="mb-0.5 outline-none focus-visible:shadow-none">
        {t('title')}
      </h1>
      <p className="mb-5 text-ink-2">{t('text')}</p>
      <a href="/" className="link">
        {t('open')}
      </a>
    </AuthFrame>
  );
}
