'use client';

import { useTranslations } from 'next-intl';
import type { PackedSession } from '@/components/layout/account/packed-session';
import { Shell } from '@/components/layout/shell/shell';
import { ButtonLink } from '@/components/ui/controls/button';
import { EmptyFrame } from '@/components/ui/states/empty-state';

/**
 * An address that leads nowhere, or to something the reader cannot see: both look the same. In the console's frame for who
 * is signed in to it.
 */
export function NotFoundScreen({ session }: { session: PackedSession | null }) {
  if (session) {
    return (
      <Shell session={session}>
        <NotFound />
      </Shell>
    );
  }
  return (
    <main className="grid min-h-full place-items-center">
      <NotFound />
    </main>
  );
}

function NotFound() {
  const t = useTranslations('common.not_found');
  return (
    <div>
      <title>{`${t('title')} · Parapet`}</title>
      <EmptyFrame wholePage title={t('title')} actions={<ButtonLink href="/">{t('home')}</ButtonLink>}>
        {t('text')}
      </EmptyFrame>
    </div>
  );
}
