'use client';

import { useTranslations } from 'next-intl';
import { State } from '@/components/ui/mark';

/** Whether a user can sign in. */
export function UserState({ locked }: { locked: number }) {
  const t = useTranslations('sys.users.states');
  return locked === 0 ? (
    <State meaning="approved" shape="full">
      {t('normal')}
    </State>
  ) : (
    <State meaning="rejected" shape="crossed">
      {t('locked')}
    </State>
  );
}
