'use client';

import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/controls/button';
import { Note } from '@/components/ui/states/note';
import { ApiError } from '@/lib/api/client';
import { type OfDomain, useChosenDomain } from './domain-filter';

/** Says that the domain of an address, a saved view or an alert is gone, which no other try changes, and leads back to all. */
export function GoneDomain({ dashboard: { state, setDomain } }: { dashboard: OfDomain }) {
  const t = useTranslations('analytics.dashboard');
  const { error } = useChosenDomain(state.domain_id);
  if (!(error instanceof ApiError) || error.status !== 404) return null;
  return (
    <Note
      meaning="pending"
      role="status"
      className="mb-3"
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
