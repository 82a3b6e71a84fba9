'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { type OfDomain, useChosenDomain } from './domain-filter';

type Props = { dashboard: OfDomain; children: ReactNode };

/**
 * What a page shows of its domain; where the domain of an address, a saved view or an alert is gone, which no other try
 * changes, a note that says so and leads back to all.
 */
export function GoneDomain({ dashboard: { state, setDomain }, children }: Props) {
  const t = useTranslations('analytics.dashboard');
  const { isGone } = useChosenDomain(state.domain_id);
  if (!isGone) return children;
  return (
    <Note
      meaning="pending"
      role="status"
      title={t('gone.title')}
      action={
        <Button size="small" onClick={() => setDomain(null)}>
          {t('gone.all')}
        </Button>
      }
    >
      {t('gone.text')}
    </Note>
  );
}
