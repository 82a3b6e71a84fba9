'use client';

import { useTranslations } from 'next-intl';
import { ButtonLink } from '@/components/ui/button';
import { EmptyFrame } from '@/components/ui/empty-state';

/** An address that leads nowhere, or to something the reader cannot see: both look the same. */
export function NotFoundScreen() {
  const t = useTranslations('common.not_found');
  return (
    <main className="grid min-h-full place-items-center">
      <title>{`${t('title')} · Parapet`}</title>
      <EmptyFrame wholePage title={t('title')} actions={<ButtonLink href="/">{t('home')}</ButtonLink>}>
        {t('text')}
      </EmptyFrame>
    </main>
  );
}
